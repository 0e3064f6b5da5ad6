"""Settings of the site. Values that differ between installations come from the environment (docs/operating.md)."""

from email.utils import parseaddr
from pathlib import Path
from urllib.parse import urlsplit

import django_stubs_ext
from django.core.exceptions import ImproperlyConfigured
from kombu.entity import Queue

from games.engine import __version__

from . import env, logs, metrics_folder

django_stubs_ext.monkeypatch()  # makes ModelForm[Profile] work at runtime

BASE_DIR = Path(__file__).resolve().parent.parent
DATA_DIR = Path(env.text("DATA_DIR", str(BASE_DIR / "var")))

DEBUG = env.flag("DEBUG")
SITE_URL = env.text("SITE_URL", "http://127.0.0.1:8000").rstrip("/")
SITE_NAME = env.text("SITE_NAME", "Marrakech by Mail")
CHAT = env.one_of("CHAT", "all", "friends", "off")  # who may write messages to whom
SOURCE_URL = env.text("SOURCE_URL")  # the public source code, as the licence requires
PAGES_DIR = Path(env.text("PAGES_DIR", str(DATA_DIR / "pages")))  # Markdown files of the operator
# Who runs the site: shown on the pages about it.
OPERATOR_NAME, OPERATOR_ADDRESS = env.text("OPERATOR_NAME"), env.text("OPERATOR_ADDRESS")
OPERATOR_EMAIL = env.text("OPERATOR_EMAIL")
HTTPS = SITE_URL.startswith("https://")
SECRET_KEY = env.secret_key(DATA_DIR)
SECRET_KEY_FALLBACKS = env.words("SECRET_KEY_FALLBACKS")
SILENCED_SYSTEM_CHECKS = env.words("SILENCED_SYSTEM_CHECKS")
ALLOWED_HOSTS = env.words("ALLOWED_HOSTS", urlsplit(SITE_URL).hostname or "")
ALLOWED_HOSTS += ["localhost", "127.0.0.1", "[::1]"]  # health checks ask by these
TRUSTED_PROXIES = env.number("TRUSTED_PROXIES", 0)  # the number of proxies in front of the web server

DATABASES = {"default": env.database(DATA_DIR), **env.replica()}
MIGRATION_LOCK_TIMEOUT = env.number("MIGRATION_LOCK_TIMEOUT", 5)  # seconds that a migration may keep the site waiting
REDIS_URL = env.text("REDIS_URL")
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django.contrib.humanize",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "rest_framework",
    "drf_spectacular",
    "anymail",
    "django_filters",
    "django_htmx",
    "django_structlog",
    "marrakech_site",
    "accounts",
    "games",
]

MIDDLEWARE = [
    "marrakech_site.metrics.count_requests",
    "marrakech_site.middleware.request_log",
    "django.middleware.security.SecurityMiddleware",
    "marrakech_site.middleware.security_headers",
    "marrakech_site.middleware.search_engines",
    "marrakech_site.middleware.private_responses",
    "marrakech_site.middleware.polls",
    "django.middleware.gzip.GZipMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "marrakech_site.middleware.host_cookies",
    "marrakech_site.middleware.refuse_nul_cookies",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "marrakech_site.middleware.stray_link_ends",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "marrakech_site.middleware.renew_sessions",
    "marrakech_site.middleware.note_activity",
    "marrakech_site.middleware.user_locale",
    "accounts.guests.GuestMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "marrakech_site.signed_out.SignedOutMiddleware",
    "accounts.mfa.second_factor_required",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "allauth.usersessions.middleware.UserSessionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "marrakech_site.middleware.SiteErrorMiddleware",
]

ROOT_URLCONF = "marrakech_site.urls"
WSGI_APPLICATION = "marrakech_site.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "marrakech_site.context_processors.site",
            ],
        },
    }
]

# Sessions, cookies, headers. The Content-Security-Policy is in middleware.py.
# Over https, only this host can set these cookies: none of its subdomains. The middleware host_cookies reads the names
# of earlier releases.
COOKIE_PREFIX = "__Host-" if HTTPS else ""
SESSION_COOKIE_NAME = f"{COOKIE_PREFIX}sessionid"
CSRF_COOKIE_NAME = f"{COOKIE_PREFIX}csrftoken"
LANGUAGE_COOKIE_NAME = f"{COOKIE_PREFIX}django_language"
LOOK_COOKIE_NAME = f"{COOKIE_PREFIX}look"
KNOWN_COOKIE_NAME = f"{COOKIE_PREFIX}known"
SESSION_ENGINE = "django.contrib.sessions.backends.db"
# Renewed at most once a day: a day more than the time for which the games of a guest are kept.
SESSION_COOKIE_AGE = 60 * 60 * 24 * 61
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS
SESSION_COOKIE_HTTPONLY = CSRF_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_SECURE = HTTPS
CSRF_TRUSTED_ORIGINS = [SITE_URL]
CSRF_FAILURE_VIEW = "marrakech_site.signed_out.csrf_failed"
SECURE_SSL_REDIRECT = HTTPS
SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$", r"^metrics$"]  # called from inside, without TLS
SECURE_HSTS_SECONDS = 60 * 60 * 24 * 365 if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = HTTPS
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if TRUSTED_PROXIES else None
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
DATA_UPLOAD_MAX_MEMORY_SIZE = 1024 * 1024
FILE_UPLOAD_HANDLERS = ["marrakech_site.uploads.LimitedUploadHandler"]  # Django's own handlers have no limit for files

