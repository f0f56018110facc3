import { resolve } from "node:path";
import { z } from "zod";
import { readFirmDaysFrom } from "#app/lib/dates/business-days.ts";
import { readVisitMonthsFrom } from "#app/lib/dates/visit-months.ts";
import { readFirmFrom } from "#app/lib/firm.ts";
import { defaultStageLabels, readStageLabelsFrom } from "#app/lib/words/stage-labels.ts";
import { dataDirProblem, keptSecret } from "./data-dir.server.ts";
import { isPublicHoliday } from "./dates/public-holidays.server.ts";
import { logLevels } from "./log.server.ts";
import { contradictions, type Filled, missingInProduction } from "./settings/contradictions.server.ts";
import {
  type DefinedSettings,
  definitionOf,
  type SettingVariable,
  settingDefinitions,
  settingVariables,
} from "./settings/definitions.server.ts";
import {
  addresses,
  databaseUrl,
  headerPairs,
  hostOrAddress,
  onOff,
  origin,
  secretWord,
  share,
  text,
  url,
  wholeNumber,
} from "./settings/setting-values.server.ts";

/** Lists every invalid setting with its name and the expected value. The process exits with status 2. */
export class SettingsError extends Error {
  readonly problems: string[];
  constructor(problems: string[]) {
    super(`These settings are not usable:\n${problems.map((problem) => `  - ${problem}`).join("\n")}`);
    this.problems = problems;
  }
}

const secretLength = 32;

