import type { IncomingHttpHeaders } from "node:http";
import { type Refusal, refuse } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import { type Reach, type RequestRefusal, requestOutside, theOutside } from "./outside-request.server.ts";

export type FetchRefusal = RequestRefusal | Refusal<"too_many_redirects" | "refused_by_server">;

const maxRedirects = 3;

/** What a server said about a version of a file (RFC 9110, 8.8), to ask for a newer one only. */
export type Validators = { etag?: string; lastModified?: string };

export type FetchOptions = { maxBytes: number; timeoutMs: number; accept: string; userAgent: string };

/** `null`: the server says that the file is still the one of `known`. */
export type FetchedFile = { body: Buffer; validators: Validators } | null;

/** Fetches the text at a public https URL; see `fetchOutsideFile`. */
export async function fetchOutside(
  address: string,
  options: FetchOptions,
  reach: Reach = theOutside,
): Promise<Result<string, FetchRefusal>> {
  const file = await fetchOutsideFile(address, options, reach);
  return file.ok ? ok(file.value?.body.toString("utf8") ?? "") : file;
}

/**
 * Fetches the file at a public https URL. Follows up to three redirects, each checked as a separate request. `maxBytes` limits the
 * body, also after decompression, `timeoutMs` the total time. `userAgent` names the purpose of the request. With `known` the server is
 * asked for a newer version only. With `into` the body is written into that new file instead of returned. Another status than 200 is `refused_by_server`.
 */
export async function fetchOutsideFile(
  address: string,
  {
    maxBytes,
    timeoutMs,
    accept,
    userAgent,
    known,
    into,
  }: FetchOptions & {
    known?: Validators | undefined;
    into?: string;
  },
  reach: Reach = theOutside,
): Promise<Result<FetchedFile, FetchRefusal>> {
  const endsAt = performance.now() + timeoutMs;
  const headers = {
    ...{ accept, "user-agent": userAgent, "accept-encoding": "gzip" },
    ...(known?.etag && { "if-none-match": known.etag }),
    ...(known?.lastModified && { "if-modified-since": known.lastModified }),
  };
  let url = address;
  for (let hop = 0; hop <= maxRedirects; hop += 1) {
    const limits = { maxBytes, timeoutMs: Math.max(1, Math.ceil(endsAt - performance.now())) };
    const answer = await requestOutside({ url, method: "GET", headers, limits, oversize: "refuse", into }, reach);
    if (!answer.ok) return answer;
    const { status, headers: received, body } = answer.value;
    if (status === 304 && known) return ok(null);
    if (status >= 300 && status < 400 && received.location) {
      if (!URL.canParse(received.location, url)) return refuse("refused_by_server");
      url = new URL(received.location, url).href;
      continue;
    }
    return status === 200 ? ok({ body, validators: validatorsOf(received) }) : refuse("refused_by_server");
  }
  return refuse("too_many_redirects");
}

const maxValidatorLength = 200;

/** Unusually long values are ignored: they are stored and sent back. */
function validatorsOf({ etag, "last-modified": lastModified }: IncomingHttpHeaders): Validators {
  const isShort = (value: string | undefined) => value !== undefined && value.length <= maxValidatorLength;
  return { ...(isShort(etag) && { etag }), ...(isShort(lastModified) && { lastModified }) } as Validators;
}
