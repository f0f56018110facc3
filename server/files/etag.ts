/** Whether an If-None-Match header matches this ETag (RFC 9110, 13.1.2): alone, in a list, or by `*`. Weak comparison. */
export function isNamed(ifNoneMatch: string | null | undefined, etag: string): boolean {
  if (!ifNoneMatch) return false;
  if (ifNoneMatch === etag || ifNoneMatch.trim() === "*") return true;
  const opaque = etag.replace(/^W\//, "");
  return ifNoneMatch.match(/"[^"]*"/g)?.includes(opaque) ?? false;
}
