import { Fragment } from "react";
import { findMail } from "#app/features/mail/messages/mailbox.server.ts";
import { unlisted } from "#app/lib/firm.ts";
import type { PageHandle } from "#app/shell/pages/page-handle.ts";
import { Breadcrumb } from "#app/ui/frames/breadcrumb.tsx";
import { PageHead } from "#app/ui/frames/page-head.tsx";
import { Section } from "#app/ui/sections/section.tsx";
import { Moment } from "#app/ui/text/firm-dates.tsx";
import type { Route } from "./+types/mail";
import { nothingHere, requireMailbox } from "./mailbox/mailbox-visitor.server.ts";
import css from "./mailbox.module.css";

export async function loader({ context, params }: Route.LoaderArgs) {
  requireMailbox(context);
  const mail = await findMail(params.mail);
  if (!mail) throw nothingHere();
  const { html, ...rest } = mail;
  return { ...rest, hasHtml: html !== "" };
}

export const meta = ({ loaderData }: Route.MetaArgs) => unlisted(`${loaderData?.subject ?? "Mail"} | Mailbox`);
export const handle: PageHandle = { content: true, embeds: "mail" };

/** Development only: one mail as rendered, as text, and with its headers. */
export default function Mail({ loaderData: mail }: Route.ComponentProps) {
  const address = `/dev/mailbox/${mail.name}`;
  return (
    <main id="main" className={css.page}>
      <PageHead
        title={mail.subject}
        above={<Breadcrumb crumbs={[{ label: "Mailbox", href: "/dev/mailbox" }, { label: "Mail" }]} />}
      >
        <p className="small">
          To {mail.to}, <Moment at={new Date(mail.date)} />
        </p>
      </PageHead>
      <div className={`wrap grid ${css.bodies}`}>
        {mail.hasHtml && (
          <iframe
            className={`full-width framed ${css.frame}`}
            src={`${address}/html`}
            title="The email as an email program shows it"
            sandbox="allow-popups allow-popups-to-escape-sandbox"
          />
        )}
        <section>
          <h2 className="t4">Text</h2>
          <pre className={`breaks sheet-surface ${css.text}`}>
            <LinkedText>{mail.text}</LinkedText>
          </pre>
          {mail.attachments.length > 0 && (
            <>
              <h2 className="t4">Attachments</h2>
              <ul className={css.files}>
                {mail.attachments.map(({ place, filename, mimeType, sizeBytes }) => (
                  <li key={place}>
                    <a href={`${address}/attachments/${place}`}>{filename}</a> ({mimeType}, {sizeBytes} bytes)
                  </li>
                ))}
              </ul>
            </>
          )}
        </section>
      </div>
      <Section title="Headers">
        <dl className={`grid ${css.headers}`}>
          {mail.headers.map(({ name, value }, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: headers may repeat and are never reordered
            <Fragment key={place}>
              <dt className="muted">{name}</dt>
              <dd className="breaks">{value}</dd>
            </Fragment>
          ))}
        </dl>
      </Section>
    </main>
  );
}

/** Plain text with linked URLs. */
function LinkedText({ children }: { children: string }) {
  return children.split(/(https?:\/\/[^\s<>"]+)/).map((part, place) =>
    place % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text are never reordered
      <a key={place} href={part}>
        {part}
      </a>
    ) : (
      part
    ),
  );
}
