import { useEffect, useState } from "react";
import { counted, formatNumber } from "#app/lib/numbers.ts";
import { AdminDetails } from "#app/ui/admin/admin-details.tsx";
import { Button } from "#app/ui/buttons/button.tsx";
import { Notice } from "#app/ui/feedback/notice.tsx";
import { TextField } from "#app/ui/forms/field.tsx";
import { ScriptForm } from "#app/ui/forms/script-form.tsx";
import { Moment } from "#app/ui/text/firm-dates.tsx";
import css from "./host.module.css";

type Calendar = {
  id: string;
  label: string;
  readAt: Date | null;
  attemptedAt: Date | null;
  heldUntil: Date | null;
  problem: string | null;
  skipped: readonly { line: number; reason: string }[];
  skippedCount: number;
};

/** A host's other calendars with the outcome of their last read, and a form to connect one. */
export function BusyCalendars({
  feeds,
  host,
  adding,
  onAdd,
  onRemove,
}: {
  feeds: readonly Calendar[];
  host: { name: string; busyUntilRead: boolean };
  adding: boolean;
  onAdd: (url: string) => void;
  onRemove: (feed: { id: string; label: string }) => void;
}) {
  return (
    <>
      <p className="muted">
        The secret .ics address of another calendar. It is read every ten minutes; only the times of its events are
        stored.
      </p>
      {feeds.length > 0 && (
        <ul className={`grid ${css.list}`}>
          {feeds.map((feed) => (
            <li className="line start between gap-100" key={feed.id}>
              <div className={`grid gap-50 ${css.calendar}`}>
                <b>{feed.label}</b>
                <p>
                  {feed.readAt ? (
                    <>
                      Read <Moment at={feed.readAt} />
                    </>
                  ) : (
                    "Never read"
                  )}
                </p>
                <Problem feed={feed} host={host} />
                <Skipped feed={feed} />
              </div>
              <Button size={32} aria-label={`Stop reading ${feed.label}`} onClick={() => onRemove(feed)}>
                Stop reading
              </Button>
            </li>
          ))}
        </ul>
      )}
      <BusyForm busy={adding} count={feeds.length} onAdd={onAdd} />
    </>
  );
}

function Problem({ feed, host }: { feed: Calendar; host: { name: string; busyUntilRead: boolean } }) {
  const { problem, readAt, attemptedAt, heldUntil } = feed;
  if (!problem && readAt) return null;
  return (
    <Notice kind="critical">
      {problem}{" "}
      {attemptedAt && (
        <>
          (<Moment at={attemptedAt} />){" "}
        </>
      )}
      {readAt && "The times from the last successful read still count. "}
      {!readAt && host.busyUntilRead && `Until it can be read, ${host.name} gets no calls; see Details. `}
      {!readAt && !host.busyUntilRead && "Until it can be read, calls are offered in its busy times; see Details. "}
      {problem && heldUntil && (
        <>
          The next attempt is after <Moment at={heldUntil} />.
        </>
      )}
    </Notice>
  );
}

function Skipped({ feed: { skipped, skippedCount } }: { feed: Calendar }) {
  if (skippedCount === 0) return null;
  const more = skippedCount - skipped.length;
  return (
    <Notice kind="caution">
      {counted(skippedCount, "entry", "entries")} could not be read completely.
      <AdminDetails summary="Show them">
        <ul className={`grid ${css.skipped}`}>
          {skipped.map(({ line, reason }) => (
            <li key={`${line} ${reason}`}>
              Line {line}: {reason}
            </li>
          ))}
          {more > 0 && <li>And {formatNumber(more)} more.</li>}
        </ul>
      </AdminDetails>
    </Notice>
  );
}

function BusyForm({ busy, count, onAdd }: { busy: boolean; count: number; onAdd: (url: string) => void }) {
  const [url, setUrl] = useState("");
  // biome-ignore lint/correctness/useExhaustiveDependencies: clear the field after each added calendar
  useEffect(() => setUrl(""), [count]);
  return (
    <ScriptForm
      className={`grid gap-75 ${css.form}`}
      onSubmit={(event) => {
        event.preventDefault();
        if (url.trim()) onAdd(url);
      }}
    >
      <TextField
        label="Calendar address"
        type="text"
        inputMode="url"
        autoComplete="off"
        maxLength={2000}
        value={url}
        onChange={(event) => setUrl(event.currentTarget.value)}
      />
      <Button type="submit" size={40} busy={busy} busyText="Connecting">
        Connect calendar
      </Button>
    </ScriptForm>
  );
}
