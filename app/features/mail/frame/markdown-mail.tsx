import MarkdownIt, { type Token } from "markdown-it";
import { Fragment, type ReactNode } from "react";
import { hasPlace } from "./campaign-link.ts";
import { MailButton, MailHeading, MailLink, MailText } from "./frame.tsx";
import { MailImage, MailList, MailQuote, MailRule, MailSet, MailSubheading } from "./frame-blocks.tsx";

/*
 * Converts Markdown to parts of a mail. The text becomes a tree of our own elements, never markup: HTML remains text, images have their description as text alternative, and links other than web and mail become text. A paragraph that is one link with the
 * title "button" becomes the button: [Get Your GTMarc](/automation-blueprint-gtmarc "button").
 */

const markdown = new MarkdownIt({ html: false, linkify: true, typographer: false }).disable(["table"]);

/**
 * Renders Markdown. `urlOf` returns an absolute URL, or null if the address may not be a link; `siteUrl` is what the addresses of
 * images are relative to.
 */
export function mailParts(source: string, urlOf: (href: string) => string | null, siteUrl: string): ReactNode {
  return new Writer(urlOf, siteUrl).blocks(markdown.parse(source, {}));
}

class Writer {
  private readonly urlOf: (href: string) => string | null;
  private readonly siteUrl: string;
  constructor(urlOf: (href: string) => string | null, siteUrl: string) {
    this.urlOf = urlOf;
    this.siteUrl = siteUrl;
  }

  private imageOf(address: string): string | null {
    if (!URL.canParse(address, this.siteUrl)) return null;
    const url = new URL(address, this.siteUrl);
    const { protocol, href, origin } = url;
    if (hasPlace(url)) return null;
    return protocol === "https:" || origin === new URL(this.siteUrl).origin ? href : null;
  }

  blocks(tokens: readonly Token[]): ReactNode[] {
    const parts: ReactNode[] = [];
    for (let at = 0; at < tokens.length; ) {
      const token = tokens[at]!;
      const end = token.nesting === 1 ? closingOf(tokens, at) : at;
      parts.push(<Fragment key={at}>{this.block(token, tokens.slice(at + 1, end))}</Fragment>);
      at = end + 1;
    }
    return parts;
  }

  private block(token: Token, inside: readonly Token[]): ReactNode {
    switch (token.type) {
      case "paragraph_open":
        // In a tight list, items have no paragraph margins.
        return token.hidden ? this.inline(inside[0]?.children ?? []) : this.paragraph(inside[0]?.children ?? []);
      case "heading_open":
        return token.tag === "h1" || token.tag === "h2" ? (
          <MailHeading>{this.inline(inside[0]?.children ?? [])}</MailHeading>
        ) : (
          <MailSubheading>{this.inline(inside[0]?.children ?? [])}</MailSubheading>
        );
      case "bullet_list_open":
      case "ordered_list_open":
        return <MailList ordered={token.tag === "ol"} items={this.items(inside)} />;
      case "blockquote_open":
        return <MailQuote>{this.blocks(inside)}</MailQuote>;
      case "hr":
        return <MailRule />;
      case "fence":
      case "code_block":
        return <MailSet>{token.content.trimEnd()}</MailSet>;
      case "inline":
        return this.inline(token.children ?? []);
      default:
        return token.content;
    }
  }

  private items(inside: readonly Token[]): ReactNode[] {
    const items: ReactNode[] = [];
    for (let at = 0; at < inside.length; ) {
      const end = closingOf(inside, at);
      items.push(this.blocks(inside.slice(at + 1, end)));
      at = end + 1;
    }
    return items;
  }

  private paragraph(children: readonly Token[]): ReactNode {
    const [first] = children;
    const href = first?.type === "link_open" && first.attrGet("title") === "button" && first.attrGet("href");
    if (href && closingOf(children, 0) === children.length - 1) {
      const url = this.urlOf(String(href));
      const label = children.slice(1, -1).map(({ content }) => content);
      if (url) return <MailButton href={url}>{label.join("")}</MailButton>;
    }
    return <MailText>{this.inline(children)}</MailText>;
  }

  private inline(tokens: readonly Token[]): ReactNode[] {
    const parts: ReactNode[] = [];
    for (let at = 0; at < tokens.length; ) {
      const token = tokens[at]!;
      const end = token.nesting === 1 ? closingOf(tokens, at) : at;
      parts.push(<Fragment key={at}>{this.word(token, tokens.slice(at + 1, end))}</Fragment>);
      at = end + 1;
    }
    return parts;
  }

  private word(token: Token, inside: readonly Token[]): ReactNode {
    switch (token.type) {
      case "strong_open":
        return <strong>{this.inline(inside)}</strong>;
      case "em_open":
        return <em>{this.inline(inside)}</em>;
      case "s_open":
        return <s>{this.inline(inside)}</s>;
      case "link_open": {
        const url = this.urlOf(String(token.attrGet("href") ?? ""));
        const words = this.inline(inside);
        return url ? <MailLink href={url}>{words}</MailLink> : words;
      }
      case "image": {
        const url = this.imageOf(String(token.attrGet("src") ?? ""));
        return url ? <MailImage src={url} alt={token.content} /> : token.content;
      }
      case "code_inline":
        return <code>{token.content}</code>;
      case "softbreak":
        return " ";
      case "hardbreak":
        return <br />;
      default:
        return token.content;
    }
  }
}

function closingOf(tokens: readonly Token[], open: number): number {
  let depth = 0;
  for (let at = open; at < tokens.length; at += 1) {
    depth += tokens[at]!.nesting;
    if (depth === 0) return at;
  }
  return tokens.length - 1;
}
