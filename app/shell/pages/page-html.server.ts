import { chunks } from "#app/island-kit/chunks.server.ts";

/*
 * Final changes to a page's HTML that React and React Router have no option for. React escapes "<" and quotes in
 * text, attributes and serialized data, so the patterns match real elements and attributes only.
 */

/** Elements that run, apply or preload a built file. */
const builtFile = /(<(?:script|link)(?= )[^>]*?)( (?:src|href)="(\/assets\/[^"#]+\.(?:js|css))#?")/g;

/** Adds `integrity` to every script, module preload and style sheet, including those that React Router renders for a route. */
export const withIntegrity = (html: string): string =>
  html.replace(builtFile, (element, start: string, address: string, file: string) => {
    const integrity = chunks.integrityOf(file);
    return integrity ? `${start} integrity="${integrity}"${address}` : element;
  });

const jsonAttribute = /="([^"<>]*&quot;[^"<>]*)"/g;
const emptyValue = /(?<= [\w-]+)=""/g;
const shapeEnd = /><\/(?:path|circle|ellipse|rect|line|polyline|polygon|use)>/g;

/**
 * Shortens the document, which offsets part of the hashes: single quotes around JSON, attributes without a value, self-closed
 * shapes.
 */
export const compact = (html: string): string => withPlainJson(html).replace(emptyValue, "").replace(shapeEnd, "/>");

const withPlainJson = (html: string) =>
  html.includes("&quot;")
    ? html.replace(jsonAttribute, (_, value: string) => `='${value.replaceAll("&quot;", '"')}'`)
    : html;

export const withinHead = (html: string, element: string): string => html.replace("</head>", () => `${element}</head>`);

/** Links only name files of this site, which the policy allows: without nonces they are shorter and the same on every page. */
export const withoutLinkNonces = (html: string, nonce: string): string =>
  html.replaceAll(`<link nonce="${nonce}"`, "<link").replaceAll(` nonce="${nonce}"/>`, "/>");

const indentation = /\n\s*(?=["}\]])/g;

/** Removes the indentation of JSON in a script. */
export const oneLine = (script: string): string => script.replace(indentation, "");

const unsafeInScript = /[<>&\u2028\u2029]/g;

/** Encodes text as a JavaScript literal that cannot end its inline script. */
export const inlineJson = (text: string): string =>
  JSON.stringify(text).replace(
    unsafeInScript,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
