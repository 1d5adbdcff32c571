"""The one settings file: what Django is told, from the checked environment."""

import sys
from typing import Any, NoReturn

import dj_database_url

from studio import env
from studio.local import postgres


def _environment() -> env.Environment:
    try:
        return env.read()
    except env.Refused as refusal:
        _refuse(refusal)


def _refuse(reason: Exception) -> NoReturn:
    # One line for the person at the terminal; a traceback would hide it.
    sys.stderr.write(f"{reason}\n")
    raise SystemExit(2)


def _address(environment: env.Environment) -> dict[str, Any]:
    if environment.database_url:
        return dict(dj_database_url.parse(environment.database_url))
    try:
        return postgres.address(environment.data).as_django()
    except postgres.CannotServe as reason:
        _refuse(reason)


def _database(environment: env.Environment) -> dict[str, Any]:
    database = _address(environment)
    patience = {
        "connect_timeout": 5,
        "keepalives": 1,
        "keepalives_idle": 30,
        "keepalives_interval": 10,
        "keepalives_count": 3,
        "tcp_user_timeout": 30_000,
        "options": "-c statement_timeout=60s -c lock_timeout=30s"
        # Compiling a statement costs more than it saves, whatever the planner expects of it.
        " -c idle_in_transaction_session_timeout=20s -c jit=off",
        # Planning was the greater part of what the same few statements cost the server.
        "server_side_binding": True,
        "prepare_threshold": 2,
    }
    database["OPTIONS"] = patience | database.get("OPTIONS", {})
    return database | {"CONN_MAX_AGE": 60, "CONN_HEALTH_CHECKS": True}


STUDIO = _environment()

BASE_DIR = env.CHECKOUT
SECRET_KEY = STUDIO.secret_key or env.kept_secret(STUDIO.data / "secret.key")
DEBUG = STUDIO.debug
ALLOWED_HOSTS = list(STUDIO.allowed_hosts)

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "channels",
    "django_htmx",
    "heroicons",
    "procrastinate.contrib.django",
    "studio",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "studio.web.frame.policy",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "studio.web.frame.SignedIn",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "studio.web.presence.noted",
]

ROOT_URLCONF = "studio.urls"
ASGI_APPLICATION = "studio.asgi.application"

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
                "studio.web.frame.surroundings",
            ],
        },
    },
]

DATABASES = {"default": _database(STUDIO)}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
CHANNEL_LAYERS = {"default": {"BACKEND": "channels.layers.InMemoryChannelLayer"}}

AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in ("UserAttributeSimilarityValidator", "MinimumLengthValidator")
]
LOGIN_URL = "sign_in"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "/"

# What is sent is read at once: files of a process that is killed would stay for ever.
FILE_UPLOAD_MAX_MEMORY_SIZE = 60_000_000

LANGUAGE_CODE = "en"
TIME_ZONE = STUDIO.time_zone
USE_I18N = True
USE_TZ = True

STATIC_URL = "/static/"
STATICFILES_DIRS = [folder for folder in [BASE_DIR / "static"] if folder.is_dir()]
# Served from where they are: there is no copy of them that could be out of date.
WHITENOISE_USE_FINDERS = True

SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
X_FRAME_OPTIONS = "DENY"

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "%(asctime)s %(levelname)s %(name)s: %(message)s"}},
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["stderr"], "level": "WARNING"},
    "loggers": {"studio": {"level": "INFO"}},
}
