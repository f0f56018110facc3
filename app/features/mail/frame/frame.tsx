import { Children, isValidElement, type ReactElement, type ReactNode } from "react";
import { firmFacts, firmLogo, firmName, isUnnamed } from "#app/lib/firm.ts";
import { env } from "#app/platform/env.server.ts";
import { DimensionLine } from "./dimension-line.tsx";
import { action, background, blueprint, breaks, ink, line, mono, sans, serif, styleSheet } from "./frame-style.ts";
import { Button, Link, Preview, Section } from "./markup.tsx";

type MailFrameProps = {
  /** The line a mail program shows after the subject; must not repeat it. */
  preview: string;
  /** The only heading, on the blueprint band. */
  title: string;
  children: ReactNode;
  /** Why the recipient gets this mail, one sentence. */
  reason?: string;
  /** One-click unsubscribe, for mail of a list. */
  unsubscribeHref?: string;
  unsubscribeLabel?: string;
};

/**
 * The layout of every mail: name, blueprint band with the title, body, footer. Built from tables, with the name as text and, apart from
 * the firm's logo, no external resources, so it looks the same with images blocked. A MailCode among the direct children is shown on
 * the band, under the title.
 */
export function MailFrame({ preview, title, children, reason, unsubscribeHref, unsubscribeLabel }: MailFrameProps) {
  const parts = Children.toArray(children);
  return (
    <html lang="en" dir="ltr">
      <head>
        <meta content="text/html; charset=UTF-8" httpEquiv="Content-Type" />
        <meta name="x-apple-disable-message-reformatting" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>{title}</title>
        <style>{styleSheet()}</style>
      </head>
      <body style={{ margin: 0, backgroundColor: background.page }}>
        {preview && <Preview>{preview}</Preview>}
        <Section
          className="m-page"
          tdClassName="m-page"
          style={{ backgroundColor: background.page, padding: "40px 0" }}
        >
          <Section
            className="m-sheet"
            style={{ maxWidth: "600px", backgroundColor: background.sheet, border: `1px solid ${line.structural}` }}
          >
            <Section tdClassName="m-pad" style={{ padding: "24px 40px" }}>
              <Wordmark />
            </Section>
            <Section
              className="m-band"
              tdClassName="m-pad"
              style={{ backgroundColor: blueprint.band, padding: "44px 40px 40px" }}
            >
              <h1
                className="m-title"
                style={{
                  ...sans,
                  ...breaks,
                  margin: 0,
                  fontWeight: 500,
                  fontSize: "34px",
                  lineHeight: "1.1",
                  letterSpacing: "-.8px",
                  textWrap: "balance",
                  color: blueprint.ink,
                }}
              >
                {title}
              </h1>
              {parts.filter(isMailCode)}
            </Section>
            <Section tdClassName="m-pad" style={{ padding: "36px 40px 28px" }}>
              {parts.filter((part) => !isMailCode(part))}
            </Section>
            <Section
              className="m-rule"
              tdClassName="m-pad"
              style={{ borderTop: `1px solid ${line.structural}`, padding: "18px 40px" }}
            >
              <Footer reason={reason} unsubscribeHref={unsubscribeHref} unsubscribeLabel={unsubscribeLabel} />
            </Section>
          </Section>
        </Section>
      </body>
    </html>
  );
}

const isMailCode = (part: ReactNode): part is ReactElement<MailCodeProps> =>
  isValidElement(part) && part.type === MailCode;

function Wordmark() {
  // Mail programs show PNG. With images blocked, and for other types, the name is there instead.
  const logo = firmFacts().picture === null ? null : firmLogo(32);
  return (
    <Link
      href={env().SITE_URL}
      className={isUnnamed() ? "m-ink" : "m-link"}
      data-skip-in-text="true"
      style={{
        ...sans,
        ...breaks,
        color: isUnnamed() ? ink.first : action().text,
        fontSize: "23px",
        lineHeight: "32px",
        letterSpacing: "-.4px",
        fontWeight: 700,
        textDecoration: "none",
      }}
    >
      {logo ? (
        <img {...logo} src={`${env().SITE_URL}${logo.src}`} alt={firmName()} style={{ display: "block", border: 0 }} />
      ) : isUnnamed() ? (
        <>
          GTM<span style={{ fontWeight: 400 }}>arc</span>
        </>
      ) : (
        firmName()
      )}
    </Link>
  );
}

type FooterProps = Pick<MailFrameProps, "reason" | "unsubscribeHref" | "unsubscribeLabel">;

function Footer({ reason, unsubscribeHref, unsubscribeLabel = "Unsubscribe" }: FooterProps) {
  const { SITE_URL, CONTACT_EMAIL } = env();
  const quiet = { color: ink.third, textDecoration: "underline" };
  return (
    <p
      className="m-ink-3"
      style={{ ...mono, ...breaks, margin: 0, fontSize: "12px", lineHeight: "1.6", color: ink.third }}
    >
      {reason && (
        <>
          {reason}
          <br />
        </>
      )}
      {firmName()},{" "}
      <Link className="m-ink-3" href={`mailto:${CONTACT_EMAIL}`} style={quiet}>
        {CONTACT_EMAIL}
      </Link>
      <br />
      <Link className="m-ink-3" href={`${SITE_URL}/privacy`} style={quiet}>
        Privacy
      </Link>
      {unsubscribeHref && (
        <>
          {" · "}
          <Link className="m-ink-3" href={unsubscribeHref} style={quiet}>
            {unsubscribeLabel}
          </Link>
        </>
      )}
    </p>
  );
}

export const MailText = ({ children }: { children: ReactNode }) => (
  <p
    className="m-ink-2"
    style={{ ...serif, ...breaks, margin: "0 0 18px", fontSize: "18px", lineHeight: "1.55", color: ink.second }}
  >
    {children}
  </p>
);

