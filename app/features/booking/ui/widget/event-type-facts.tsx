import type { ReactNode } from "react";
import type { EventType } from "#app/features/booking/booking.ts";
import { isBuiltIn } from "#app/features/booking/hosts/event-type-slugs.ts";
import { exactUsd } from "#app/lib/money.ts";
import { ChipLink } from "#app/ui/buttons/chip.tsx";
import { Icon } from "#app/ui/buttons/icon.tsx";
import { AgendaLine, withBegins } from "../agenda-line.tsx";
import css from "./event-type-facts.module.css";

export type HostLinks = { chosen: string | null; hrefOf: (hostId: string | null) => string };

const paidWhen = ({ payBy, needsConfirmation }: EventType) =>
  payBy === "invoice" ? "by invoice" : needsConfirmation ? "paid once it is confirmed" : "paid when you book";

const priceOf = (kind: EventType) =>
  kind.priceCents === null
    ? isBuiltIn(kind.slug) && ", free of charge"
    : `, ${exactUsd(kind.priceCents / 100)} (USD), ${paidWhen(kind)}`;

export function EventTypeFacts({
  kind,
  title,
  children,
  choice,
  heading: Heading = "h1",
  isBooked = false,
}: {
  kind: EventType;
  title: string;
  children?: ReactNode;
  heading?: "h1" | "h3";
  /** The host that the invitee chose, and the page of another choice; null: anyone. */
  choice?: HostLinks | undefined;
  /** Of a call that is moved: it was paid and confirmed as it was booked. */
  isBooked?: boolean;
}) {
  const { agenda } = kind;
  const chosen = kind.hosts.find(({ id }) => id === choice?.chosen);
  return (
    <header className={`grid gap-110 packed breaks ${css.facts}`}>
      <Heading className={Heading === "h1" ? "t1" : "t2"}>{title}</Heading>
      {children ?? <p className="lede">{kind.description}</p>}
      <ul className={`grid gap-60 soft ui-size ${css.list}`}>
        <li className="line middle">
          <Icon name="clock" />
          {kind.durationMinutes} minutes
          {!isBooked && priceOf(kind)}
        </li>
        <li className="line middle">
          <Icon name="user" />
          With {chosen?.name ?? kind.hostName}
        </li>
        <li className="line middle">
          <Icon name="link" />
          {kind.where}
        </li>
        {kind.needsConfirmation && !isBooked && (
          <li className="line middle">
            <Icon name="check" />A host confirms the call before it counts.
          </li>
        )}
      </ul>
      {choice && <HostChoice kind={kind} choice={choice} />}
      {agenda.length > 0 && (
        <div className={`grid gap-75 top-75 rule-top ${css.agenda}`}>
          <AgendaLine parts={agenda} />
          <ol>
            {withBegins(agenda).map(({ minutes, title: part, text, begin }) => (
              <li key={begin}>
                <span className="note num">{minutes} min</span>
                <span>
                  {part}
                  {text && !isBuiltIn(kind.slug) && <span className="soft block weight-400">{text}</span>}
                </span>
              </li>
            ))}
          </ol>
        </div>
      )}
    </header>
  );
}

/** Links to the free times of each host that the invitee can choose, if there are any. */
export function HostChoice({ kind, choice: { chosen, hrefOf } }: { kind: EventType; choice: HostLinks }) {
  if (kind.hosts.length === 0) return null;
  const known = kind.hosts.some(({ id }) => id === chosen) ? chosen : null;
  return (
    <nav className="row" aria-label="Host">
      {[{ id: null, name: "Anyone" }, ...kind.hosts].map(({ id, name }) => (
        <ChipLink key={id ?? name} href={hrefOf(id)} current={id === known}>
          {name}
        </ChipLink>
      ))}
    </nav>
  );
}
