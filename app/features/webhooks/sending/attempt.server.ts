import { type Reach, requestOutside } from "#app/platform/outside/outside-request.server.ts";
import { type Span, traced } from "#app/platform/tracing/trace.server.ts";
import type { CustomHeader } from "../endpoints/custom-headers.ts";
import { retryAfterOf } from "./retry-schedule.ts";
import { signedHeaders } from "./signing.server.ts";

/* One attempt: sends a signed request to an endpoint and keeps part of the response. */

export type Target = { url: string; secrets: readonly string[]; headers: readonly CustomHeader[] };
export type Message = { messageId: string; body: string };

export type AttemptResult = {
  outcome: "delivered" | "failed" | "gone";
  status: number | null;
  error: string | null;
  retryAfterSeconds: number | null;
  durationMs: number;
  requestHeaders: Record<string, string>;
  responseHeaders: Record<string, string>;
  responseBody: string | null;
  isTruncated: boolean;
};

/** The result if an endpoint's secret or headers cannot be decrypted, because SECRET was changed. */
export const unreadableEndpoint: AttemptResult = {
  ...{ outcome: "failed", status: null, retryAfterSeconds: null, durationMs: 0 },
  error:
    "The secret of this endpoint cannot be read, because SECRET was changed. Delete the endpoint and add it again.",
  ...{ requestHeaders: {}, responseHeaders: {}, responseBody: null, isTruncated: false },
};

const limits = { timeoutMs: 15_000, connectMs: 5_000, maxBytes: 16 * 1024 };

export const attemptDelivery = (target: Target, message: Message, how: How): Promise<AttemptResult> =>
  traced("send webhook", "client", { "http.request.method": "POST" }, async (span) => {
    const result = await attempt(target, message, how, span);
    if (result.status !== null) span.set({ "http.response.status_code": result.status });
    if (result.outcome !== "delivered") span.fail(result.outcome);
    return result;
  });

type How = { at: Date; reach: Reach; timeoutMs?: number };

async function attempt(
  target: Target,
  message: Message,
  { at, reach, timeoutMs = limits.timeoutMs }: How,
  { traceparent }: Span,
): Promise<AttemptResult> {
  const own = { ...headersOf(target, message, at), ...(traceparent && { traceparent }) };
  const custom = Object.fromEntries(target.headers.map(({ name, value }) => [name, value]));
  const began = performance.now();
  const answer = await requestOutside(
    {
      ...{ url: target.url, method: "POST", body: message.body, oversize: "cut", keepsConnection: true },
      headers: { ...custom, ...own },
      limits: { ...limits, timeoutMs, connectMs: Math.min(limits.connectMs, timeoutMs) },
    },
    reach,
  );
  const sent = {
    durationMs: Math.round(performance.now() - began),
    requestHeaders: { ...Object.fromEntries(Object.keys(custom).map((name) => [name, redacted])), ...own },
  };
  if (!answer.ok)
    return {
      ...sent,
      ...{ outcome: "failed", status: null, error: problemText[answer.reason.kind], retryAfterSeconds: null },
      ...{ responseHeaders: {}, responseBody: null, isTruncated: false },
    };
  const { status, headers, body, isTruncated } = answer.value;
  return {
    ...sent,
    outcome: status >= 200 && status < 300 ? "delivered" : status === 410 ? "gone" : "failed",
    ...{ status, isTruncated, error: errorOf(status), retryAfterSeconds: retryAfterOf(headers["retry-after"], at) },
    responseHeaders: Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [
        name,
        credentials.test(name) ? redacted : withoutSecrets(String(value), target),
      ]),
    ),
    responseBody: withoutSecrets(body.toString("utf8"), target),
  };
}

const redacted = "[redacted]";
const credentials = /cookie|auth|token|secret|key/i;
const leastSecretLength = 6;

/** Removes secrets and header values that some servers echo, and characters that the database cannot store. */
function withoutSecrets(text: string, { secrets, headers }: Target): string {
  const values = [
    ...secrets.flatMap((secret) => [secret, secret.replace(/^whsec_/, "")]),
    ...headers.map(({ value }) => value),
  ];
  return values
    .filter((value) => value.length >= leastSecretLength)
    .reduce((kept, value) => kept.replaceAll(value, redacted), text)
    .replace(/\0/g, "\uFFFD");
}

export const headersOf = ({ secrets }: Pick<Target, "secrets">, { messageId, body }: Message, at: Date) => ({
  "content-type": "application/json",
  "user-agent": "GTMarc-Webhooks/1",
  ...signedHeaders({ secrets, messageId, at, body }),
});

/** Describes the failure that a status means; null for 2xx. */
export function errorOf(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400)
    return "The endpoint redirected. Redirects are not followed; enter the final address.";
  if (status === 410) return "The endpoint returned 410 and was disabled.";
  if (status === 429) return "The endpoint received too many requests (429).";
  return `The endpoint returned status ${status}.`;
}

const problemText = {
  not_https: "The address does not begin with https://.",
  has_credentials: "The address contains a name or password.",
  bad_port: "The address has a port that no web server uses.",
  unknown_name: "The host of the address does not exist.",
  not_public: "The address leads to a private network.",
  unreachable: "The endpoint could not be reached, or its certificate is not valid.",
  timed_out: "The endpoint did not respond within 15 seconds.",
  too_large: "The headers of the response were too large.",
} as const;
