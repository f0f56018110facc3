import { z } from "zod";
import { dayMs, daySeconds, minuteMs } from "#app/lib/durations.ts";
import { formatNumber } from "#app/lib/numbers.ts";
import { type Refusal, refuse } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import { unreadableIssues } from "#app/lib/text.ts";
import { cutText } from "./cut-text.ts";

/*
 * The payloads that pages report to `collect-analytics` (spec: collected). Required texts have a maximum length; optional texts are cut
 * and invalid optional fields ignored, because a refused report is lost. Money in USD, times in milliseconds, durations of pages in
 * seconds. An `event` may have any `event_type` that is not empty. One named like a conversion, such as `goal_complete`, stays an
 * event and reaches no goal: conversions are a type of payload of their own.
 */

export const maxPayloads = 50;
/** Older rows count from their receipt: they would belong to another visit. */
const maxAgeMs = 30 * minuteMs;

const cut = (max: number) =>
  z
    .string()
    .overwrite((text) => cutText(text, max))
    .nullish()
    .catch(null);
const required = (name: string, max: number) =>
  z
    .string({ error: `${name}: give the ${name}.` })
    .min(1, { error: `${name}: give the ${name}.` })
    .max(max, { error: `${name}: use at most ${formatNumber(max)} characters.` });
const number = (name: string, max: number) =>
  z
    .number({ error: `${name}: give a number.` })
    .min(0, { error: `${name}: give a number from 0.` })
    .max(max, { error: `${name}: give a number up to ${formatNumber(max)}.` });
const optionalNumber = (max: number) => z.number().min(0).max(max).nullish().catch(null);
const metadata = z.record(z.string(), z.unknown()).nullish().catch(null);

const pagePath = required("page_path", 2000);
const weekMs = 7 * dayMs;

const metrics = ["lcp", "fid", "cls", "inp", "ttfb", "fcp"] as const;
const behaviors = ["rage_click", "dead_click", "copy", "paste", "error", "warning"] as const;
export const conversions = [
  "form_submit",
  "button_click",
  "download",
  "video_play",
  "goal_complete",
  "revenue",
] as const;

const oneOf = <const Names extends readonly [string, ...string[]]>(name: string, names: Names) =>
  z.enum(names, { error: `${name}: use one of ${names.join(", ")}.` });

const envelope = {
  /** Absent for visitors who ask not to be tracked. */
  session_id: z
    .string({ error: "session_id: give a text." })
    .max(200, { error: "session_id: use at most 200 characters." })
    .nullish(),
  /** Accepted and ignored: the session cookie identifies the user. */
  admin_user_id: cut(200),
  /** Milliseconds between the row and its sending. */
  age_ms: z.number().min(0).max(maxAgeMs).optional().catch(undefined),
};

/** A session is always accepted; only these facts of its metadata are stored. */
const SessionData = z
  .object({
    referrer: cut(2000),
    visitor_fingerprint: cut(200),
    utm_source: cut(100),
    utm_medium: cut(100),
    utm_campaign: cut(100),
    metadata: z
      .object({
        dev_mode: z.boolean().nullish().catch(null),
        origin: cut(300),
        screen_resolution: cut(20),
        timezone: cut(64),
        language: cut(35),
        touch_support: z.boolean().nullish().catch(null),
        webdriver: z.boolean().nullish().catch(null),
      })
      .nullish()
      .catch(null),
  })
  .nullish()
  .catch(null);

/** `shape`: the fields of the payload's data. */
const payload = <const Type extends string, Shape extends z.ZodRawShape>(type: Type, shape: Shape) =>
  z.object({ type: z.literal(type), ...envelope, data: z.object(shape) });

