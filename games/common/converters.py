"""Path converters of the API. Other values are a plain 404 and never reach the database."""

from django.urls import register_converter
from django.urls.converters import IntConverter, StringConverter


class CodeConverter(StringConverter):
    """The public id of a game or an invitation."""

    regex = "[2-9a-hjkmnp-z]{4,16}"


class NameConverter(StringConverter):
    regex = "[A-Za-z0-9._-]{1,30}"


class PlyConverter(IntConverter):
    regex = "[0-9]{1,5}"


class NumberConverter(IntConverter):
    regex = "[0-9]{1,18}"


class SeasonConverter(StringConverter):
    """A season of three months: "2027-1"."""

    regex = "2[0-9]{3}-[1-4]"


register_converter(CodeConverter, "api_code")
register_converter(NameConverter, "api_name")
register_converter(PlyConverter, "api_ply")
register_converter(NumberConverter, "api_number")
register_converter(SeasonConverter, "season")