export const MailHeading = ({ children }: { children: ReactNode }) => (
  <h2
    className="m-ink"
    style={{
      ...sans,
      margin: "10px 0 12px",
      fontSize: "21px",
      lineHeight: "1.25",
      fontWeight: 600,
      letterSpacing: "-.25px",
      color: ink.first,
    }}
  >
    {children}
  </h2>
);

/** A link inside a paragraph. `href` is absolute. */
export const MailLink = ({ href, children }: { href: string; children: ReactNode }) => (
  <Link className="m-link" href={href} style={{ color: action().text, textDecoration: "underline" }}>
    {children}
  </Link>
);

/** The main action. `href` is absolute, built from SITE_URL. The text body shows the label and the URL. */
export const MailButton = ({ href, children }: { href: string; children: ReactNode }) => (
  <Section style={{ margin: "6px 0 24px" }}>
    <Button
      className="m-action"
      href={href}
      style={{
        ...sans,
        backgroundColor: action().action,
        borderRadius: "2px",
        padding: "15px 24px",
        fontSize: "16px",
        fontWeight: 600,
        color: action().ink,
      }}
    >
      {children}
    </Button>
  </Section>
);

export type MailCodeProps = {
  /** As the reader types it: `407219` or `ABCD-EFGH-JKLM`. */
  children: string;
  /** Under the box, such as `valid for 10 minutes`. */
  note?: string;
};

/** A code to type. Six digits are spaced 3 + 3 by styling, so that copying gives only the digits. */
export function MailCode({ children: code, note }: MailCodeProps) {
  const long = code.length > 8;
  const size = long ? { fontSize: "34px", letterSpacing: "3px" } : { fontSize: "60px", letterSpacing: "8px" };
  const sixDigits = /^\d{6}$/.test(code);
  return (
    <Section style={{ marginTop: "30px" }}>
      <Section
        className="m-box"
        style={{
          ...{ border: `1px solid ${blueprint.line}`, backgroundColor: blueprint.deep },
          ...{ padding: "26px 12px 24px", textAlign: "center" },
        }}
      >
        <span
          className={long ? "m-code-long" : "m-code"}
          style={{
            ...sans,
            ...size,
            fontWeight: 500,
            lineHeight: "1",
            color: "#ffffff",
            fontVariantNumeric: "tabular-nums",
          }}
        >
          {sixDigits ? (
            <>
              {code.slice(0, 3)}
              <span style={{ paddingLeft: ".35em" }}>{code.slice(3)}</span>
            </>
          ) : (
            code
          )}
        </span>
      </Section>
      {note && <DimensionLine>{note}</DimensionLine>}
    </Section>
  );
}

/** A secondary remark, such as what to do when the recipient did not request this mail. */
export const MailNote = ({ children }: { children: ReactNode }) => (
  <p
    className="m-ink-3"
    style={{ ...sans, margin: "6px 0 18px", fontSize: "14px", lineHeight: "1.55", color: ink.third }}
  >
    {children}
  </p>
);

export const MailTable = ({ rows }: { rows: readonly { label: string; value: ReactNode }[] }) => (
  <table
    className="m-rule-ink"
    width="100%"
    cellPadding="0"
    cellSpacing="0"
    border={0}
    style={{ margin: "6px 0 26px", borderTop: `1px solid ${ink.first}` }}
  >
    <tbody>
      {rows.map(({ label, value }) => (
        <tr key={label}>
          <th
            scope="row"
            align="left"
            className="m-cell m-ink-3"
            style={{
              ...mono,
              width: "34%",
              padding: "12px 16px 12px 0",
              borderBottom: `1px solid ${line.inner}`,
              fontSize: "12px",
              lineHeight: "1.6",
              fontWeight: 400,
              verticalAlign: "top",
              color: ink.third,
            }}
          >
            {label}
          </th>
          <td
            className="m-cell m-ink"
            style={{
              ...sans,
              padding: "10px 0",
              borderBottom: `1px solid ${line.inner}`,
              fontSize: "16px",
              lineHeight: "1.5",
              fontWeight: 500,
              verticalAlign: "top",
              overflowWrap: "anywhere",
              color: ink.first,
            }}
          >
            {value}
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);

/** Up to three figures side by side, stacked on a narrow screen. */
export const MailFigures = ({ figures }: { figures: readonly { label: string; value: string }[] }) => (
  <table
    className="m-rule-ink"
    width="100%"
    cellPadding="0"
    cellSpacing="0"
    border={0}
    style={{ margin: "6px 0 26px", borderTop: `1px solid ${ink.first}` }}
  >
    <tbody>
      <tr>
        {figures.map(({ label, value }, place) => {
          const last = place === figures.length - 1;
          const edges = {
            borderBottom: `1px solid ${line.inner}`,
            borderRight: last ? "0" : `1px solid ${line.inner}`,
          };
          return (
            <td
              key={label}
              className={`m-figure${last ? " m-figure-last" : ""}`}
              width={`${Math.floor(100 / figures.length)}%`}
              style={{
                ...edges,
                padding: place === 0 ? "16px 12px 16px 0" : "16px 12px 16px 18px",
                verticalAlign: "top",
              }}
            >
              <span className="m-ink-3" style={{ ...mono, fontSize: "12px", color: ink.third }}>
                {label}
              </span>
              <br />
              <span
                className="m-ink"
                style={{
                  ...sans,
                  fontSize: "20px",
                  lineHeight: "1.5",
                  fontWeight: 500,
                  letterSpacing: "-.3px",
                  color: ink.first,
                }}
              >
                {value}
              </span>
            </td>
          );
        })}
      </tr>
    </tbody>
  </table>
);
