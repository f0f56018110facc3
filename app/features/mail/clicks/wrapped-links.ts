/*
 * Wraps the links of a mail so that they go through this site. The bodies in the outbox keep the original addresses; a
 * mail is wrapped when it is sent. HTML bodies come from React, so attributes are quoted and escaped consistently.
 */

type Bodies = { html: string; text: string };

/** The position of a link is one byte of its token; the last value is the hidden link. */
export const maxLinks = 200;

const anchors = /(<a\b[^>]*?\shref=")([^"]*)(")/g;

export function linksOf(html: string, isLeftOut: (url: URL) => boolean): string[] {
  const found = [...html.matchAll(anchors)].map(([, , href]) => unescaped(href!));
  return [...new Set(found)]
    .filter((href) => {
      if (!URL.canParse(href)) return false;
      const url = new URL(href);
      return /^https?:$/.test(url.protocol) && !isLeftOut(url);
    })
    .slice(0, maxLinks);
}

export function wrapLinks(
  { html, text }: Bodies,
  links: readonly string[],
  addressOf: (place: number | null) => string,
): Bodies {
  const places = new Map(links.map((link, place) => [link, place]));
  const wrapped = (link: string) => {
    const place = places.get(link);
    return place === undefined ? null : addressOf(place);
  };
  return {
    html: withHidden(
      html.replace(anchors, (whole, before: string, href: string, after: string) => {
        const address = wrapped(unescaped(href));
        return address === null ? whole : `${before}${address}${after}`;
      }),
      addressOf(null),
    ),
    text: text.replace(/https?:\/\/[^\s<>]+/g, (link) => wrapped(link) ?? link),
  };
}

/** Invisible to people and to screen readers; programs that fetch every link fetch it too. */
function withHidden(html: string, address: string): string {
  const link = `<a href="${address}" aria-hidden="true" tabindex="-1" style="display:none;mso-hide:all">&#8203;</a>`;
  const end = html.lastIndexOf("</body>");
  return end === -1 ? html + link : html.slice(0, end) + link + html.slice(end);
}

const characters: Readonly<Record<string, string>> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#x27;": "'",
};
const unescaped = (attribute: string) => attribute.replace(/&(?:amp|lt|gt|quot|#x27);/g, (code) => characters[code]!);