# Sign-in and accounts.
AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = ["accounts.backends.NameOrAddress"]
PASSWORD_HASHERS = [f"django.contrib.auth.hashers.{name}PasswordHasher" for name in ("Argon2", "PBKDF2")]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}Validator"}
    for name in ("UserAttributeSimilarity", "MinimumLength", "CommonPassword", "NumericPassword")
]
ADMIN_SECOND_FACTOR = not DEBUG or env.flag("ADMIN_SECOND_FACTOR")  # a development site is open without one
STAFF_PAGES = ("admin:index", "games:moderation")  # these, and all below them, ask for it
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = LOGOUT_REDIRECT_URL = "/"
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email*", "password1*"]
ACCOUNT_USERNAME_MIN_LENGTH = 2
ACCOUNT_EMAIL_VERIFICATION = "optional"  # games with robots need no address; services require it elsewhere
ACCOUNT_PREVENT_ENUMERATION = "strict"  # several accounts may wait for one address; the first to confirm gets it
ACCOUNT_LOGIN_ON_EMAIL_CONFIRMATION = True
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = f"[{SITE_NAME}] "
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "https" if HTTPS else "http"
ACCOUNT_RATE_LIMITS = {
    "signup": "10/m/ip,60/h/ip",
    "login": "30/m/ip",
    "login_failed": "10/m/ip",  # accounts/rate_limits.py limits the failures at one account
    "confirm_email": None,  # accounts/rate_limits.py counts these emails for each account
}
ALLAUTH_TRUSTED_PROXY_COUNT = TRUSTED_PROXIES
USERSESSIONS_TRACK_ACTIVITY = False  # tracking would write a row at every poll of an open table
MFA_SUPPORTED_TYPES = ["totp", "recovery_codes", "webauthn"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_TOTP_ISSUER = SITE_NAME
ACCOUNT_ADAPTER = "accounts.adapters.AccountAdapter"
ACCOUNT_FORMS = {
    "login": "accounts.forms.SignInForm",
    "signup": "accounts.forms.SignUpForm",
    "reset_password": "accounts.forms.ResetForm",
    "add_email": "accounts.forms.AddressForm",
    "change_password": "accounts.forms.ChangePasswordForm",
    "set_password": "accounts.forms.FirstPasswordForm",
    "reset_password_from_key": "accounts.forms.NewPasswordForm",
}
MFA_FORMS = {
    "authenticate": "accounts.second_factor.CodeForm",
    "reauthenticate": "accounts.second_factor.CodeAgainForm",
    "add_webauthn": "accounts.second_factor.AddPasskeyForm",
    "edit_webauthn": "accounts.second_factor.EditPasskeyForm",
    "authenticate_webauthn": "accounts.second_factor.PasskeyForm",
    "reauthenticate_webauthn": "accounts.second_factor.PasskeyAgainForm",
    "login_webauthn": "accounts.second_factor.PasskeySignInForm",
}
ACCOUNT_USER_DISPLAY = "accounts.selectors.display_name"
MFA_ADAPTER = "accounts.mfa.MfaAdapter"
ACCOUNT_SESSION_REMEMBER = True  # games last for weeks
ACCOUNT_REAUTHENTICATION_REQUIRED = True  # before a change of address
MFA_ALLOW_UNVERIFIED_EMAIL = True  # otherwise two-factor authentication would block a change of address

# Caches: "default" for limits, "games" for pictures and texts (games/core/position_cache.py). With Redis, all
# processes share them, and each has its own while Redis is away; without Redis, the site has one web process.
CACHES = {
    "default": env.cache("default", REDIS_URL, prefix=SITE_URL, entries=10_000),
    "games": env.cache("games", REDIS_URL, prefix=f"{SITE_URL}/games", entries=1_000),  # 60 KB for a picture
}

# Background work: the broker only wakes the workers; the outbox table is the queue.
CELERY_BROKER_URL = REDIS_URL or "memory://"
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_SOFT_TIME_LIMIT, CELERY_TASK_TIME_LIMIT = 90, 120
CELERY_TASK_PUBLISH_RETRY = False  # a missing broker must not delay a turn; the next drain finds the row
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None  # a worker waits for its broker for ever
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "visibility_timeout": 300,
    "socket_connect_timeout": 0.5,
    "socket_timeout": 2,
    "max_retries": 0,  # when a message is sent: the next drain finds the row
}
# A worker serves all queues, or those of -Q. Outgoing emails have one of their own: what computes for long or waits for
# other servers (webhooks, the mailbox of replies) delays none of them.
CELERY_TASK_QUEUES = [Queue(name) for name in ("mail", "celery", "robots")]  # type: ignore[no-untyped-call]
CELERY_TASK_ROUTES = {
    **{f"games.tasks.{name}": {"queue": "mail"} for name in ("deliver", "drain")},
    **{f"games.tasks.{name}": {"queue": "robots"} for name in ("play_robot", "analyse", "make_film", "make_export")},
}
CELERY_BEAT_SCHEDULE_FILENAME = str(DATA_DIR / "beat-schedule")
CELERY_BEAT_SCHEDULE = {
    "drain": {"task": "games.tasks.drain", "schedule": 10.0, "options": {"expires": 10}},
    "drain-calls": {"task": "games.tasks.drain_calls", "schedule": 10.0, "options": {"expires": 10}},
    "sweep": {"task": "games.tasks.sweep", "schedule": 30.0, "options": {"expires": 30}},
    "watch-mail": {"task": "games.tasks.watch_mail", "schedule": 60.0, "options": {"expires": 60}},
    "fetch-mail": {"task": "games.tasks.fetch_mail", "schedule": 60.0, "options": {"expires": 60}},
}