const EnvironmentOnly = z.object({
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
  MAIL: z.enum(["mailbox"], "takes mailbox or nothing").optional(),
  STRIPE_API_URL: url(["http:", "https:"]).optional(),
  OPENID_TEST_ISSUER: url(["http:", "https:"]).optional(),
  TRUSTED_PROXIES: addresses.default([]),
  TRUST_FORWARDED_HOST: onOff.default(false),
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

/** A default is parsed like a value. */
const schemaOf = (variable: SettingVariable) => {
  const { schema, default: preset } = definitionOf(variable);
  return preset === undefined ? schema.optional() : schema.prefault(preset);
};
const definedShape = Object.fromEntries(settingVariables.map((variable) => [variable, schemaOf(variable)]));
const Variables = z.object({ ...EnvironmentOnly.shape, ...definedShape }) as unknown as z.ZodType<
  z.infer<typeof EnvironmentOnly> & DefinedSettings
>;

/** Settings of the process: where it listens, what it reads at start. Only the environment has them. */
export const environmentOnly: readonly string[] = Object.keys(EnvironmentOnly.shape);

export const settingNames: readonly string[] = [...environmentOnly, ...settingVariables];

export type Settings = Omit<
  z.infer<typeof EnvironmentOnly> & DefinedSettings,
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

/**
 * Validates the settings and fills in defaults. `GTMARC_MODE` carries the operator's own NODE_ENV (scripts/bootstrap.js).
 * Throws SettingsError naming every invalid one, before anything is written. Then, if SECRET is not set, creates DATA_DIR and
 * the secret in it.
 */
export function readSettings(source: Filled): Settings {
  const filled = filledOf(source);
  const production = isProduction(filled);
  const parsed = Variables.safeParse(filled);
  const problems = [
    ...(parsed.error?.issues ?? []).map((issue) => `${issue.path.join(".")} ${issue.message}`),
    ...(production ? missingInProduction(filled, secretLength) : []),
    ...contradictions(filled).map(({ problem }) => problem),
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

const filledOf = (source: Filled): Filled => Object.fromEntries(Object.entries(source).filter(([, value]) => value));
const isProduction = (filled: Filled) => filled["GTMARC_MODE"] === "production";

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

const legalSender = ({ FIRM_NAME, LEGAL_NAME, LEGAL_ADDRESS = [], LEGAL_REGISTRATION }: DefinedSettings) =>
  [LEGAL_NAME ?? FIRM_NAME, ...LEGAL_ADDRESS, LEGAL_REGISTRATION].filter(Boolean).join("|");
type LegalSettings = Pick<Settings, "LEGAL_NAME" | "LEGAL_ADDRESS">;

/** Legal details that a production site should set and does not; the start and `gtmarc check` warn about them. */
export function missingLegalSettings({ LEGAL_NAME, LEGAL_ADDRESS }: LegalSettings): string[] {
  return [
    ...(LEGAL_NAME ? [] : ["LEGAL_NAME is not set: the site does not say which legal person runs it."]),
    ...(LEGAL_ADDRESS?.length ? [] : ["LEGAL_ADDRESS is not set: the site gives no postal address."]),
  ];
}

let settings: Settings | undefined;
let environment: Filled = process.env;
/** What the database has, as it would be written in the environment, by variable. */
let stored: Filled = {};
let storedProblems: readonly StoredProblem[] = [];
/** Values of `useSettings`. */
let replaced: Partial<Settings> = {};
let revision = 0;

/** Without reading the settings, which creates DATA_DIR: the build has none. */
readStageLabelsFrom(() => settings?.PIPELINE_STAGES ?? defaultStageLabels);
readVisitMonthsFrom(() => settings?.ANALYTICS_MONTHS ?? Number(settingDefinitions.ANALYTICS_MONTHS.default));
readFirmDaysFrom(() => ({
  ...{ place: settings?.HOLIDAYS ?? "US", isPublic: isPublicHoliday },
  ...{ off: settings?.DAYS_OFF ?? [], open: settings?.DAYS_OPEN ?? [] },
}));
readFirmFrom(() => {
  const { FIRM_NAME: name = settingDefinitions.FIRM_NAME.default, FIRM_LOGO: logo, FIRM_ACCENT } = settings ?? {};
  const accent = FIRM_ACCENT ?? null;
  if (!logo) return { name, logo: null, picture: null, accent };
  const { width, height, hash, type, url } = logo;
  const picture = type === "image/png" ? url : null;
  return { name, logo: { src: `/brand/logo?v=${hash}`, width, height }, picture, accent };
});

/**
 * The process's settings: environment, then database, then default. Apart from the log level, this file is the only one that reads
 * process.env. One object for the life of the process: a change in the database replaces its values.
 */
export function env(): Settings {
  settings ??= readSettings(environment);
  return settings;
}

/** Discards what was made from settings and kept, after a change of other facts in the same texts. */
export const renewKept = (): void => {
  revision += 1;
};

/** Counts changes of this process's settings. A cache of something made from them keeps the number that it was filled under. */
export const settingsRevision = (): number => revision;

/** Keeps what `make` returns until the settings change. */
export function keptWithSettings<Value>(make: () => Value): () => Value {
  let kept: { revision: number; value: Value } | undefined;
  return () => {
    if (kept?.revision !== revision) kept = { revision, value: make() };
    return kept.value;
  };
}

/** Keeps what `make` promises until the settings change; a failure is not kept. */
export function promiseKeptWithSettings<Value>(make: () => Promise<Value>): () => Promise<Value> {
  const kept = keptWithSettings(() => ({ value: undefined as Promise<Value> | undefined }));
  return () => {
    const place = kept();
    place.value ??= make().catch((error: unknown) => {
      place.value = undefined;
      throw error;
    });
    return place.value;
  };
}

/** A setting of the database that has no effect, by its variable, with the reason. */
export type StoredProblem = { variable: SettingVariable; problem: string };
export const storedSettingProblems = (): readonly StoredProblem[] => storedProblems;

/** The environment variable that fixes this setting's value; null if the database may change it. */
export function lockedBy(variable: SettingVariable): string | null {
  if (environment[variable]) return variable;
  return variable === "SMTP_URL" && environment["MAIL"] ? "MAIL" : null;
}

/** The value of the environment or the database, as written there; undefined for the default. */
export const writtenValue = (variable: SettingVariable): string | undefined =>
  environment[variable] || (lockedBy(variable) ? undefined : stored[variable]);

/** Problems of these values of the database together with the environment: of each value, then contradictions. */
export function checkStored(values: Filled): StoredProblem[] {
  const usable = Object.entries(values).filter(
    (entry): entry is [SettingVariable, string] =>
      Boolean(entry[1]) && Object.hasOwn(settingDefinitions, entry[0]) && !lockedBy(entry[0] as SettingVariable),
  );
  const invalid = usable.flatMap(([variable, value]) =>
    (definitionOf(variable).schema.safeParse(value).error?.issues ?? [])
      .slice(0, 1)
      .map(({ message }) => ({ variable, problem: message })),
  );
  const valid = usable.filter(([variable]) => !invalid.some((problem) => problem.variable === variable));
  const ofEnvironment = filledOf(environment);
  const contrary = contradictions({ ...ofEnvironment, ...Object.fromEntries(valid) }).flatMap(({ names, problem }) =>
    names.flatMap((name) =>
      valid.filter(([variable]) => variable === name).map(([variable]) => ({ variable, problem: withNames(problem) })),
    ),
  );
  return [...invalid, ...contrary];
}

/** Names settings as admins know them. */
const withNames = (problem: string) =>
  problem.replaceAll(/\b[A-Z]{2,}(_[A-Z]+)*\b/g, (word) =>
    Object.hasOwn(settingDefinitions, word) ? definitionOf(word as SettingVariable).name : word,
  );

/** Those of the database's values that are valid and do not contradict the environment, and the problems of the others. */
function usableValues(values: Filled): { values: Filled; problems: StoredProblem[] } {
  const problems: StoredProblem[] = [];
  let usable = { ...values };
  for (let found = checkStored(usable); found.length > 0; found = checkStored(usable)) {
    problems.push(...found);
    const dropped = new Set<string>(found.map(({ variable }) => variable));
    usable = Object.fromEntries(Object.entries(usable).filter(([variable]) => !dropped.has(variable)));
  }
  return { values: usable, problems };
}

/**
 * Replaces the settings of the database in this process. Only usable values have an effect. `unreadable`: secrets that this SECRET does not
 * decrypt.
 */
export function applyStoredSettings(values: Filled, unreadable: readonly SettingVariable[] = []): void {
  const usable = usableValues(values);
  const next = settingsWith(usable.values);
  stored = usable.values;
  const lost = unreadable.map((variable) => definitionOf(variable).name);
  storedProblems = [
    ...unreadable.map((variable) => ({ variable, problem: unreadableText })),
    ...usable.problems.map((found) => {
      const cause = lost.find((name) => found.problem.includes(name));
      return cause ? { ...found, problem: `has no effect until ${cause} is set again` } : found;
    }),
  ];
  Object.assign(env(), next);
  revision += 1;
}

/** The settings as they would be with these values of the database. Those that `checkStored` refuses have no effect. */
export function settingsWith(stored: Filled): Settings {
  const { values } = usableValues(stored);
  const written = (variable: SettingVariable) =>
    environment[variable] || (lockedBy(variable) ? undefined : values[variable]) || undefined;
  const defined = Object.fromEntries(
    settingVariables.map((variable) => [variable, schemaOf(variable).parse(written(variable))]),
  ) as unknown as DefinedSettings;
  const BILLING_SENDER = defined.BILLING_SENDER ?? legalSender(defined);
  return { ...env(), ...defined, BILLING_SENDER, ...replaced };
}

const unreadableText = "was encrypted with another SECRET; set it again";

/** Why mails wait: the mail server of the database is unreadable, or a production site has none and does not keep files on purpose. */
export function mailServerProblem(): string | null {
  const { production, SMTP_URL } = env();
  const lost = storedProblems.find(({ variable }) => variable === "SMTP_URL");
  if (lost) return `mail.smtp_url ${lost.problem}`;
  return production && !SMTP_URL && environment["MAIL"] !== "mailbox"
    ? "mail.smtp_url is not set: mails wait until a mail server is set"
    : null;
}

/** How an operator calls a command here: through the launcher of a release archive, which names itself, or through npm. */
export const operatorCommand = (command: string): string =>
  `${process.env["GTMARC_LAUNCHER"] ?? "npm run gtmarc --"} ${command}`;

/** Replaces this process's settings; tests use it instead of changing the environment. */
export function useSettings(changes: Partial<Settings>): Settings {
  // A test with its own secret creates none, so it leaves no directory behind.
  const { DATA_DIR = "./data", SECRET } = changes;
  settings ??= readSettings({ DATA_DIR, SECRET });
  replaced = { ...replaced, ...changes };
  settings = { ...settings, ...changes };
  revision += 1;
  return settings;
}

/** Replaces the environment; for tests of settings that it locks. */
export function useEnvironment(values: Filled): void {
  environment = values;
  settings = undefined;
  replaced = {};
  stored = {};
}
