/**
 * Unsubscribe headers of every list mail (RFC 2369, RFC 8058): a URL for a browser, which also accepts the mail
 * program's one-click request, and an address for mail programs that only support mail. `url` is absolute; `token`
 * identifies the recipient.
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
  const mailto = `mailto:${encodeURI(list.contactEmail)}?subject=unsubscribe%20${list.token}`;
  return {
    "List-Id": `${list.title} <${list.name}.${domain}>`,
    "List-Unsubscribe": `<${list.url}>, <${mailto}>`,
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
  };
}
