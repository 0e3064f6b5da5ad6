"""The upload handler: files stay in memory, and a body that is too large is refused unread."""

from typing import IO

from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from django.core.files.uploadhandler import MemoryFileUploadHandler


class LimitedUploadHandler(MemoryFileUploadHandler):
    """Accepts uploads up to the size limit of bodies without files."""

    def handle_raw_input(
        self,
        input_data: IO[bytes],
        META: dict[str, str],  # noqa: N803
        content_length: int,
        boundary: str,
        encoding: str | None = None,
    ) -> None:
        if content_length > settings.DATA_UPLOAD_MAX_MEMORY_SIZE:
            raise RequestDataTooBig
        super().handle_raw_input(input_data, META, content_length, boundary, encoding)
