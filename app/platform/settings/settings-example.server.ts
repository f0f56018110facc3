import { type SettingGroup, type SettingKind, settingGroups } from "./definition.ts";
import { definitionOf, groupOf, settingVariables } from "./definitions.server.ts";

/*
 * .env.example: descriptions of the settings of the process, then the definitions of those that admins can also change in the
 * browser. scripts/env-example.ts writes the file, and a test compares it with the schema. Every example is a valid value, or empty
 * for a secret.
 */

type Setting = { name: string; example: string; about?: string };

const processGroups: readonly (readonly Setting[])[] = [
  [
    {
      name: "PORT",
      example: "3000",
      about: "Where it listens and how visitors reach it. SITE_URL is required in production (NODE_ENV=production).",
    },
    { name: "HOST", example: "127.0.0.1" },
    { name: "SITE_URL", example: "https://gtmarc.example" },
  ],
  [
    { name: "DATA_DIR", example: "./data", about: "Data. Without DATABASE_URL a PostgreSQL 18 runs inside DATA_DIR." },
    { name: "DATABASE_URL", example: "postgres://user:password@host:5432/gtmarc" },
    {
      name: "DATABASE_READ_URL",
      example: "postgres://user:password@standby:5432/gtmarc",
      about:
        "Standbys of DATABASE_URL, for reports, dashboards and their exports. While they are away, DATABASE_URL is read.",
    },
    {
      name: "DATABASE_CONNECTIONS",
      example: "20",
      about: "Most connections of each process: to DATABASE_URL for requests and for jobs, and to DATABASE_READ_URL.",
    },
    { name: "DATABASE_JOBS_CONNECTIONS", example: "6" },
    { name: "DATABASE_READ_CONNECTIONS", example: "10" },
    {
      name: "DATABASE_POOLER",
      example: "none",
      about: "transaction: DATABASE_URL leads to a pooler in transaction mode, such as PgBouncer.",
    },
  ],
  [
    {
      name: "SECRET",
      example: "",
      about:
        "At least 32 random characters. Made once and kept in DATA_DIR outside production; required in production.",
    },
  ],
  [
    {
      name: "MAIL",
      example: "mailbox",
      about: "Keeps mails as files on purpose, although no mail server is set. Not together with SMTP_URL.",
    },
  ],
  [
    {
      name: "OPENID_TEST_ISSUER",
      example: "",
      about:
        "Tests only, refused in production: another server that speaks OpenID Connect, at /google and /microsoft below this address.",
    },
  ],
  [{ name: "STRIPE_API_URL", example: "", about: "For tests: another server that speaks Stripe's API." }],
  [
    {
      name: "TRUSTED_PROXIES",
      example: "127.0.0.1",
      about:
        "Reverse proxies that report the client's address in X-Forwarded-For or Forwarded: addresses or CIDR blocks with commas. Blocks need a prefix of at least 8 bits (IPv4) or 16 bits (IPv6).",
    },
  ],
  [
    {
      name: "TRUST_FORWARDED_HOST",
      example: "off",
      about:
        "on: X-Forwarded-Host and X-Forwarded-Proto of these proxies count too. Only for proxies that overwrite both headers.",
    },
  ],
  [
    {
      name: "JOBS",
      example: "on",
      about: "off: this process serves only and leaves jobs to another one on the same database.",
    },
    {
      name: "SERVE",
      example: "on",
      about: "off: this process only runs jobs; it still answers /healthz, /readyz and /metrics. Needs DATABASE_URL.",
    },
  ],
  [
    {
      name: "STOP_GRACE_SECONDS",
      example: "5",
      about:
        "Seconds for which a stopping process still accepts requests, so that a proxy notices; 5 with TRUSTED_PROXIES, else 0.",
    },
  ],
  [{ name: "LOG_LEVEL", example: "info" }],
  [
    {
      name: "ANALYTICS_INGEST",
      example: "durable",
      about:
        "Visits: durable responds to a reported page view once it is stored, batched before that. With batched, a process that is killed loses the hits of at most one second.",
    },
  ],
  [
    {
      name: "ANALYTICS_URL",
      example: "http://gtmarc:password@clickhouse:8123/gtmarc",
      about:
        "Visits: a ClickHouse database for hits, visits and views; without it they are in PostgreSQL. docs/analytics-on-clickhouse.md says when and how to switch.",
    },
  ],
  [
    {
      name: "WEBHOOK_ALLOW_PRIVATE",
      example: "off",
      about: "Tests only, refused in production: webhooks may use http and reach this machine and its network.",
    },
  ],
  [
    {
      name: "METRICS_TOKEN",
      example: "",
      about:
        "Lets a collector read /metrics with this bearer token, also through a proxy. Programs on the same machine need none.",
    },
  ],
  [
    {
      name: "OTEL_EXPORTER_OTLP_ENDPOINT",
      example: "http://127.0.0.1:4318",
      about:
        "Traces for OpenTelemetry, sent as OTLP/HTTP with JSON to /v1/traces below this address: requests, statements, jobs, mails and webhooks, without addresses or values. OTEL_TRACES_SAMPLER_ARG is the share of traces that is recorded, OTEL_EXPORTER_OTLP_HEADERS takes name=value,name=value.",
    },
    { name: "OTEL_EXPORTER_OTLP_HEADERS", example: "authorization=Bearer%20TOKEN" },
    { name: "OTEL_SERVICE_NAME", example: "gtmarc" },
    { name: "OTEL_TRACES_SAMPLER_ARG", example: "0.1" },
  ],
];

const width = 130;

/** How a value is written here, where the settings page has an input of its own. */
const formats: Partial<Record<SettingKind, string>> = {
  lines: " Lines are separated by |.",
  people: " People are separated by |.",
  picture: " As a data: URL.",
};

/** The whole file. */
export function settingsExample(): string {
  const head = [
    "# Nothing here is needed to start: copy to .env and set what you want to change. Every setting is checked at start.",
    "# Written by scripts/env-example.ts.",
  ].join("\n");
  const defined = (Object.keys(settingGroups) as SettingGroup[]).map((group) =>
    settingVariables
      .map((variable) => ({ variable, ...definitionOf(variable) }))
      .filter((definition) => groupOf(definition) === group)
      .map(({ variable, name, help, example, kind }) => ({
        ...{ name: variable, example, about: `${name}: ${help}${formats[kind] ?? ""}` },
      })),
  );
  const between = wrapped(
    "The rest can also be changed while the site runs: by admins at /admin/settings and with `gtmarc settings set`, under the name before the colon. A value here wins and cannot be changed there.",
  ).join("\n");
  const lines = ({ name, example, about }: Setting) => [...(about ? wrapped(about) : []), `#${name}=${example}`];
  const inFile = (group: readonly Setting[]) => group.flatMap(lines).join("\n");
  return `${[head, ...processGroups.map(inFile), between, ...defined.map(inFile)].join("\n\n")}\n`;
}

function wrapped(text: string): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(`# ${word}`);
  }
  return lines;
}
