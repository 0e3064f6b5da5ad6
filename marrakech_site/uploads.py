"""Files that are sent to the site: they stay in memory, and a body too large for the site is refused unread."""

from typing import IO

from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from django.core.files.uploadhandler import MemoryFileUploadHandler


class LimitedUploadHandler(MemoryFileUploadHandler):
    """Takes files in bodies that are no larger than those without files may be."""

    def handle_raw_input(
        self,
        input_data: IO[bytes],
        META: dict[str, str],  # noqa: N803
        content_length: int,
        boundary: str,
        encoding: str | None = None,
    ) -> None:
        """Look at the length of the body before anything is read. Raises RequestDataTooBig."""
        if content_length > settings.DATA_UPLOAD_MAX_MEMORY_SIZE:
            raise RequestDataTooBig
        super().handle_raw_input(input_data, META, content_length, boundary, encoding)
