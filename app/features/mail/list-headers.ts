/**
 * The way out that every mail of a list carries (RFC 2369, RFC 8058): an address for a browser that also takes the mail
 * program's one click, and one for mail programs that only know mail. `url` is absolute; `token` names the reader.
 */
export function listHeaders(list: {
  /** Lower-case words with hyphens, such as `newsletter`. */
  name: string;
  title: string;
  url: string;
  token: string;
  contactEmail: string;
}): Record<string, string> {
  const domain = list.contactEmail.split("@").at(-1) ?? "localhost";
  const mailto = `mailto:${list.contactEmail}?subject=unsubscribe%20${list.token}`;
  return {
    "List-Id": `${list.title} <${list.name}.${domain}>`,
    "List-Unsubscribe": `<${list.url}>, <${mailto}>`,
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
  };
}
