"""The model settings, and the places where a model is usually found."""

from django.conf import settings

from studio.models import Endpoint
from studio.queries import values

PRESETS = (
    values.Preset("openai", "OpenAI", "https://api.openai.com/v1",
                  "Needs a key from your account there."),
    values.Preset("ollama", "Ollama", "http://localhost:11434/v1",
                  "Start it with `ollama serve`; name a model that you pulled."),
    values.Preset("lmstudio", "LM Studio", "http://localhost:1234/v1",
                  "Switch its local server on."),
    values.Preset("llamacpp", "llama.cpp", "http://localhost:8080/v1",
                  "Start `llama-server` with your model."),
    values.Preset("vllm", "vLLM", "http://localhost:8000/v1",
                  "Start it with `vllm serve`."),
)  # fmt: skip


def model_page(row: Endpoint | None = None) -> values.ModelPage:
    """Where a model may be found, whether a key is kept, and what is set elsewhere."""
    is_fixed = bool(settings.STUDIO.base_url)
    return values.ModelPage(
        presets=PRESETS,
        has_key=bool(row and row.api_key),
        fixed_by="OPENAI_BASE_URL" if is_fixed else "",
    )
