import { collectPayloads } from "#app/features/analytics/analytics.server.ts";
import { readPayloads } from "#app/features/analytics/collecting/payload.ts";
import { asksForPrivacy } from "#app/features/analytics/steps/funnel.server.ts";
import { userAgentOf } from "#app/lib/browsers/agents/user-agent.ts";
import { never } from "#app/lib/result.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { env } from "#app/platform/env.server.ts";
import { type ErrorBody, invalidInput } from "../endpoint.server.ts";

export const collectPath = "/functions/collect-analytics";

/** Beacons with text are text/plain; other types return 415. */
export const isCollectable = (contentType: string | null | undefined): boolean =>
  /^(?:application\/json|text\/plain)\s*(?:;|$)/i.test(contentType ?? "");

export type CollectedAnswer =
  | { status: 202; body: { ok: true } }
  | { status: 400 | 422 | 429 | 503; body: ErrorBody; retryAfterSeconds?: number };

/**
 * Responds to `collect-analytics` for this body. Used by the endpoint and by the direct path in front of the request chain
 * (server/requests/collected-requests.ts). Throws database failures.
 */
export async function answerCollected(
  ctx: Ctx,
  { body, headers, address }: { body: string; headers: Pick<Headers, "get">; address: string },
): Promise<CollectedAnswer> {
  const read = readPayloads(body);
  if (!read.ok)
    return read.reason.kind === "bad_json"
      ? error(400, "bad_json", "The body is not readable JSON.")
      : { status: 422, body: invalidInput(read.reason) };
  const { payloads, rejected } = read.value;
  const sender = {
    rejected,
    address,
    bodyLength: body.length,
    userAgent: userAgentOf(headers),
    acceptLanguage: headers.get("accept-language"),
    isPrivate: asksForPrivacy(headers),
  };
  const result = await collectPayloads(ctx, payloads, sender, env().ANALYTICS_INGEST);
  if (result.ok) return { status: 202, body: { ok: true } };
  switch (result.reason.kind) {
    case "too_many":
      return error(429, "too_many", "Too many attempts. Please try again later.", result.reason.retryAfterSeconds);
    case "busy":
      return error(503, "busy", "The server is busy. Please try again in a moment.", result.reason.retryAfterSeconds);
    default:
      return never(result.reason);
  }
}

const error = (
  status: 400 | 429 | 503,
  code: string,
  message: string,
  retryAfterSeconds?: number,
): CollectedAnswer => ({
  status,
  body: { error: { code, message } },
  ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
});
