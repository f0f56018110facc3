import { resolve } from "node:path";
import { z } from "zod";
import { dataDirProblem, keptSecret } from "./data-dir.server.ts";
import { isLoopbackName } from "./ip-address.server.ts";
import { logLevels } from "./log.server.ts";
import {
  addresses,
  databaseUrl,
  domains,
  emailAddress,
  headerPairs,
  hostOrAddress,
  hostPatterns,
  lines,
  onOff,
  origin,
  people,
  replyAddress,
  secretWord,
  sender,
  share,
  text,
  timezone,
  topics,
  url,
  wholeNumber,
} from "./setting-values.server.ts";

/** Lists every invalid setting with its name and the expected value. The process exits with status 2. */
export class SettingsError extends Error {
  readonly problems: string[];
  constructor(problems: string[]) {
    super(`These settings are not usable:\n${problems.map((problem) => `  - ${problem}`).join("\n")}`);
    this.problems = problems;
  }
}

const secretLength = 32;

const Variables = z.object({
  PORT: wholeNumber(0, 65_535).default(3000),
  HOST: hostOrAddress.optional(),
  SITE_URL: origin.optional(),
  DATA_DIR: text(1).default("./data"),
  DATABASE_URL: databaseUrl.optional(),
  DATABASE_READ_URL: databaseUrl.optional(),
  DATABASE_CONNECTIONS: wholeNumber(1, 1000).default(20),
  DATABASE_JOBS_CONNECTIONS: wholeNumber(1, 1000).default(6),
  DATABASE_READ_CONNECTIONS: wholeNumber(1, 1000).default(10),
  DATABASE_POOLER: z.enum(["none", "transaction"], "needs none or transaction").default("none"),
  SECRET: text(secretLength).optional(),
  SMTP_URL: url(["smtp:", "smtps:"]).optional(),
  MAIL: z.enum(["mailbox"], "takes mailbox or nothing").optional(),
  MAIL_FROM: sender.default("GTMarc <hello@gtmarc.example>"),
  MAIL_WEBHOOK_SECRET: text(16).optional(),
  MAIL_REPLY_ADDRESS: replyAddress.optional(),
  MAIL_SES_TOPICS: topics.default([]),
  CONTACT_EMAIL: emailAddress.default("hello@gtmarc.example"),
  NEWSLETTER_CONFIRMATION: onOff.optional(),
  LEGAL_NAME: text(2, 200).optional(),
  LEGAL_ADDRESS: lines.optional(),
  LEGAL_REGISTRATION: text(2, 200).optional(),
  ARCHITECTS: people.default([]),
  CALENDLY_URL: url(["https:"]).optional(),
  CALENDLY_WEBHOOK_SIGNING_KEY: secretWord().optional(),
  STRIPE_SECRET_KEY: secretWord()
    .regex(/^(?!pk_)/, "needs the secret key, not the publishable one")
    .optional(),
  STRIPE_WEBHOOK_SECRET: secretWord().optional(),
  STRIPE_API_URL: url(["http:", "https:"]).optional(),
  GOOGLE_CLIENT_ID: text(1).optional(),
  GOOGLE_CLIENT_SECRET: secretWord().optional(),
  MICROSOFT_CLIENT_ID: text(1).optional(),
  MICROSOFT_CLIENT_SECRET: secretWord().optional(),
  OPENID_TEST_ISSUER: url(["http:", "https:"]).optional(),
  BILLING_SENDER: text(2, 500).optional(),
  BILLING_BANK_DETAILS: text(0, 500).default(""),
  INVOICE_REMINDERS: onOff.default(true),
  COMPANY_TIMEZONE: timezone.default("America/New_York"),
  SOCIAL_URL: url(["https:"]).optional(),
  AI_BASE_URL: url(["http:", "https:"]).optional(),
  AI_API_KEY: secretWord().optional(),
  AI_MODEL: text(1).optional(),
  PREVIEW_HOSTS: hostPatterns.default(["*.vercel.app", "*.netlify.app", "*.pages.dev"]),
  PREVIEW_TRUSTED_DOMAINS: domains.default(["vercel.app", "netlify.app", "pages.dev"]),
  ACCESS_CODE_DELAY_BUSINESS_DAYS: wholeNumber(0, 60).default(4),
  OUTREACH_WEEKLY_CAP: wholeNumber(1, 50).default(3),
  OUTREACH_PER_MINUTE: wholeNumber(1, 60_000).default(60),
  OUTREACH_PER_DOMAIN_PER_MINUTE: wholeNumber(1, 60_000).default(20),
  HSTS: z.enum(["host", "subdomains", "preload"], "needs host, subdomains or preload").default("host"),
  TRUSTED_PROXIES: addresses.default([]),
  TRUST_FORWARDED_HOST: onOff.default(false),
  DEVTOOLS_BANNER: onOff.default(true),
  LOG_LEVEL: z.enum(logLevels, `needs one of ${logLevels.join(", ")}`).default("info"),
  JOBS: onOff.default(true),
  SERVE: onOff.default(true),
  STOP_GRACE_SECONDS: wholeNumber(0, 60).optional(),
  METRICS_TOKEN: secretWord(16).optional(),
  WEBHOOK_ALLOW_PRIVATE: onOff.default(false),
  ANALYTICS_INGEST: z.enum(["durable", "batched"], "needs durable or batched").default("durable"),
  ANALYTICS_URL: url(["http:", "https:"]).optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: url(["http:", "https:"]).optional(),
  OTEL_EXPORTER_OTLP_HEADERS: headerPairs.default({}),
  OTEL_SERVICE_NAME: text(1, 200).default("gtmarc"),
  OTEL_TRACES_SAMPLER_ARG: share.default(1),
});

