/** Browsers send some 300 characters. A header can have 16,000, which each pattern would search and each cache would keep. */
export const maxUserAgent = 500;

/** The User-Agent of a request, cut to 500 characters; "" without one. */
export function userAgentOf(headers: Pick<Headers, "get">): string {
  const sent = headers.get("user-agent") ?? "";
  // A slice alone would keep the whole text in memory.
  return sent.length > maxUserAgent ? Array.from(sent.slice(0, maxUserAgent)).join("") : sent;
}
