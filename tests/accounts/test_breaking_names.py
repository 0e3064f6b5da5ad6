"""Names cannot have characters that break a document, such as a feed or a drawing."""

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from rest_framework import serializers

from accounts.models import User
from games.common.api import NameField
from games.lobby.forms import NewTableForm

pytestmark = pytest.mark.one_database
BREAKING = ["\ufffe", "\uffff", "\U0001fffe", "\U000e0041", "\U000e007f", "\u061c", "\u2060", "\ufdd0"]


@pytest.mark.parametrize("letter", BREAKING)
def test_no_name_has_a_character_that_breaks_a_document(signed_in: Client, leila: User, letter: str) -> None:
    name = f"No{letter}ra"
    data = {"display_name": name, "time_zone": "UTC", "language": "en", "colour": "", "about": ""}
    assert "display_name" in signed_in.post("/settings/", data).context["form"].errors
    token = {"name": name, "days": "30", "password": "carpets-and-coins"}
    assert "name" in signed_in.post("/settings/tokens/", token).context["form"].errors
    signing_up = {"username": name, "email": "x@example.org", "password1": "carpets-and-coins"}
    Client().post("/accounts/signup/", signing_up)
    assert User.objects.count() == 1
    with pytest.raises(ValidationError):
        NewTableForm.base_fields["name"].clean(name)
    with pytest.raises(serializers.ValidationError):
        NameField().run_validation(name)
