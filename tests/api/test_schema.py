import json
import os
from collections.abc import Iterator
from itertools import count
from typing import Any

import pytest
import schemathesis
import yaml
from django.conf import settings
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections
from django.utils import timezone
from drf_spectacular.drainage import GENERATOR_STATS
from drf_spectacular.validation import validate_schema
from hypothesis import HealthCheck, Phase, given
from hypothesis import settings as examples
from schemathesis import Case, GenerationMode
from schemathesis.specs.openapi.checks import negative_data_rejection, positive_data_acceptance

from games.api.views import document
from games.core.models import Game
from games.ratings.seasons import season_at
from tests.helpers.programs import Program
from tests.makers import make_table

pytestmark = pytest.mark.one_database

# A valid body may still be refused (422), and unknown fields are ignored.
UNDECIDED: list[Any] = [positive_data_acceptance, negative_data_rejection]
EXAMPLES = 3 if os.environ.get("FULL") else 1  # of each endpoint and mode
PLAIN = json.loads(json.dumps(document()))
OPERATIONS = [(path, method) for path, item in PLAIN["paths"].items() for method in item]
# Valid requests, and invalid ones where that is possible.
ASKED = [(path, method, GenerationMode.POSITIVE) for path, method in OPERATIONS] + [
    (path, method, GenerationMode.NEGATIVE)
    for path, method in OPERATIONS
    if PLAIN["paths"][path][method].keys() & {"parameters", "requestBody"}
]


def test_the_schema_is_generated_without_a_warning() -> None:
    document.cache_clear()
    GENERATOR_STATS.reset()
    assert document()
    assert not GENERATOR_STATS


def test_the_schema_is_valid_openapi() -> None:
    assert PLAIN["openapi"].startswith("3.1")
    validate: Any = validate_schema
    validate(PLAIN)


def test_the_committed_schema_matches_the_code() -> None:
    committed = yaml.safe_load((settings.BASE_DIR / "docs" / "openapi.yaml").read_text())
    if committed != PLAIN:
        command = "python manage.py spectacular --validate --fail-on-warn --file docs/openapi.yaml"
        pytest.fail(f"docs/openapi.yaml is out of date. Run: {command}", pytrace=False)


def test_the_site_serves_the_schema(anonymous_client: Program) -> None:
    response = anonymous_client.client.get("/api/v1/schema/")
    assert response.headers["Content-Type"] == "application/vnd.oai.openapi+json"
    assert response.json() == PLAIN


def test_every_operation_has_a_description_and_a_name_of_its_own() -> None:
    operations = [PLAIN["paths"][path][method] for path, method in OPERATIONS]
    assert all(operation["description"] for operation in operations)
    assert len({operation["operationId"] for operation in operations}) == len(OPERATIONS)


@pytest.fixture
def real(game: Game, ann: Program, ben: Program) -> dict[str, Any]:
    table = make_table(ben.user)
    invitation = ben.post(f"games/{table.code}/invitations/", {"player": "ann"}, 201)
    order = ann.post(f"games/{game.code}/orders/", {"orders": "L"}, 201)
    numbers = {"ply": 1, "number": order["number"], "season": season_at(timezone.now()).key, "kind": "patch"}
    return {"id": game.code, "key": invitation["id"], "name": "ben", "opponent": "ann", "title": "marrakech", **numbers}


@pytest.fixture(scope="module")
def schema() -> Any:
    """The document as schemathesis reads it, with the site as a WSGI application."""
    described = schemathesis.openapi.from_dict(PLAIN)
    described.app = get_wsgi_application()
    return described


@pytest.fixture
def open_connection() -> Iterator[None]:
    """Keep requests from closing the test's own database connection."""
    signals = [request_started, request_finished]
    for signal in signals:
        signal.disconnect(close_old_connections)
    yield
    for signal in signals:
        signal.connect(close_old_connections)


@pytest.mark.parametrize(("path", "method", "mode"), ASKED)
def test_every_request_gets_a_documented_response(
    path: str, method: str, mode: GenerationMode, schema: Any, real: dict[str, Any], ann: Program, open_connection: None
) -> None:
    numbers = count()

    @given(case=schema[path][method].as_strategy(generation_mode=mode))
    @examples(
        max_examples=EXAMPLES,
        derandomize=True,
        deadline=None,
        database=None,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    def ask(case: Case[Any]) -> None:
        for name in case.path_parameters:
            if next(numbers) % 4:  # three of four are about something that exists
                case.path_parameters[name] = real[name]
        # The answers are read as they are: the client of schemathesis does not unpack those that are compressed.
        headers = {"Authorization": ann.client.defaults["HTTP_AUTHORIZATION"], "Accept-Encoding": "identity"}
        case.call_and_validate(headers=headers, excluded_checks=UNDECIDED)

    ask()
