/*
 * Descriptions of every setting in .env.example; scripts/env-example.ts writes the file, and a test compares both with the
 * schema. Every example is a valid value, or empty for a secret.
 */

type Setting = { name: string; example: string; about?: string };

export const settingGroups: readonly (readonly Setting[])[] = [
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
      name: "SMTP_URL",
      example: "smtps://user:password@smtp.example:465",
      about:
        "Mail. Without SMTP_URL every mail is a file in DATA_DIR/mailbox, outside production readable at /dev/mailbox. Production needs SMTP_URL, or MAIL=mailbox to keep mails as files on purpose. Set one of the two.",
    },
    { name: "MAIL", example: "mailbox" },
    { name: "MAIL_FROM", example: "GTMarc <hello@gtmarc.example>" },
    { name: "CONTACT_EMAIL", example: "hello@gtmarc.example" },
    {
      name: "MAIL_WEBHOOK_SECRET",
      example: "",
      about:
        "Lets your mail server or Postmark post what comes back (bounces, complaints, replies) to /api/webhooks/mail; at least 16 characters.",
    },
    {
      name: "MAIL_REPLY_ADDRESS",
      example: "reply@in.gtmarc.example",
      about:
        "Replies to outreach mails go to this address with +TOKEN before the @. At most 11 characters before the @.",
    },
    {
      name: "MAIL_SES_TOPICS",
      example: "arn:aws:sns:eu-west-1:123456789012:mail",
      about: "Topics of Amazon SNS that post what Amazon SES reports and receives to /api/webhooks/mail/ses.",
    },
    {
      name: "NEWSLETTER_CONFIRMATION",
      example: "on",
      about:
        "A newsletter subscription counts once the owner of the address has opened the link in an email: on or off. Default: on, unless the list has addresses that were never confirmed (it is older than this setting, or the setting was off).",
    },
  ],
  [
    {
      name: "LEGAL_NAME",
      example: "GTMarc LLC",
      about:
        "The firm as a legal person: in the footer, the terms, the privacy policy, on the contact page, and on invoices that have no BILLING_SENDER. Empty settings are not shown; a production site without name and address starts with a warning.",
    },
    {
      name: "LEGAL_ADDRESS",
      example: "1 Drawing Office Street|New York, NY 10001|United States",
      about: "Lines are separated by |.",
    },
    { name: "LEGAL_REGISTRATION", example: "Delaware file number 1234567" },
    {
      name: "ARCHITECTS",
      example: "Dana Reed;Principal architect;dana.jpg|Sam Cole;Automation architect",
      about:
        "The people who do the work, on Our Approach and Our Story: name;role;picture, separated by |. A picture is a file in DATA_DIR/people (JPEG, PNG, WebP or AVIF, square, at least 480 px).",
    },
  ],
  [
    {
      name: "GOOGLE_CLIENT_ID",
      example: "",
      about:
        "Sign-in with Google and Microsoft; without the two settings of a provider its button is not shown. The redirect URIs to register are SITE_URL/auth/callback/google and SITE_URL/auth/callback/microsoft. In Microsoft's app registration add the optional claim xms_edov to the ID token: without it Microsoft does not say whether a work address is verified.",
    },
    { name: "GOOGLE_CLIENT_SECRET", example: "" },
    { name: "MICROSOFT_CLIENT_ID", example: "" },
    { name: "MICROSOFT_CLIENT_SECRET", example: "" },
    {
      name: "OPENID_TEST_ISSUER",
      example: "",
      about:
        "Tests only, refused in production: another server that speaks OpenID Connect, at /google and /microsoft below this address.",
    },
  ],
  [
    {
      name: "STRIPE_SECRET_KEY",
      example: "",
      about:
        "The 499 USD unlock. With both keys it is paid by Stripe Checkout (webhook: SITE_URL/api/webhooks/stripe); without, by invoice.",
    },
    { name: "STRIPE_WEBHOOK_SECRET", example: "" },
    { name: "STRIPE_API_URL", example: "", about: "For tests: another server that speaks Stripe's API." },
    {
      name: "BILLING_SENDER",
      example: "GTMarc LLC|1 Drawing Office Street|New York, NY 10001|EIN 12-3456789",
      about:
        "Printed on invoices, which are not issued without both: name and address of the firm (at least two lines), and where to pay to. Lines are separated by |.",
    },
    { name: "BILLING_BANK_DETAILS", example: "Bank: First Example Bank|Account: 000123456789|Routing: 021000021" },
  ],
  [
    {
      name: "INVOICE_REMINDERS",
      example: "on",
      about: "Reminders of overdue invoices, 7 and 14 days after the due day: on or off.",
    },
  ],
  [
    {
      name: "SOCIAL_URL",
      example: "https://www.linkedin.com/company/your-firm",
      about: "The firm's page on a social network, linked in the footer; without it the footer has no such link.",
    },
  ],
  [
    {
      name: "COMPANY_TIMEZONE",
      example: "America/New_York",
      about: "The firm's zone: days on pages, documents and mails, business days, and the scheduler's office hours.",
    },
  ],
  [
    {
      name: "CALENDLY_URL",
      example: "https://calendly.com/your-firm/strategy-session",
      about:
        "Calendly instead of our own scheduler on /contact; the key is that of its webhook subscription to /api/webhooks/calendly.",
    },
    { name: "CALENDLY_WEBHOOK_SIGNING_KEY", example: "" },
  ],
  [
    {
      name: "ACCESS_CODE_DELAY_BUSINESS_DAYS",
      example: "4",
      about: "Business days after which an access request is approved automatically; 0 sends the code at once.",
    },
  ],
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
      name: "HSTS",
      example: "host",
      about:
        "With an https SITE_URL browsers use https for this host only. subdomains: for its subdomains too; preload: also allow the preload list.",
    },
  ],
  [
    {
      name: "OUTREACH_WEEKLY_CAP",
      example: "3",
      about: "Email sequences: mails of lists per person in seven days, and mails per minute in all and to one domain.",
    },
    { name: "OUTREACH_PER_MINUTE", example: "60" },
    { name: "OUTREACH_PER_DOMAIN_PER_MINUTE", example: "20" },
  ],
  [
    {
      name: "PREVIEW_HOSTS",
      example: "*.vercel.app,*.netlify.app,*.pages.dev",
      about:
        "Hosts that are closed to the public (patterns with commas), and the domains that may open them by a message from a subdomain (a comma: none).",
    },
    { name: "PREVIEW_TRUSTED_DOMAINS", example: "vercel.app,netlify.app,pages.dev" },
  ],
  [{ name: "DEVTOOLS_BANNER", example: "on", about: "off: no banner when developer tools are open." }],
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
  [
    {
      name: "AI_BASE_URL",
      example: "http://127.0.0.1:11434/v1",
      about:
        "A language model behind an OpenAI-compatible address writes the summary of an analysis; unset, the built-in text is used. It receives figures and process names, never the name of a company or a person.",
    },
    { name: "AI_MODEL", example: "" },
    { name: "AI_API_KEY", example: "" },
  ],
];

const width = 130;

/** The whole file. */
export function settingsExample(): string {
  const head = [
    "# Nothing here is needed to start: copy to .env and set what you want to change. Every setting is checked at start.",
    "# Written by scripts/env-example.ts.",
  ].join("\n");
  const lines = ({ name, example, about }: Setting) => [...(about ? wrapped(about) : []), `#${name}=${example}`];
  return `${[head, ...settingGroups.map((group) => group.flatMap(lines).join("\n"))].join("\n\n")}\n`;
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