const payloads = [
  z.object({ type: z.literal("session"), ...envelope, data: SessionData }),
  payload("page_view", {
    page_path: pagePath,
    page_title: cut(200),
    referrer: cut(2000),
    /** Seconds on the previous page. */
    duration: optionalNumber(daySeconds),
  }),
  payload("event", {
    event_type: required("event_type", 100),
    event_name: required("event_name", 200),
    page_path: pagePath,
    element_id: cut(100),
    element_class: cut(200),
    element_text: cut(100),
    metadata,
  }),
  payload("performance", {
    metric_type: oneOf("metric_type", metrics),
    metric_value: number("metric_value", weekMs),
    page_path: pagePath,
  }),
  payload("page_metrics", {
    page_path: cut(2000),
    page_load_time: optionalNumber(weekMs),
    ttfb: optionalNumber(weekMs),
    dns_time: optionalNumber(weekMs),
    tcp_time: optionalNumber(weekMs),
  }),
  payload("behavior", {
    behavior_type: oneOf("behavior_type", behaviors),
    element_selector: cut(300),
    page_path: pagePath,
    metadata,
  }),
  payload("conversion", {
    conversion_type: oneOf("conversion_type", conversions),
    conversion_name: required("conversion_name", 200),
    conversion_value: optionalNumber(1e9),
    page_path: pagePath,
    metadata,
  }),
] as const;

export const AnalyticsPayload = z.discriminatedUnion("type", payloads, {
  error: (issue) => (issue.code === "invalid_union" ? `type: use one of ${typeNames.join(", ")}.` : undefined),
});
export type AnalyticsPayload = z.infer<typeof AnalyticsPayload>;

/** The length of an array; its payloads are read one by one, so that a bad one does not refuse the others. */
const AnalyticsPayloads = z
  .array(z.unknown())
  .min(1, { error: "Send at least one payload." })
  .max(maxPayloads, { error: `Send at most ${maxPayloads} payloads in one call.` });

const typeNames = payloads.map(({ shape }) => shape.type.value);

type Issues = readonly { path: PropertyKey[]; message: string }[];
type Unreadable = Refusal<"bad_json"> | Refusal<"invalid_input", { issues: Issues }>;

/** In JSON, U+0000 and unpaired surrogates, which the database cannot store, appear only as escapes. */
const hasRiskyEscape = /\\u(?:0000|[dD][89a-fA-F])/;
const withoutHalves = (_key: string, value: unknown) =>
  typeof value === "string" ? value.replace(/\p{Cs}/gu, "") : value;

/**
 * Parses the body of a call: JSON of one payload or an array of payloads. Halves of surrogate pairs, which pages send when they cut a text
 * between them, are removed. Invalid payloads of an array are only counted in `rejected`, unless all are. Refusals: bad_json, invalid_input.
 */
export function readPayloads(body: string): Result<{ payloads: AnalyticsPayload[]; rejected: number }, Unreadable> {
  const isRisky = hasRiskyEscape.test(body);
  let json: unknown;
  try {
    json = isRisky ? JSON.parse(body, withoutHalves) : JSON.parse(body);
  } catch {
    return refuse("bad_json");
  }
  const issues: { path: PropertyKey[]; message: string }[] = [];
  const payloads: AnalyticsPayload[] = [];
  const read = (value: unknown, path: PropertyKey[]) => {
    const parsed = AnalyticsPayload.safeParse(value);
    const found = parsed.success ? (isRisky ? unreadableIssues(parsed.data) : []) : parsed.error.issues;
    if (parsed.success && found.length === 0) payloads.push(parsed.data);
    else issues.push(...found.map((issue) => ({ path: [...path, ...issue.path], message: issue.message })));
  };
  if (!Array.isArray(json)) read(json, []);
  else {
    const list = AnalyticsPayloads.safeParse(json);
    if (!list.success) return refuse("invalid_input", { issues: list.error.issues });
    for (const [n, value] of json.entries()) read(value, [n]);
  }
  if (payloads.length === 0) return refuse("invalid_input", { issues });
  return ok({ payloads, rejected: Array.isArray(json) ? json.length - payloads.length : 0 });
}
