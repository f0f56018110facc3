import type { CheckLine, HistoryLine } from "#app/features/access/requests/request-file.server.ts";
import parts from "#app/routes/admin/admin-parts.module.css";
import { Badge } from "#app/ui/feedback/badge.tsx";
import { Empty } from "#app/ui/feedback/empty.tsx";
import { Table } from "#app/ui/lists/table.tsx";
import { Moment } from "#app/ui/text/firm-dates.tsx";
import css from "./access-request.module.css";

export function History({ lines }: { lines: readonly HistoryLine[] }) {
  return (
    <section aria-labelledby="history">
      <h2 id="history" className={`larger strong ${parts.head} ${css.head}`}>
        History
      </h2>
      <ol className={css.history}>
        {lines.map(({ at, what, by, note }) => (
          <li className="grid gap-200" key={`${at.toISOString()} ${what}`}>
            <Moment className="note" at={at} />
            <div>
              <b>{what}</b>
              {by && <span className="muted breaks block size-81">by {by}</span>}
              {note && <span className="muted breaks block size-81">{note}</span>}
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

const outcomes = {
  granted: { kind: "positive", icon: "check", word: "Allowed" },
  denied: { kind: "sunk", icon: "close", word: "No access" },
  blocked: { kind: "critical", icon: "lock", word: "Blocked" },
} as const;

const reasons: Record<string, string> = {
  no_grant: "no access",
  too_many_devices: "too many devices",
  blocked: "blocked by an admin",
};

/** Lists the access checks of the account, newest first. Devices are identified by a hash prefix. */
export function CheckLog({ lines, hasAccount }: { lines: readonly CheckLine[]; hasAccount: boolean }) {
  return (
    <section className={css.checks} aria-labelledby="checks">
      <h2 id="checks" className={`larger strong ${parts.head} ${css.head}`}>
        Access checks
      </h2>
      {lines.length === 0 ? (
        <Empty
          level={3}
          title="No checks yet"
          text={
            hasAccount ? "Access is checked each time the wizard opens." : "There is no account with this address yet."
          }
        />
      ) : (
        <Table
          caption="Access checks, newest first"
          quiet
          rowKey={({ at, device }) => `${at.toISOString()} ${device}`}
          rows={lines}
          columns={[
            { label: "When", cell: ({ at }) => <Moment at={at} /> },
            {
              label: "Outcome",
              cell: ({ outcome, reason }) => (
                <>
                  <Badge kind={outcomes[outcome].kind} icon={outcomes[outcome].icon}>
                    {outcomes[outcome].word}
                  </Badge>
                  {reason && <span className="muted breaks block size-81">{reasons[reason] ?? reason}</span>}
                </>
              ),
            },
            { label: "Device", cell: ({ device }) => <span className="note">{device}</span> },
            {
              label: "Browser",
              cell: ({ userAgent }) => <span className="muted breaks size-81">{userAgent}</span>,
            },
          ]}
        />
      )}
    </section>
  );
}