export const settingNames: readonly string[] = Object.keys(Variables.shape);

export type Settings = Omit<
  z.infer<typeof Variables>,
  "HOST" | "SITE_URL" | "SECRET" | "MAIL" | "STOP_GRACE_SECONDS" | "BILLING_SENDER"
> & {
  /** Printed on invoices, its lines divided by `|`. The legal identity, unless the operator set another sender. */
  BILLING_SENDER: string;
  HOST: string;
  /** The origin of the site, without a trailing slash. */
  SITE_URL: string;
  SECRET: string;
  /** How long a stopping process continues to accept requests, so that a proxy notices. Five behind a proxy, zero without one. */
  STOP_GRACE_SECONDS: number;
  /**
   * Whether the operator set NODE_ENV=production. Built code always runs with NODE_ENV=production, so NODE_ENV itself does
   * not show it.
   */
  production: boolean;
};

type Filled = Readonly<Record<string, string | undefined>>;

/**
 * Validates the settings and fills in defaults. `GTMARC_MODE` carries the operator's own NODE_ENV (scripts/bootstrap.js).
 * Throws SettingsError naming every invalid one, before anything is written. Then, if SECRET is not set, creates DATA_DIR and
 * the secret in it.
 */
export function readSettings(source: Filled): Settings {
  const filled: Filled = Object.fromEntries(Object.entries(source).filter(([, value]) => value));
  const production = filled["GTMARC_MODE"] === "production";
  const parsed = Variables.safeParse(filled);
  const problems = [
    ...(parsed.error?.issues ?? []).map((issue) => `${issue.path.join(".")} ${issue.message}`),
    ...(production ? missingInProduction(filled) : []),
    ...contradictions(filled),
    ...quotedValues(filled),
    ...storageProblems(filled),
  ];
  if (!parsed.success || problems.length > 0) throw new SettingsError(problems);

  const { MAIL: _, ...variables } = parsed.data;
  const dataDir = resolve(variables.DATA_DIR);
  return {
    ...variables,
    DATA_DIR: dataDir,
    BILLING_SENDER: variables.BILLING_SENDER ?? legalSender(variables),
    HOST: variables.HOST ?? (production ? "0.0.0.0" : "127.0.0.1"),
    SITE_URL: variables.SITE_URL ?? `http://localhost:${variables.PORT}`,
    SECRET: variables.SECRET ?? secretIn(dataDir),
    STOP_GRACE_SECONDS: variables.STOP_GRACE_SECONDS ?? (variables.TRUSTED_PROXIES.length > 0 ? 5 : 0),
    production,
  };
}

const legalSender = ({ LEGAL_NAME, LEGAL_ADDRESS = [], LEGAL_REGISTRATION }: LegalSettings) =>
  [LEGAL_NAME ?? "GTMarc", ...LEGAL_ADDRESS, LEGAL_REGISTRATION].filter(Boolean).join("|");
type LegalSettings = Pick<z.infer<typeof Variables>, "LEGAL_NAME" | "LEGAL_ADDRESS" | "LEGAL_REGISTRATION">;

/** Legal details that a production site should set and does not; the start and `gtmarc check` warn about them. */
export function missingLegalSettings({ LEGAL_NAME, LEGAL_ADDRESS }: LegalSettings): string[] {
  return [
    ...(LEGAL_NAME ? [] : ["LEGAL_NAME is not set: the site does not say which legal person runs it."]),
    ...(LEGAL_ADDRESS?.length ? [] : ["LEGAL_ADDRESS is not set: the site gives no postal address."]),
  ];
}

