"""What only development needs: a mailbox of files, and a clock that is ahead."""
