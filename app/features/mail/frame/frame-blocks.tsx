import type { ReactNode } from "react";
import { ink, line, mono, sans, serif } from "./frame-style.ts";
import { Section } from "./markup.tsx";

/* Parts of mail bodies that a person writes: lists, quotations, a rule, a smaller heading, preformatted text. */

const running = { ...serif, fontSize: "18px", lineHeight: "1.55", color: ink.second };

/** A list, numbered if `ordered`. `items` are the contents of the points. */
export function MailList({ items, ordered }: { items: readonly ReactNode[]; ordered?: boolean }) {
  const Tag = ordered ? "ol" : "ul";
  return (
    <Tag className="m-ink-2" style={{ ...running, margin: "0 0 18px", padding: "0 0 0 26px" }}>
      {items.map((item, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the points of a text never move
        <li key={place} style={{ margin: "0 0 8px", paddingLeft: "4px" }}>
          {item}
        </li>
      ))}
    </Tag>
  );
}

export const MailQuote = ({ children }: { children: ReactNode }) => (
  <Section style={{ margin: "4px 0 2px" }}>
    <blockquote
      className="m-rule-ink"
      style={{ margin: 0, padding: "2px 0 0 20px", borderLeft: `2px solid ${ink.first}` }}
    >
      {children}
    </blockquote>
  </Section>
);

/** Text without line breaks: a document number, a time zone. */
export const MailUnbroken = ({ children }: { children: ReactNode }) => (
  <span style={{ whiteSpace: "nowrap" }}>{children}</span>
);

export const MailRule = () => (
  <hr className="m-rule" style={{ margin: "26px 0", border: 0, borderTop: `1px solid ${line.structural}` }} />
);

export const MailSubheading = ({ children }: { children: ReactNode }) => (
  <h3
    className="m-ink"
    style={{ ...sans, margin: "8px 0 8px", fontSize: "17px", lineHeight: "1.3", fontWeight: 600, color: ink.first }}
  >
    {children}
  </h3>
);

/** Preformatted lines: formulas, field names, a small text table. */
export const MailSet = ({ children }: { children: string }) => (
  <pre
    className="m-ink m-cell"
    style={{
      ...mono,
      margin: "4px 0 20px",
      padding: "14px 16px",
      border: `1px solid ${line.inner}`,
      fontSize: "13px",
      lineHeight: "1.55",
      whiteSpace: "pre-wrap",
      overflowWrap: "anywhere",
      color: ink.first,
    }}
  >
    {children}
  </pre>
);

/** As wide as its text at most. Mail programs that block images show the description. */
export const MailImage = ({ src, alt }: { src: string; alt: string }) => (
  <img
    alt={alt}
    src={src}
    className="m-ink-2 m-image"
    style={{ ...sans, display: "inline-block", maxWidth: "100%", height: "auto", fontSize: "15px", color: ink.second }}
  />
);