function missingInProduction(filled: Filled): string[] {
  const { SITE_URL, SECRET, SMTP_URL, MAIL, WEBHOOK_ALLOW_PRIVATE, OPENID_TEST_ISSUER } = filled;
  const problems: string[] = [];
  if (!SITE_URL) problems.push("SITE_URL is required in production, such as https://gtmarc.example");
  else if (isPlainHttp(SITE_URL))
    problems.push("SITE_URL needs https in production: over http, passwords and sessions can be intercepted");
  if (!SECRET) problems.push(`SECRET is required in production: at least ${secretLength} random characters`);
  if (WEBHOOK_ALLOW_PRIVATE === "on")
    problems.push("WEBHOOK_ALLOW_PRIVATE is for tests: in production it would open the private network to webhooks");
  if (OPENID_TEST_ISSUER) problems.push("OPENID_TEST_ISSUER is for tests: in production it could sign in as anyone");
  if (!SMTP_URL && MAIL !== "mailbox")
    problems.push(
      "SMTP_URL is required in production, because otherwise no mail is sent; MAIL=mailbox keeps mails as files on purpose",
    );
  return problems;
}

/** Whether the URL uses http to a host other than loopback. */
function isPlainHttp(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return protocol === "http:" && !isLoopbackName(hostname);
}

function contradictions(filled: Filled): string[] {
  const problems: string[] = [];
  for (const [one, other] of [
    ["STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET"],
    ["AI_BASE_URL", "AI_MODEL"],
    ["GOOGLE_CLIENT_ID", "GOOGLE_CLIENT_SECRET"],
    ["MICROSOFT_CLIENT_ID", "MICROSOFT_CLIENT_SECRET"],
  ] as const)
    if (Boolean(filled[one]) !== Boolean(filled[other]))
      problems.push(`${one} and ${other} belong together: set both or neither`);
  if (filled["AI_API_KEY"] && !filled["AI_BASE_URL"])
    problems.push("AI_API_KEY has no effect without AI_BASE_URL: set both");
  if (filled["TRUST_FORWARDED_HOST"] === "on" && !filled["TRUSTED_PROXIES"])
    problems.push("TRUST_FORWARDED_HOST has no effect without TRUSTED_PROXIES: name the proxies that may set the host");
  if (filled["MAIL_REPLY_ADDRESS"] && !filled["MAIL_WEBHOOK_SECRET"] && !filled["MAIL_SES_TOPICS"])
    problems.push(
      "MAIL_REPLY_ADDRESS has no use without MAIL_WEBHOOK_SECRET or MAIL_SES_TOPICS: replies would not arrive here",
    );
  if (filled["DATABASE_READ_URL"] && !filled["DATABASE_URL"])
    problems.push("DATABASE_READ_URL has no effect without DATABASE_URL: set both");
  if (filled["SERVE"] === "off" && filled["JOBS"] === "off")
    problems.push("JOBS=off and SERVE=off leave nothing to do: set one of them");
  if (filled["SERVE"] === "off" && !filled["DATABASE_URL"])
    problems.push("SERVE=off needs DATABASE_URL: another process serves the site from the same database");
  if (filled["MAIL"] && filled["SMTP_URL"])
    problems.push("MAIL=mailbox and SMTP_URL contradict each other: set one of them");
  return problems;
}

/** `docker --env-file` keeps the quotes that other readers of the same file remove. */
const quotedValues = (filled: Filled): string[] =>
  settingNames
    .filter((name) => /^(["'`]).*\1$/s.test(filled[name] ?? ""))
    .map((name) => `${name} has quotes around its value, as docker --env-file keeps them: write it without`);

/** DATA_DIR contains the embedded database, the secret and the mailbox; it is only checked if one of them is used. */
function storageProblems({ DATA_DIR = "./data", DATABASE_URL, SECRET, SMTP_URL }: Filled): string[] {
  const problem = DATABASE_URL && SECRET && SMTP_URL ? null : dataDirProblem(resolve(DATA_DIR));
  return problem ? [`DATA_DIR needs a writable directory: ${problem}`] : [];
}

function secretIn(dataDir: string): string {
  try {
    return keptSecret(dataDir, secretLength);
  } catch (error) {
    throw new SettingsError([`DATA_DIR cannot keep the secret: ${(error as Error).message}`]);
  }
}

let settings: Settings | undefined;

/** The process's settings, read once. Apart from the log level, this file is the only one that reads process.env. */
export function env(): Settings {
  settings ??= readSettings(process.env);
  return settings;
}

/** How an operator calls a command here: through the launcher of a release archive, which names itself, or through npm. */
export const operatorCommand = (command: string): string =>
  `${process.env["GTMARC_LAUNCHER"] ?? "npm run gtmarc --"} ${command}`;

/** Replaces this process's settings; tests use it instead of changing the environment. */
export function useSettings(changes: Partial<Settings>): Settings {
  // A test with its own secret creates none, so it leaves no directory behind.
  const { DATA_DIR = "./data", SECRET } = changes;
  settings = { ...(settings ?? readSettings({ DATA_DIR, SECRET })), ...changes };
  return settings;
}
