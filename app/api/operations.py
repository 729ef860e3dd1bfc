"""For those who run the service: whether it is well, and its figures for Prometheus. No person is in them."""

from collections.abc import Iterator

from flask import Blueprint, Flask, Response, current_app, jsonify, request
from prometheus_client import CollectorRegistry, Counter, ProcessCollector, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily
from prometheus_client.registry import Collector

from app.api.access import services
from app.services import Services

BLUEPRINT = Blueprint("operations", __name__)
TEXT_FORMAT = "text/plain; version=0.0.4; charset=utf-8"
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")


class Figures(Collector):
    """What services count themselves, read when it is asked for."""

    def __init__(self, program: Services) -> None:
        """Read from these services."""
        self._program = program

    def collect(self) -> Iterator[CounterMetricFamily | GaugeMetricFamily]:
        """The figures of this moment."""
        paid = CounterMetricFamily(
            "reckless_payments", "Payments asked for, by how they ended", labels=["outcome"]
        )
        for outcome, count in self._program.payments.outcomes.counts().items():
            paid.add_metric([outcome], count)
        yield paid
        yield GaugeMetricFamily(
            "reckless_open_streams", "Live updates that are open", value=self._program.hub.watchers()
        )
        yield GaugeMetricFamily(
            "reckless_waiting_writes",
            "Writes that wait for the next commit",
            value=self._program.health.waiting_writes(),
        )


def init_app(app: Flask) -> None:
    """Add both addresses, and count every request of the whole application."""
    registry = CollectorRegistry()
    ProcessCollector(registry=registry)
    registry.register(Figures(app.extensions["reckless"]))
    requests = Counter(
        "reckless_requests",
        "Requests answered, by route and status",
        ["route", "method", "status"],
        registry=registry,
    )
    app.extensions["reckless.metrics"] = registry

    @app.after_request
    def count(response: Response) -> Response:
        # The rule, never the address: an address names people and tables, and there is no end of them.
        route = request.url_rule.rule if request.url_rule else "unknown"
        method = request.method if request.method in METHODS else "other"
        requests.labels(route, method, str(response.status_code)).inc()
        return response

    app.register_blueprint(BLUEPRINT)


@BLUEPRINT.get("/healthz")
def healthz() -> tuple[Response, int]:
    """200 while the service can work, 503 while it can't."""
    stopping = services().hub.closed
    answers = services().health.database_answers()
    well = answers and not stopping
    answer = {
        "status": "ok" if well else "stopping" if stopping else "unavailable",
        "database": "ok" if answers else "does not answer",
    }
    return _kept_by_nobody(jsonify(answer)), 200 if well else 503


@BLUEPRINT.get("/metrics")
def metrics() -> Response:
    """The figures of this process in Prometheus' text format."""
    figures = generate_latest(current_app.extensions["reckless.metrics"])
    return _kept_by_nobody(Response(figures, content_type=TEXT_FORMAT))


def _kept_by_nobody(response: Response) -> Response:
    response.headers["Cache-Control"] = "no-store"
    response.headers["X-Content-Type-Options"] = "nosniff"
    return response
