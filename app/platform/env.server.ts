import { randomBytes } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { z } from "zod";

/** Every bad setting at once, each with its name and what to write instead. The process ends with status 2. */
export class SettingsError extends Error {
  readonly problems: string[];
  constructor(problems: string[]) {
    super(`These settings are not usable:\n${problems.map((problem) => `  - ${problem}`).join("\n")}`);
    this.problems = problems;
  }
}

const list = z.string().transform((text) =>
  text
    .split(",")
    .map((item) => item.trim())
    .filter(Boolean),
);
const onOff = z.enum(["on", "off"]).transform((value) => value === "on");
const optionalUrl = (...protocols: string[]) =>
  z
    .string()
    .optional()
    .refine((text) => !text || (URL.canParse(text) && protocols.includes(new URL(text).protocol)), {
      error: `needs an address that starts with ${protocols.join("// or ")}//`,
    });
const timezone = z.string().refine((zone) => {
  try {
    return Boolean(new Intl.DateTimeFormat("en", { timeZone: zone }));
  } catch {
    return false;
  }
}, "needs an IANA zone such as America/New_York");

const Variables = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  HOST: z.string().min(1).optional(),
  SITE_URL: optionalUrl("http:", "https:"),
  DATA_DIR: z.string().min(1).default("./data"),
  DATABASE_URL: optionalUrl("postgres:", "postgresql:"),
  SECRET: z.string().min(32, "needs at least 32 characters").optional(),
  SMTP_URL: optionalUrl("smtp:", "smtps:"),
  MAIL_FROM: z.string().min(3).default("GTMarc <hello@gtmarc.example>"),
  MAIL_WEBHOOK_SECRET: z.string().min(16, "needs at least 16 characters").optional(),
  CONTACT_EMAIL: z.email("needs an e-mail address").default("hello@gtmarc.example"),
  CALENDLY_URL: optionalUrl("https:"),
  CALENDLY_WEBHOOK_SIGNING_KEY: z.string().optional(),
  STRIPE_SECRET_KEY: z.string().optional(),
  STRIPE_WEBHOOK_SECRET: z.string().optional(),
  STRIPE_API_URL: optionalUrl("http:", "https:"),
  BILLING_SENDER: z.string().min(2).max(500).default("GTMarc"),
  BILLING_BANK_DETAILS: z.string().max(500).default(""),
  COMPANY_TIMEZONE: timezone.default("America/New_York"),
  SOCIAL_URL: optionalUrl("https:"),
  AI_BASE_URL: optionalUrl("http:", "https:"),
  AI_API_KEY: z.string().optional(),
  AI_MODEL: z.string().optional(),
  PREVIEW_HOSTS: list.default(["*.vercel.app", "*.netlify.app", "*.pages.dev"]),
  PREVIEW_TRUSTED_DOMAINS: list.default(["vercel.app", "netlify.app", "pages.dev"]),
  ACCESS_CODE_DELAY_BUSINESS_DAYS: z.coerce.number().int().min(0).max(60).default(4),
  HSTS: z.enum(["host", "subdomains", "preload"], "needs host, subdomains or preload").default("host"),
  TRUSTED_PROXIES: list.default([]),
  TRUST_FORWARDED_HOST: onOff.default(false),
  DEVTOOLS_BANNER: onOff.default(true),
  LOG_LEVEL: z.enum(["trace", "debug", "info", "warn", "error", "fatal", "silent"]).default("info"),
  JOBS: onOff.default(true),
  STOP_GRACE_SECONDS: z.coerce.number().min(0).max(60).optional(),
  METRICS_TOKEN: z.string().min(16, "needs at least 16 characters").optional(),
});

export type Settings = Omit<z.infer<typeof Variables>, "HOST" | "SITE_URL" | "SECRET" | "STOP_GRACE_SECONDS"> & {
  HOST: string;
  /** Without a trailing slash. */
  SITE_URL: string;
  SECRET: string;
  /** How long a stopping process goes on accepting requests, for a proxy to notice. Five behind a proxy, zero without one. */
  STOP_GRACE_SECONDS: number;
  /** True when the operator set NODE_ENV=production; built code always runs with NODE_ENV=production, so that says nothing. */
  production: boolean;
};

/**
 * Checks the settings and fills in defaults. `GTMARC_MODE` carries the operator's own NODE_ENV (scripts/bootstrap.js).
 * Throws SettingsError naming every bad one. Creates DATA_DIR and, outside production, the secret kept in it.
 */
export function readSettings(source: Record<string, string | undefined>): Settings {
  const filled = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== undefined && value !== ""));
  const production = filled["GTMARC_MODE"] === "production";
  const parsed = Variables.safeParse(filled);
  const problems = parsed.success ? [] : parsed.error.issues.map((issue) => `${issue.path.join(".")} ${issue.message}`);
  if (production && !filled["SITE_URL"])
    problems.push("SITE_URL is required in production, such as https://gtmarc.example");
  if (production && !filled["SECRET"]) problems.push("SECRET is required in production: at least 32 random characters");
  if (Boolean(filled["STRIPE_SECRET_KEY"]) !== Boolean(filled["STRIPE_WEBHOOK_SECRET"]))
    problems.push("STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET go together: set both or neither");
  if (Boolean(filled["AI_BASE_URL"]) !== Boolean(filled["AI_MODEL"]))
    problems.push("AI_BASE_URL and AI_MODEL go together: set both or neither");
  if (!parsed.success || problems.length > 0) throw new SettingsError(problems);

  const variables = parsed.data;
  const dataDir = resolve(variables.DATA_DIR);
  return {
    ...variables,
    DATA_DIR: dataDir,
    HOST: variables.HOST ?? (production ? "0.0.0.0" : "127.0.0.1"),
    SITE_URL: (variables.SITE_URL ?? `http://localhost:${variables.PORT}`).replace(/\/+$/, ""),
    SECRET: variables.SECRET ?? keptSecret(dataDir),
    STOP_GRACE_SECONDS: variables.STOP_GRACE_SECONDS ?? (variables.TRUSTED_PROXIES.length > 0 ? 5 : 0),
    production,
  };
}

function keptSecret(dataDir: string): string {
  const file = join(dataDir, "secret");
  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true });
    try {
      writeFileSync(file, `${randomBytes(32).toString("base64url")}\n`, { mode: 0o600, flag: "wx" });
      chmodSync(file, 0o600);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  }
  return readFileSync(file, "utf8").trim();
}

let settings: Settings | undefined;

/** The process's settings, read once. This file is the only one that sees process.env. */
export function env(): Settings {
  settings ??= readSettings(process.env);
  return settings;
}

/** Replaces the settings of this process; tests give their own instead of touching the environment. */
export function useSettings(changes: Partial<Settings>): Settings {
  // With a secret of the test's own none is made and kept, so tests leave no directory behind.
  const { DATA_DIR = "./data", SECRET } = changes;
  settings = { ...(settings ?? readSettings({ DATA_DIR, SECRET })), ...changes };
  return settings;
}
