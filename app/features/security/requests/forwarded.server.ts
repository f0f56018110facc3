/**
 * Returns the `for` value of every element of a Forwarded header (RFC 7239), left to right, unquoted; null for an
 * element with none or several. A syntax error anywhere yields a single null: an open quote in the visitor's part could
 * otherwise swallow what the proxy added.
 */
export function forwardedClients(header: string): (string | null)[] {
  const clients: (string | null)[] = [];
  let fors: string[] = [];
  pairs.lastIndex = 0;
  while (pairs.lastIndex < header.length) {
    const { name, token, quoted, end } = pairs.exec(header)?.groups ?? {};
    if (name === undefined) return [null];
    if (name.toLowerCase() === "for") fors.push(token ?? quoted!.replace(/\\(.)/g, "$1"));
    if (end === ";") continue;
    clients.push(fors.length === 1 ? fors[0]! : null);
    fors = [];
  }
  return /[;,]\s*$/.test(header) ? [null] : clients;
}

const pairs =
  /[ \t]*(?<name>[\w!#$%&'*+.^`|~-]+)=(?:(?<token>[\w!#$%&'*+.^`|~-]+)|"(?<quoted>(?:[^"\\]|\\.)*)")[ \t]*(?<end>[;,]|$)/y;
