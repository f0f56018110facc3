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
  if (body.length < worthIt) return new Response(body, response);
  const packed =
    encoding === "br"
      ? brotliCompressSync(body, {
          params: { [constants.BROTLI_PARAM_QUALITY]: isKept ? 4 : 1, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
        })
      : gzipSync(body, { level: isKept ? 5 : 1 });
  const answer = new Response(new Uint8Array(packed), response);
  answer.headers.set("content-encoding", encoding);
  answer.headers.delete("content-length");
  return answer;
}
