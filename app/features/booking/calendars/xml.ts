/*
 * Reads the XML of WebDAV answers (RFC 4918): elements with namespaces, text, CDATA and the five named entities. Strict: anything
 * that is not one complete, well-formed document is null, because an answer that was cut off or is a web page must not look like an
 * empty calendar. No document types, so no entities of their own.
 */

/** `name`: `{namespace}local`. `text`: the text directly within it. */
export type XmlElement = {
  name: string;
  /** By their names as written; only those without a prefix. */
  attributes: Readonly<Record<string, string>>;
  text: string;
  children: XmlElement[];
};

type Open = XmlElement & { tag: string; names: ReadonlyMap<string, string> };

const token =
  /<!--[\s\S]*?-->|<!\[CDATA\[([\s\S]*?)\]\]>|<\?[\s\S]*?\?>|<\/([^\s<>/]+)\s*>|<([^\s<>/!?]+)((?:\s+[^\s=<>/]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>|([^<]+)/gy;
const attribute = /([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
const named: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };
const maxDepth = 50;
/** Namespaces in scope: an element with declarations of its own copies them. */
const maxNames = 50;

/** Returns the root element, or null for text that is not a complete XML document. */
export function readXml(input: string): XmlElement | null {
  const text = input.replace(/^\uFEFF/, "").trim();
  const open: Open[] = [];
  let root: XmlElement | null = null;
  token.lastIndex = 0;
  while (token.lastIndex < text.length) {
    const match = token.exec(text);
    if (!match) return null;
    const [, cdata, closed, begun, attributes = "", isEmpty, plain] = match;
    const parent = open.at(-1);
    if (closed !== undefined) {
      if (parent?.tag !== closed) return null;
      open.pop();
    } else if (begun !== undefined) {
      if (root && !parent) return null;
      const names = namesIn(attributes, parent?.names ?? new Map([["xml", "http://www.w3.org/XML/1998/namespace"]]));
      const name = names && qualified(begun, names);
      if (!name) return null;
      const element: Open = {
        name,
        attributes: plainAttributes(attributes),
        text: "",
        children: [],
        tag: begun,
        names,
      };
      parent?.children.push(element);
      root ??= element;
      if (!isEmpty && open.push(element) > maxDepth) return null;
    } else if (parent && cdata !== undefined) parent.text += cdata;
    else if (plain !== undefined) {
      const decoded = decode(plain);
      if (decoded === null || (!parent && decoded.trim() !== "")) return null;
      if (parent) parent.text += decoded;
    }
  }
  return open.length === 0 ? root : null;
}

function namesIn(attributes: string, outer: ReadonlyMap<string, string>): ReadonlyMap<string, string> | null {
  if (!attributes.includes("xmlns")) return outer;
  const names = new Map(outer);
  for (const [, name = "", double, single] of attributes.matchAll(attribute)) {
    if (name !== "xmlns" && !name.startsWith("xmlns:")) continue;
    const value = decode(double ?? single ?? "");
    if (value === null) return null;
    names.set(name === "xmlns" ? "" : name.slice("xmlns:".length), value);
  }
  return names.size > maxNames ? null : names;
}

const plainAttributes = (written: string): Record<string, string> =>
  Object.fromEntries(
    [...written.matchAll(attribute)].flatMap(([, name = "", double, single]) =>
      name.includes(":") ? [] : [[name, decode(double ?? single ?? "") ?? ""]],
    ),
  );

function qualified(tag: string, names: ReadonlyMap<string, string>): string | null {
  const [prefix, local] = tag.includes(":") ? (tag.split(":", 2) as [string, string]) : ["", tag];
  const namespace = names.get(prefix);
  if (namespace === undefined) return prefix === "" ? `{}${local}` : null;
  return `{${namespace}}${local}`;
}

function decode(text: string): string | null {
  let isGood = true;
  const decoded = text.replace(/&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|(\w+));|&/g, (_, decimal, hex, name) => {
    const code = decimal ? Number(decimal) : hex ? Number.parseInt(hex, 16) : undefined;
    const value = code === undefined ? named[name] : code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
    if (value === undefined) isGood = false;
    return value ?? "";
  });
  return isGood ? decoded : null;
}

export const childOf = (element: XmlElement | undefined, name: string): XmlElement | undefined =>
  element?.children.find((child) => child.name === name);

export const childrenOf = (element: XmlElement | undefined, name: string): XmlElement[] =>
  element?.children.filter((child) => child.name === name) ?? [];

export const escapeXml = (text: string): string => text.replace(/[<>&"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
