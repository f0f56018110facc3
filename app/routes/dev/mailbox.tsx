import { listMailbox } from "#app/features/mail/messages/mailbox.server.ts";
import { unlisted } from "#app/lib/firm.ts";
import { counted } from "#app/lib/numbers.ts";
import { ButtonLink } from "#app/ui/buttons/button.tsx";
import { Empty } from "#app/ui/feedback/empty.tsx";
import { PageHead } from "#app/ui/frames/page-head.tsx";
import { Table } from "#app/ui/lists/table.tsx";
import { Moment } from "#app/ui/text/firm-dates.tsx";
import type { Route } from "./+types/mailbox";
import { requireMailbox } from "./mailbox/mailbox-visitor.server.ts";
import css from "./mailbox.module.css";

const refreshSeconds = 3;
const shown = 200;

export async function loader({ request, context }: Route.LoaderArgs) {
  requireMailbox(context);
  return { ...(await listMailbox(shown)), refreshing: new URL(request.url).searchParams.has("refresh") };
}

export const meta = () => unlisted("Mailbox");
export const handle = { content: true };

/** Development only: mail that would have been sent, newest first. */
export default function Mailbox({ loaderData: { mails, total, refreshing } }: Route.ComponentProps) {
  return (
    <main id="main" className={css.page}>
      {refreshing && <meta httpEquiv="refresh" content={String(refreshSeconds)} />}
      <PageHead
        title="Mailbox"
        lede="No mail server is set, so every email is stored here as a file and not sent. To send email, set one under Settings."
      >
        {refreshing ? (
          <ButtonLink href="/dev/mailbox">Stop refreshing</ButtonLink>
        ) : (
          <ButtonLink href="/dev/mailbox?refresh">Refresh every {refreshSeconds} seconds</ButtonLink>
        )}
      </PageHead>
      <div className="wrap">
        {mails.length === 0 ? (
          <Empty title="No emails yet" text="Emails appear here within a few seconds of the action that sends them." />
        ) : (
          <Table
            caption={total > shown ? `The newest ${shown} of ${total} mails` : counted(total, "mail")}
            rows={mails}
            rowKey={({ name }) => name}
            columns={[
              {
                label: "Subject",
                heads: true,
                cell: ({ name, subject }) => (
                  <a className="breaks" href={`/dev/mailbox/${name}`}>
                    {subject}
                  </a>
                ),
              },
              { label: "To", cell: ({ to }) => to },
              { label: "Written", cell: ({ date }) => <Moment at={new Date(date)} /> },
            ]}
          />
        )}
      </div>
    </main>
  );
}
