import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";

export const registry = new Registry();

/** Collects process metrics; called once at start, not on import, so that tests do not collect them. */
export const collectProcessMetrics = () => collectDefaultMetrics({ register: registry });

export const httpRequests = new Histogram({
  name: "gtmarc_http_request_seconds",
  help: "Time from request to response, by method, kind of path and status class",
  labelNames: ["method", "kind", "status"],
  buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
  registers: [registry],
});

export const jobRuns = new Histogram({
  name: "gtmarc_job_seconds",
  help: "Time a job ran, by job and outcome",
  labelNames: ["job", "outcome"],
  buckets: [0.01, 0.05, 0.1, 0.5, 1, 5, 30, 120],
  registers: [registry],
});

export const mailOutcomes = new Counter({
  name: "gtmarc_mail_total",
  help: "Delivery attempts of mail by outcome: sent, retried, failed; and mails that came back: bounced",
  labelNames: ["outcome"],
  registers: [registry],
});

export const webhookOutcomes = new Counter({
  name: "gtmarc_webhook_attempts_total",
  help: "Requests to webhook endpoints by outcome: delivered, failed, gone (410)",
  labelNames: ["outcome"],
  registers: [registry],
});

export const rejectedRequests = new Counter({
  name: "gtmarc_rejected_requests_total",
  help: "Requests refused before they reached an endpoint, by reason",
  labelNames: ["reason"],
  registers: [registry],
});

export const collectedHits = new Counter({
  name: "gtmarc_analytics_hits_total",
  help: "Analytics hits by outcome: stored, rejected (not valid), refused (no room in memory), lost (acknowledged and not stored)",
  labelNames: ["outcome"],
  registers: [registry],
});

export const waitingAnalyticsHits = new Gauge({
  name: "gtmarc_analytics_waiting_hits",
  help: "Analytics hits that wait for ClickHouse, counted when this process could not deliver; 0 after it could",
  registers: [registry],
});

export const poolConnections = new Gauge({
  name: "gtmarc_database_connections",
  help: "Connections of the pool by state",
  labelNames: ["state"],
  registers: [registry],
});

// Series that exist only after their first event hide it from increase() and rate(), and so from alerts.
for (const outcome of ["sent", "retried", "failed", "bounced"]) mailOutcomes.inc({ outcome }, 0);
for (const outcome of ["delivered", "failed", "gone"]) webhookOutcomes.inc({ outcome }, 0);
for (const outcome of ["stored", "rejected", "refused", "lost"]) collectedHits.inc({ outcome }, 0);