# Email. Django's own emails go into the outbox; the worker delivers them by DELIVERY_EMAIL_BACKEND.
DEFAULT_FROM_EMAIL = env.text("DEFAULT_FROM_EMAIL", f"{SITE_NAME} <marrakech@localhost>")
SERVER_EMAIL = env.text("SERVER_EMAIL", DEFAULT_FROM_EMAIL)
EMAIL_URL = env.text("EMAIL_URL")
EMAIL_TIMEOUT = 10  # seconds to connect, and for each answer but the last
EMAIL_ANSWER_TIMEOUT = 75  # seconds for the answer to a complete email: a server may check it meanwhile
EMAIL_USE_LOCALTIME = False
try:
    SMTP = env.mail(EMAIL_URL) if EMAIL_URL else {}
except ImproperlyConfigured:  # checks.py reports it
    SMTP = {}
EMAIL_HOST = SMTP.get("host", "localhost")
EMAIL_PORT = SMTP.get("port", 25)
EMAIL_HOST_USER = SMTP.get("username", "")
EMAIL_HOST_PASSWORD = SMTP.get("password", "")
EMAIL_USE_TLS = SMTP.get("use_tls", False)
EMAIL_USE_SSL = SMTP.get("use_ssl", False)
# An email service instead of SMTP: its name in anymail ("postmark"). Every ANYMAIL_X=value becomes anymail's setting X.
EMAIL_SERVICE = env.text("EMAIL_SERVICE")
ANYMAIL = env.prefixed("ANYMAIL_")
DELIVERY_EMAIL_BACKEND = (
    f"anymail.backends.{EMAIL_SERVICE}.EmailBackend"
    if EMAIL_SERVICE
    else "games.delivery.email.PatientBackend"
    if EMAIL_URL
    else "marrakech_site.mailbox.MailboxBackend"
)
EMAIL_BACKEND = "games.delivery.backend.QueuedBackend"
PACK_GAMES_AFTER = env.number("PACK_GAMES_AFTER", 30)  # days from the end of a game until its log is packed; 0: never
OUTBOX_LEASE = env.number("OUTBOX_LEASE", 300)  # seconds after which the email of a dead worker is sent again
ADMINS = [("", address) for address in env.words("ADMINS")]  # they get a message when emails do not arrive
CANARY_ADDRESS = env.text("CANARY_ADDRESS")  # for the hourly test email on a site that receives no email

# Received email (docs/play-by-mail.md): play+TOKEN@example.org for INBOUND_ADDRESS=play@example.org; "" for none.
INBOUND_ADDRESS = env.text("INBOUND_ADDRESS")
INBOUND_AUTHSERV_ID = env.text("INBOUND_AUTHSERV_ID")  # the server whose Authentication-Results are trusted
INBOUND_AUTH = env.text("INBOUND_AUTH")  # "require": replies are played only if a check proves their sender
INBOUND_IMAP_URL = env.text("INBOUND_IMAP_URL")  # imaps://user:password@host/INBOX

