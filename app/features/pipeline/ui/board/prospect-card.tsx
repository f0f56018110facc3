import { Link } from "react-router";
import { isCold, sourceLabels } from "#app/features/pipeline/prospects/prospect-list.ts";
import type { ProspectEntry } from "#app/features/pipeline/prospects/prospects.server.ts";
import { formatNumber } from "#app/lib/numbers.ts";
import { Icon } from "#app/ui/buttons/icon.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { useFirmDates } from "#app/ui/text/firm-dates.tsx";
import { ageText, dollars, initials } from "../figures.ts";
import { nextStep, type UpcomingCall } from "../next-step.ts";
import css from "./prospect-card.module.css";
import { ScoreGauge } from "./score-gauge.tsx";
import { TagList } from "./tag-list.tsx";

export type CardOwner = { userId: string; name: string };

export function ProspectCard({
  entry,
  call,
  owner,
  now,
  today,
  isLifted = false,
}: {
  entry: ProspectEntry;
  call: UpcomingCall | undefined;
  owner: CardOwner | undefined;
  now: Date;
  /** ISO date. */
  today: string;
  isLifted?: boolean;
}) {
  const { id, company, name, email, role, employees, valueCents, source, score, nextTask } = entry;
  const about = [company ? (name ?? role) : role, employees && `${formatNumber(employees)} people`];
  const next = nextStep(nextTask, call, today);
  const age = ageText(entry.stageSince, now, useFirmDates());
  return (
    <Link
      to={`/admin/prospect-pipeline/${id}`}
      className={classNames("grid cols-1 sheet-surface rounded", css.card, isLifted && css.lifted)}
      draggable={false}
      data-prospect={id}
    >
      <span className={`line start between gap-50 ${css.head}`}>
        <b className="shrinks ui-size breaks">{company ?? name ?? email}</b>
        <ScoreGauge score={score} />
      </span>
      <span className="muted breaks size-81">{about.filter(Boolean).join(", ") || email}</span>
      <TagList tags={entry.tags} />
      <span className={classNames("num muted", css.age)}>
        {age === "Today" ? "In stage since today" : `${age} in stage`}
      </span>
      <span className={classNames("num", `line middle gap-50 ${css.worth}`)}>
        <span className={valueCents === null ? `muted ${css.none}` : "strong ui-size"}>
          {dollars(valueCents)}
          {valueCents !== null && (
            <>
              {" "}
              <span className={`muted ${css.none}`}>
                <span className="vh">yearly </span>client value
              </span>
            </>
          )}
        </span>
        {isCold(entry, now) && <span className={`framed muted ${css.cold}`}>Cold</span>}
        {source && <span className={`soft nowrap rounded ${css.source}`}>{sourceLabels[source]}</span>}
      </span>
      <span className={classNames(`line middle gap-40 size-81 ${css.next}`, next?.isLate && css.late)}>
        <Icon name={next?.isLate ? "warning" : "clock"} size={14} />
        {next?.isCall ? (
          <span className={`shrinks ${css.call}`}>{`${next.title} ${next.due}`}</span>
        ) : (
          <>
            <span className={`ellipsis shrinks ${css.task}`}>{next?.title ?? "No next step"}</span>
            {next && <span className={classNames("num weight-560 nowrap", css.due)}>{next.due}</span>}
          </>
        )}
        <span className={`rigid muted ${css.owner}`} title={owner ? `Owner: ${owner.name}` : "No owner"}>
          {owner ? initials(owner.name) : "–"}
        </span>
      </span>
    </Link>
  );
}
