"""Games as moving pictures: frames, animated boards, films."""
