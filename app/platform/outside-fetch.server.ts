import { type Refusal, refuse } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import { type Reach, type RequestRefusal, requestOutside, theOutside } from "./outside-request.server.ts";

export type FetchRefusal = RequestRefusal | Refusal<"too_many_redirects" | "refused_by_server">;

const maxRedirects = 3;

/**
 * Fetches the text at a public https URL. Follows up to three redirects, each checked as a separate request.
 * `maxBytes` limits the body, `timeoutMs` the total time. `userAgent` names the purpose of the request. A status other
 * than 200 is `refused_by_server`.
 */
export async function fetchOutside(
  address: string,
  {
    maxBytes,
    timeoutMs,
    accept,
    userAgent,
  }: { maxBytes: number; timeoutMs: number; accept: string; userAgent: string },
  reach: Reach = theOutside,
): Promise<Result<string, FetchRefusal>> {
  const endsAt = performance.now() + timeoutMs;
  const headers = { accept, "user-agent": userAgent };
  let url = address;
  for (let hop = 0; hop <= maxRedirects; hop += 1) {
    const limits = { maxBytes, timeoutMs: Math.max(1, Math.ceil(endsAt - performance.now())) };
    const answer = await requestOutside({ url, method: "GET", headers, limits, oversize: "refuse" }, reach);
    if (!answer.ok) return answer;
    const { status, headers: received, body } = answer.value;
    if (status >= 300 && status < 400 && received.location) {
      if (!URL.canParse(received.location, url)) return refuse("refused_by_server");
      url = new URL(received.location, url).href;
      continue;
    }
    return status === 200 ? ok(body.toString("utf8")) : refuse("refused_by_server");
  }
  return refuse("too_many_redirects");
}
