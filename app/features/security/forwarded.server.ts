/**
 * The `for` of every element of a Forwarded header (RFC 7239), from left to right, without quotes; null for an element
 * that has none or more than one. A header that breaks the grammar anywhere yields one null: an open quote in the part
 * that the visitor wrote could otherwise swallow what the proxy added.
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