# Web push: the private key (base64url), and a contact for the push services.
VAPID_PRIVATE_KEY = env.text("VAPID_PRIVATE_KEY")
VAPID_SUBJECT = env.text("VAPID_SUBJECT", f"mailto:{parseaddr(DEFAULT_FROM_EMAIL)[1]}")

# The API.
REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "accounts.authentication.TokenAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticatedOrReadOnly"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["games.api.requests.JSONBody"],
    "DEFAULT_CONTENT_NEGOTIATION_CLASS": "games.api.requests.AlwaysJSON",
    "DEFAULT_METADATA_CLASS": None,
    "DEFAULT_FILTER_BACKENDS": ["django_filters.rest_framework.DjangoFilterBackend"],
    "DEFAULT_PAGINATION_CLASS": "rest_framework.pagination.CursorPagination",
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "DEFAULT_THROTTLE_CLASSES": [
        "games.api.requests.VisitorThrottle",
        "games.api.requests.PlayerThrottle",
        "games.api.requests.WriteThrottle",
    ],
    "DEFAULT_THROTTLE_RATES": {
        "anon": env.text("API_RATE_ANON", "60/min"),
        "user": env.text("API_RATE_USER", "300/min"),
        "write": env.text("API_RATE_WRITE", "120/min"),
    },
    "EXCEPTION_HANDLER": "games.api.errors.exception_handler",
    "NUM_PROXIES": TRUSTED_PROXIES,
    "PAGE_SIZE": 25,
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
}

SPECTACULAR_SETTINGS = {
    "TITLE": "Marrakech by Mail",
    "DESCRIPTION": "Tables, turns and players, for bots and other programs. docs/api.md explains how to use it.",
    "VERSION": __version__,
    "OAS_VERSION": "3.1.0",
    "SCHEMA_PATH_PREFIX": "/api/v[0-9]",
    "SERVE_INCLUDE_SCHEMA": False,
    "ENUM_NAME_OVERRIDES": {
        "Status": "games.core.choices.Status",
        "Pace": "games.core.choices.Pace",
        "SeatOrder": "games.core.choices.SeatOrder",
        "InvitationState": "games.lobby.models.InvitationState",
        "EventKind": "games.core.models.EventKind",
        "ProposalKind": "games.play.models.ProposalKind",
        "ProposalState": "games.play.models.ProposalState",
        "Rule": "games.conduct.models.Rule",
        "SanctionKind": "games.conduct.models.SanctionKind",
    },
    "ENUM_GENERATE_CHOICE_DESCRIPTION": False,
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "games.common.api.name_session_cookie",
    ],
}

LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("fr", "Français"), ("de", "Deutsch")]
LOCALE_PATHS = [BASE_DIR / "locale"]
FORMAT_MODULE_PATH = "marrakech_site.formats"
TIME_ZONE = "UTC"
USE_I18N = True
USE_TZ = True
CLOCK_OFFSET = env.number("CLOCK_OFFSET", 0) if DEBUG else 0  # hours by which the site's clock is ahead, to try clocks

STATIC_URL = "/static/"
STATIC_ROOT = Path(env.text("STATIC_ROOT", str(BASE_DIR / "staticfiles")))
STATICFILES_DIRS = [BASE_DIR / "static"]
# With DEBUG, each file as it is in static/, unless ./run has collected them.
STATIC_BUNDLES = not DEBUG or env.flag("STATIC_BUNDLES")
FILES = env.files(DATA_DIR)  # animations and copies of data
STORAGES = {
    "default": FILES,
    "staticfiles": {
        "BACKEND": "marrakech_site.static_files.BundledStorage"
        if STATIC_BUNDLES
        else "django.contrib.staticfiles.storage.StaticFilesStorage"
    },
}
WHITENOISE_AUTOREFRESH = WHITENOISE_USE_FINDERS = not STATIC_BUNDLES

DJANGO_STRUCTLOG_CELERY_ENABLED = True  # a task logs the ids of the request that started it
# Who may read the figures of the site, and where errors are reported (docs/monitoring.md).
METRICS_PORT, METRICS_TOKEN = env.text("METRICS_PORT"), env.text("METRICS_TOKEN")
metrics_folder.use()
SENTRY_DSN = env.text("SENTRY_DSN")
OTEL_ENDPOINT = env.text("OTEL_EXPORTER_OTLP_ENDPOINT")
HAS_TRACES = bool(OTEL_ENDPOINT) and env.is_installed("opentelemetry.exporter.otlp.proto.http")  # else a check says so
if HAS_TRACES:
    MIDDLEWARE.insert(0, "marrakech_site.telemetry.trace_requests")
LOGGING = logs.configuration(readable=DEBUG, level=env.text("LOG_LEVEL", "INFO").upper())
LOGGING["handlers"]["reports"] = {"class": "marrakech_site.errors.ErrorReports", "level": "ERROR"}
LOGGING["root"]["handlers"].append("reports")
