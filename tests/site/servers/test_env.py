from pathlib import Path
from typing import Any, cast

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.core.files.base import ContentFile
from django.core.files.storage import FileSystemStorage

from marrakech_site import env


@pytest.mark.parametrize("word", ["1", "true", "YES", "on"])
def test_a_flag_of_the_environment_is_on(monkeypatch: pytest.MonkeyPatch, word: str) -> None:
    monkeypatch.setenv("FLAG", word)
    assert env.flag("FLAG")


@pytest.mark.parametrize("word", ["0", "false", "No", "off"])
def test_a_flag_of_the_environment_is_off(monkeypatch: pytest.MonkeyPatch, word: str) -> None:
    monkeypatch.setenv("FLAG", word)
    assert not env.flag("FLAG", default=True)


def test_an_empty_flag_has_its_default(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FLAG", " ")
    assert env.flag("FLAG", default=True)


def test_a_flag_refuses_other_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FLAG", "perhaps")
    with pytest.raises(ImproperlyConfigured, match="FLAG must be 1 or 0, not 'perhaps'"):
        env.flag("FLAG")


def test_a_number_refuses_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COUNT", "many")
    with pytest.raises(ImproperlyConfigured, match="COUNT must be a whole number"):
        env.number("COUNT", 1)


def test_words_of_a_setting_are_separated_by_commas(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOSTS", "a.org, b.org,,")
    assert env.words("HOSTS") == ["a.org", "b.org"]


def test_the_secret_key_is_created_once(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("SECRET_KEY")
    monkeypatch.delenv("DATABASE_URL", raising=False)
    first = env.secret_key(tmp_path / "data")
    assert len(first) > 50
    assert env.secret_key(tmp_path / "data") == first


def test_only_the_owner_reads_the_secret_key(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("SECRET_KEY")
    monkeypatch.delenv("DATABASE_URL", raising=False)
    env.secret_key(tmp_path)
    assert (tmp_path / "secret-key").stat().st_mode & 0o777 == 0o600


def test_no_second_key_is_made_beside_postgresql(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("SECRET_KEY")
    monkeypatch.setenv("DATABASE_URL", "postgres://me@db.org/site")
    with pytest.raises(ImproperlyConfigured, match="all machines of a site"):
        env.secret_key(tmp_path / "data")
    assert not list(tmp_path.iterdir())
    (tmp_path / "secret-key").write_text("made before")
    assert env.secret_key(tmp_path) == "made before"


def test_the_database_is_sqlite_without_an_address(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("DATABASE_URL", raising=False)
    assert env.database(tmp_path)["NAME"] == str(tmp_path / "marrakech.sqlite3")


def test_sqlite_takes_the_write_lock_at_once(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    options = env.sqlite(tmp_path / "x.sqlite3")["OPTIONS"]
    assert isinstance(options, dict)
    assert options["transaction_mode"] == "IMMEDIATE"


def test_a_database_address_is_parsed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgres://me:p%40ss@db.org:5433/site?sslmode=require")
    found = env.database(tmp_path)
    names = ["NAME", "USER", "PASSWORD", "HOST", "PORT", "OPTIONS"]
    limits = {"connect_timeout": "5", "tcp_user_timeout": "15000"}
    values = ["site", "me", "p@ss", "db.org", "5433", {**limits, "sslmode": "require"}]
    assert [found[name] for name in names] == values


def test_a_replica_is_a_second_database(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DATABASE_REPLICA_URL", raising=False)
    assert env.replica() == {}
    monkeypatch.setenv("DATABASE_REPLICA_URL", "postgres://me@replica.org/site")
    monkeypatch.setenv("DISABLE_SERVER_SIDE_CURSORS", "1")
    found = env.replica()["replica"]
    assert (found["HOST"], found["DISABLE_SERVER_SIDE_CURSORS"]) == ("replica.org", True)
    assert found["TEST"] == {"MIRROR": "default"}
    monkeypatch.setenv("DATABASE_REPLICA_URL", "sqlite:////var/site.sqlite3")
    with pytest.raises(ImproperlyConfigured, match="DATABASE_REPLICA_URL must look like"):
        env.replica()


@pytest.mark.parametrize("url", ["mysql://localhost/site", "postgres://localhost", "nonsense"])
def test_an_unsupported_database_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, url: str) -> None:
    monkeypatch.setenv("DATABASE_URL", url)
    with pytest.raises(ImproperlyConfigured, match="DATABASE_URL must look like"):
        env.database(tmp_path)


def test_files_are_in_a_folder_for_the_owner_alone(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for url in ("", f"file://{tmp_path}/files"):
        monkeypatch.setenv("FILES_URL", url)
        storage = FileSystemStorage(**cast(dict[str, Any], env.files(tmp_path)["OPTIONS"]))
        storage.save(f"films/0/{len(url)}.gif", ContentFile(b"GIF89a"))
        path = tmp_path / "files" / "films" / "0" / f"{len(url)}.gif"
        assert [one.stat().st_mode & 0o777 for one in (path, path.parent)] == [0o600, 0o700]


def test_files_are_at_a_service(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("FILES_URL", "s3://key:se%2Fcret@s3.example.org:9000/films?region=eu&tls=0")
    monkeypatch.setattr(env, "is_installed", lambda _name: False)
    found = env.files(tmp_path)
    assert found["BACKEND"] == "storages.backends.s3.S3Storage"
    assert found["OPTIONS"] == {
        "bucket_name": "films",
        "endpoint_url": "http://s3.example.org:9000",
        "access_key": "key",
        "secret_key": "se/cret",
        "region_name": "eu",
    }
    for url in ("s3://host", "ftp://host/films", "file://folder/films"):
        monkeypatch.setenv("FILES_URL", url)
        with pytest.raises(ImproperlyConfigured, match="FILES_URL must look like"):
            env.files(tmp_path)


def test_two_sites_may_share_a_redis_server() -> None:
    caches = [
        env.cache("default", "redis://host", prefix=site, entries=9) for site in ("https://a.org", "https://b.org")
    ]
    assert [each["KEY_PREFIX"] for each in caches] == ["https://a.org", "https://b.org"]
    assert "MAX_ENTRIES" not in str(caches[0])  # the Redis client does not know it


def test_an_email_server_address_is_parsed() -> None:
    assert env.mail("smtp://me%40x.org:p%3Ass@mail.org:587/?tls=1") == {
        "host": "mail.org",
        "port": 587,
        "username": "me@x.org",
        "password": "p:ss",
        "use_tls": True,
        "use_ssl": False,
    }


def test_an_smtps_address_means_tls_from_the_start_on_its_port() -> None:
    found = env.mail("smtps://mail.org")
    assert (found["port"], found["use_ssl"], found["use_tls"]) == (465, True, False)


@pytest.mark.parametrize("url", ["pigeon://mail.org", "smtp://", "mail.org:25"])
def test_an_unsupported_email_scheme_is_refused(url: str) -> None:
    with pytest.raises(ImproperlyConfigured, match="EMAIL_URL must look like"):
        env.mail(url)


def test_a_mail_port_must_be_a_number() -> None:
    with pytest.raises(ImproperlyConfigured, match="port of EMAIL_URL"):
        env.mail("smtp://mail.org:mail")
