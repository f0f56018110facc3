import type { ReactNode } from "react";
import type { EventType } from "#app/features/booking/booking.ts";
import { isBuiltIn } from "#app/features/booking/hosts/event-type-slugs.ts";
import { Icon } from "#app/ui/icon.tsx";
import { AgendaLine } from "../agenda-line.tsx";
import css from "./event-type-facts.module.css";

export function EventTypeFacts({ kind, title, children }: { kind: EventType; title: string; children?: ReactNode }) {
  const { agenda } = kind;
  return (
    <header className={css.facts}>
      <h1 className="t1">{title}</h1>
      {children ?? <p className="lede">{kind.description}</p>}
      <ul className={`grid gap-60 soft ${css.list}`}>
        <li>
          <Icon name="clock" />
          {kind.durationMinutes} minutes{isBuiltIn(kind.slug) && ", free of charge"}
        </li>
        <li>
          <Icon name="user" />
          With {kind.hostName}
        </li>
        <li>
          <Icon name="link" />
          {kind.where}
        </li>
      </ul>
      {agenda.length > 0 && (
        <div className={`grid gap-75 top-75 ${css.agenda}`}>
          <AgendaLine parts={agenda} />
          <ol>
            {agenda.map(({ minutes, title: part }) => (
              <li key={part}>
                <span className="note num">{minutes} min</span>
                {part}
              </li>
            ))}
          </ol>
        </div>
      )}
    </header>
  );
}
