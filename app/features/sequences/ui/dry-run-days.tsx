import { clockOf, isoWeekday } from "#app/lib/dates/date-text.ts";
import { wallClock } from "#app/lib/dates/wall-clock.ts";
import { americanZone } from "#app/lib/dates/zone-names.ts";
import { counted } from "#app/lib/numbers.ts";
import { Icon, type IconName } from "#app/ui/buttons/icon.tsx";
import { classNames } from "#app/ui/class-names.ts";
import type { DryRunEntry } from "../steps/dry-run.ts";
import css from "./dry-run-days.module.css";

export type DryRunLine = DryRunEntry & { person: string | null };

const icons = { mail: "mail", task: "check", end: "minus" } as const satisfies Record<DryRunEntry["kind"], IconName>;

export function DryRunDays({
  of,
  lines,
  days,
  timezone,
}: {
  of: string;
  lines: readonly DryRunLine[];
  days: number;
  timezone: string;
}) {
  const byDay = Map.groupBy(lines, ({ at }) => wallClock(at, timezone).date);
  const sent = lines.filter(({ kind, skipped }) => kind === "mail" && !skipped).length;
  return (
    <section aria-labelledby="dry-run">
      <div className={`cluster baseline ${css.head}`}>
        <h2 className="larger strong" id="dry-run">
          {of}
        </h2>
        <p className="muted smaller" role="status">
          {counted(sent, "email")} in {days} days. Times are in {americanZone(timezone)}.
        </p>
      </div>
      {lines.length === 0 && <p className="muted smaller">Nothing is due in these days.</p>}
      {[...byDay].map(([day, ofDay]) => (
        <div key={day} className={`grid rule-top ${css.day}`}>
          <h3>{isoWeekday(day)}</h3>
          <ul>
            {ofDay.map((line) => (
              <li
                key={`${line.at.toISOString()} ${line.step} ${line.person}`}
                className={classNames(`grid gap-75 breaks ${css.line}`, line.skipped && css.skipped)}
              >
                <time className="num" dateTime={line.at.toISOString()}>
                  {clockOf(line.at, timezone)}
                </time>
                <Icon name={line.skipped && line.kind !== "end" ? "clock" : icons[line.kind]} size={16} />
                <span>
                  {line.person && <b>{line.person}: </b>}
                  {lineText(line, timezone)}
                </span>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
}

function lineText({ kind, subject, skipped, until }: DryRunLine, timezone: string): string {
  if (kind === "end") return `Ends: ${skipped ?? ""}`;
  const what = `${kind === "mail" ? "Email" : "Task"} “${subject ?? ""}”`;
  if (!skipped) return kind === "mail" ? `${what} is sent` : `${what} is created`;
  if (!until) return `${what} is skipped: ${skipped}`;
  return `${what} waits until ${isoWeekday(wallClock(until, timezone).date)}, ${clockOf(until, timezone)}: ${skipped}`;
}
