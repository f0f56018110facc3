import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

export type Encoding = "br" | "gzip" | "identity";

/** What to answer a browser that accepts `accepted` (the Accept-Encoding header). */
export function encodingFor(accepted: string | string[] | undefined): Encoding {
  const text = String(accepted ?? "");
  return /\bbr\b/.test(text) ? "br" : /\bgzip\b/.test(text) ? "gzip" : "identity";
}

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/** Below this many bytes a compressed answer saves no packet. */
const worthIt = 1400;

/**
 * A rendered answer, compressed off the main thread when it is text and large enough. Quality is that of pages made for
 * one visitor: quick rather than smallest. Nothing secret shares such a page with what a stranger could make it repeat.
 */
export async function compressed(response: Response, accepted: string | undefined): Promise<Response> {
  const encoding = encodingFor(accepted);
  const isText = /^(text\/|application\/json)/.test(response.headers.get("content-type") ?? "");
  if (encoding === "identity" || !isText || !response.body || response.headers.has("content-encoding")) return response;
  const body = Buffer.from(await response.arrayBuffer());
  if (body.length < worthIt) return new Response(body, response);
  const packed =
    encoding === "br"
      ? await brotli(body, {
          params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
        })
      : await gzipped(body, { level: 5 });
  const answer = new Response(new Uint8Array(packed), response);
  answer.headers.set("content-encoding", encoding);
  answer.headers.delete("content-length");
  return answer;
}
