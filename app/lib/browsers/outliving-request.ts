/** Browsers reject `keepalive` requests beyond 64 KiB in progress; the rest is for other requests of the page. */
const maxBytes = 60 * 1024;

/** Options of a typed request that continues after its page is closed, if its body is small enough for that. */
export const outlivingPage = (json: unknown): { keepalive: boolean } => ({
  keepalive: new TextEncoder().encode(JSON.stringify(json)).length <= maxBytes,
});
