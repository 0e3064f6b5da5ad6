import pytest
from django.test import Client

from tests.makers import make_user

pytestmark = [pytest.mark.django_db, pytest.mark.urls("tests.site.urls"), pytest.mark.one_database]

STATUSES = {
    "not-found": 404,
    "not-your-turn": 403,
    "stale-ply": 409,
    "table-full": 409,
    "under-assam": 422,
    "too-many": 429,
}


@pytest.mark.parametrize(("code", "status"), STATUSES.items())
def test_an_error_page_has_the_text_and_the_status_of_the_error(client: Client, code: str, status: int) -> None:
    response = client.get(f"/refuse/{code}/")
    assert response.status_code == status
    assert "<!DOCTYPE html>" in response.content.decode()


def test_an_error_page_contains_the_text_of_the_error(client: Client) -> None:
    assert "A rug cannot lie under Assam." in client.get("/refuse/under-assam/").content.decode()


@pytest.mark.parametrize(("code", "status"), STATUSES.items())
def test_an_api_error_is_a_problem_document(client: Client, code: str, status: int) -> None:
    response = client.get(f"/api/v1/refuse/{code}/")
    assert response.status_code == status
    assert response["Content-Type"] == "application/problem+json"
    assert response.json()["code"] == code


@pytest.mark.parametrize("path", ["/refuse/too-many/", "/api/v1/refuse/too-many/", "/recovering/too-many/"])
def test_too_many_requests_get_the_time_to_wait(client: Client, path: str) -> None:
    assert client.get(path)["Retry-After"] == "5"


def test_an_error_of_another_kind_names_no_time_to_wait(client: Client) -> None:
    assert "Retry-After" not in client.get("/refuse/table-full/").headers


def test_a_client_that_accepts_only_problem_json_gets_it(client: Client) -> None:
    response = client.get("/refuse/table-full/", headers={"accept": "application/problem+json"})
    assert response.json() == {
        "type": "about:blank",
        "title": "Conflict",
        "status": 409,
        "detail": "The table is full.",
        "code": "table-full",
    }


def test_htmx_gets_the_error_sentence_into_the_messages(client: Client) -> None:
    response = client.get("/refuse/table-full/", headers={"hx-request": "true"})
    assert response.status_code == 409
    assert response["HX-Retarget"] == "#messages"
    assert "<html" not in response.content.decode()


def test_a_view_that_can_recover_draws_the_answer(client: Client) -> None:
    response = client.get("/recovering/table-full/")
    assert response.content.decode() == "fresh table, table-full: The table is full."


def test_the_answer_of_a_recovering_view_keeps_the_errors_status(client: Client) -> None:
    assert client.get("/recovering/under-assam/").status_code == 422


def test_errors_of_accounts_have_the_same_response(client: Client) -> None:
    assert client.get("/refuse-account/").status_code == 409


def test_an_unknown_address_gets_the_sites_page(client: Client) -> None:
    response = client.get("/no/such/page/")
    assert response.status_code == 404
    assert "Not found" in response.content.decode()


def test_a_visitor_can_sign_in_on_the_404_page(client: Client) -> None:
    page = client.get("/t/nosuchtabl/?at=2").content.decode()
    assert 'href="/accounts/login/?next=%2Ft%2Fnosuchtabl%2F%3Fat%3D2"' in page


def test_a_user_sees_no_sign_in_link_on_the_404_page(client: Client) -> None:
    client.force_login(make_user())
    assert "/accounts/login/" not in client.get("/t/nosuchtabl/").content.decode()


def test_an_unknown_address_of_the_api_gets_a_problem_document(client: Client) -> None:
    assert client.get("/api/v1/no-such-thing/").json()["code"] == "not-found"


def test_a_refusal_by_django_gets_the_sites_page(client: Client) -> None:
    response = client.get("/deny/")
    assert response.status_code == 403
    assert "Not allowed" in response.content.decode()


def test_a_server_error_gets_the_error_page() -> None:
    response = Client(raise_request_exception=False).get("/crash/")
    assert response.status_code == 500
    assert "No turn is lost" in response.content.decode()


def test_a_form_without_its_token_gets_an_explanation() -> None:
    response = Client(enforce_csrf_checks=True).post("/i18n/setlang/", {"language": "fr"})
    assert response.status_code == 403
    assert "This form has expired" in response.content.decode()


@pytest.mark.parametrize(
    ("path", "status"),
    [("/refuse/a%00b/", 404), ("/refuse/table-full/?page=%00", 400), ("/refuse/table-full/?page=0", 409)],
)
def test_an_address_with_a_nul_reaches_no_view(client: Client, path: str, status: int) -> None:
    assert client.get(path).status_code == status


def test_an_address_of_a_form_cannot_be_opened_as_a_page(client: Client) -> None:
    response = client.get("/time/automatic/")
    assert (response.status_code, response["Allow"]) == (405, "POST")
    assert "That didn’t work" in response.content.decode()


def test_a_program_gets_a_problem_document_for_the_wrong_method(client: Client) -> None:
    response = client.get("/time/automatic/", headers={"accept": "application/problem+json"})
    assert (response.json()["code"], response["Allow"]) == ("method-not-allowed", "POST")
