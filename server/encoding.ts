import { brotliCompressSync, constants, gzipSync } from "node:zlib";

export type Encoding = "br" | "gzip" | "identity";

/** What to answer a browser that accepts `accepted` (the Accept-Encoding header). */
export function encodingFor(accepted: string | string[] | undefined): Encoding {
  const text = String(accepted ?? "");
  return /\bbr\b/.test(text) ? "br" : /\bgzip\b/.test(text) ? "gzip" : "identity";
}

/** Below this many bytes a compressed response saves no packet. */
const worthIt = 1400;

/**
 * A rendered response, compressed when it is text and large enough. What is sent once is compressed quickly rather than well,
 * which takes less time than handing it to another thread; `isKept` is for what is sent again. Nothing secret shares such a
 * page with what a stranger could make it repeat.
 */
export async function compressed(
  response: Response,
  accepted: string | undefined,
  { isKept = false } = {},
): Promise<Response> {
  const encoding = encodingFor(accepted);
  const isText = /^(text\/|application\/json)/.test(response.headers.get("content-type") ?? "");
  if (encoding === "identity" || !isText || response.headers.has("content-encoding") || !response.body) return response;
  const body = Buffer.from(await response.arrayBuffer());
  const isWorthIt = body.length >= worthIt;
  const packed = isWorthIt ? pack(body, encoding, isKept) : body;
  // Not built from the response itself, which would copy its body into a stream.
  const { status, headers } = response;
  headers.set("content-length", String(packed.length));
  if (isWorthIt) headers.set("content-encoding", encoding);
  return new Response(packed, { status, headers });
}

const pack = (body: Buffer, encoding: "br" | "gzip", isKept: boolean) =>
  encoding === "br"
    ? brotliCompressSync(body, {
        params: { [constants.BROTLI_PARAM_QUALITY]: isKept ? 4 : 1, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
      })
    : gzipSync(body, { level: isKept ? 5 : 1 });
