import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { wholeText } from "#app/lib/browsers/whole-response.ts";

export type Encoding = "br" | "gzip" | "identity";

/** Chooses the encoding for an Accept-Encoding header. */
export function encodingFor(accepted: string | string[] | undefined): Encoding {
  const text = String(accepted ?? "");
  return /\bbr\b/.test(text) ? "br" : /\bgzip\b/.test(text) ? "gzip" : "identity";
}

/** Compressing fewer bytes saves no packet. */
const minCompressedBytes = 1400;

/**
 * Compresses a response if it is text and large enough. Single-use responses get the fastest level, which is cheaper than
 * passing them to another thread; `isKept` marks responses that are sent again. Such pages contain no secret next to
 * attacker-controlled text (BREACH).
 */
export async function compressed(
  response: Response,
  accepted: string | undefined,
  { isKept = false } = {},
): Promise<Response> {
  const encoding = encodingFor(accepted);
  const isText = /^(text\/|application\/json)/.test(response.headers.get("content-type") ?? "");
  if (encoding === "identity" || !isText || response.headers.has("content-encoding")) return response;
  const text = wholeText(response);
  if (text === undefined && !response.body) return response;
  const body = text === undefined ? Buffer.from(await response.arrayBuffer()) : Buffer.from(text);
  const isLarge = body.length >= minCompressedBytes;
  const packed = isLarge ? pack(body, encoding, isKept) : body;
  // Passing the response itself would copy its body into a stream.
  const { status, headers } = response;
  headers.set("content-length", String(packed.length));
  if (isLarge) headers.set("content-encoding", encoding);
  return new Response(packed, { status, headers });
}

const pack = (body: Buffer, encoding: "br" | "gzip", isKept: boolean) =>
  encoding === "br"
    ? brotliCompressSync(body, {
        params: { [constants.BROTLI_PARAM_QUALITY]: isKept ? 4 : 1, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
      })
    : gzipSync(body, { level: isKept ? 5 : 1 });
