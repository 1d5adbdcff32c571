"""The model settings, and the places where a model is usually found."""

from django.conf import settings

from studio.models import Endpoint
from studio.queries import endpoints, values

PRESETS = (
    values.Preset("openai", "OpenAI", "https://api.openai.com/v1", True,
                  "Needs a key from your account there."),
    values.Preset("ollama", "Ollama", "http://localhost:11434/v1", False,
                  "Start it with `ollama serve`; name a model that you pulled."),
    values.Preset("lmstudio", "LM Studio", "http://localhost:1234/v1", False,
                  "Switch its local server on."),
    values.Preset("llamacpp", "llama.cpp", "http://localhost:8080/v1", False,
                  "Start `llama-server` with your model."),
    values.Preset("vllm", "vLLM", "http://localhost:8000/v1", False,
                  "Start it with `vllm serve`."),
)  # fmt: skip


def model_page(answer: values.ModelAnswer | None = None) -> values.ModelPage:
    """What is set up, where it was set, and what a test of it said."""
    row = Endpoint.objects.filter(is_default=True).first()
    is_fixed = bool(settings.STUDIO.base_url)
    return values.ModelPage(
        presets=PRESETS,
        has_key=bool(settings.STUDIO.api_key if is_fixed else row and row.api_key),
        fixed_by="OPENAI_BASE_URL" if is_fixed else "",
        is_demo=not is_fixed and row is None and endpoints.demonstration() is not None,
        answer=answer,
        source="environment" if is_fixed else "here" if row else "",
    )


def presets() -> tuple[values.Preset, ...]:
    """Known places where a model may answer."""
    return PRESETS
