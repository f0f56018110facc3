import { Link, useLocation } from "react-router";
import { mailHref } from "#app/features/mail/messages/mail-states.ts";
import type { TimelineItem } from "#app/features/pipeline/notes/timeline.server.ts";
import { type TimelineKind, timelineKinds } from "#app/features/pipeline/notes/timeline-kinds.ts";
import { withQuery } from "#app/lib/addresses/list-query.ts";
import { buttonClass } from "#app/ui/buttons/button.tsx";
import { Icon, type IconName } from "#app/ui/buttons/icon.tsx";
import { Empty } from "#app/ui/feedback/empty.tsx";
import { useFirmDates } from "#app/ui/text/firm-dates.tsx";
import css from "./timeline.module.css";

const icons: Record<TimelineKind, IconName> = {
  activity: "document",
  calls: "calendar",
  mail: "mail",
  money: "ticket",
  stages: "route",
  notes: "edit",
  tasks: "check",
};

export function Timeline({
  items,
  next,
  kind,
  isFirstPage,
  now,
  address,
}: {
  /** `who`: the prospect of an item, in timelines of several prospects. */
  items: readonly (TimelineItem & { who?: { id: string; label: string } | null })[];
  next: string | null;
  kind: TimelineKind | null;
  isFirstPage: boolean;
  now: Date;
  /** The address of the listed mail, shown next to the mail filter. */
  address?: string;
}) {
  const { search } = useLocation();
  const dates = useFirmDates();
  const to = (changes: Record<string, string | null>) => withQuery(search, { ...changes });
  return (
    <section className="grid gap-90" aria-labelledby="timeline">
      <div className={`cluster baseline ${css.head}`}>
        <h2 className="larger strong" id="timeline">
          Timeline
        </h2>
        <nav aria-label="Show in the timeline" className={`cluster ${css.kinds}`}>
          <Link
            className="middle muted size-81"
            to={to({ kind: null })}
            aria-current={kind === null || undefined}
            preventScrollReset
          >
            All
          </Link>
          {Object.entries(timelineKinds).map(([key, label]) => (
            <Link
              className="middle muted size-81"
              key={key}
              to={to({ kind: key })}
              aria-current={kind === key || undefined}
              preventScrollReset
            >
              {label}
            </Link>
          ))}
        </nav>
        {address && kind === "mail" && (
          <Link to={`/admin/mail?${new URLSearchParams({ q: address })}`}>All emails to this address</Link>
        )}
      </div>
      {items.length === 0 ? (
        <Empty level={3} title="Nothing here yet" text="Events, emails, notes, tasks and stage changes appear here." />
      ) : (
        <ol className={css.items}>
          {items.map(({ id, at, kind: group, text, type, who, href = type === "mail" ? mailHref(id) : undefined }) => (
            <li className="grid gap-60 lh-145" key={`${type} ${id}`}>
              <time className="note num" dateTime={at.toISOString()}>
                <span>{dates.recentDay(at, now)},</span> <span>{dates.clock(at)}</span>
              </time>
              <Icon name={icons[group]} size={16} />
              <span className={`breaks ${css.text}`}>
                {who && (
                  <Link className="muted smaller" to={`/admin/prospect-pipeline/${who.id}`}>
                    {who.label}
                  </Link>
                )}
                {href ? <Link to={href}>{text}</Link> : text}
              </span>
            </li>
          ))}
        </ol>
      )}
      <p className="line gap-60">
        {!isFirstPage && (
          <Link className={buttonClass({ size: 32 })} to={to({})} preventScrollReset>
            Newest
          </Link>
        )}
        {next && (
          <Link className={buttonClass({ size: 32 })} to={to({ before: next })} preventScrollReset>
            Older
          </Link>
        )}
      </p>
    </section>
  );
}
