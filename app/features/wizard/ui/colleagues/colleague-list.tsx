import { useState } from "react";
import type { ColleagueState, ListedColleague } from "#app/features/wizard/colleagues.ts";
import { Button } from "#app/ui/buttons/button.tsx";
import { Badge } from "#app/ui/feedback/badge.tsx";
import { TextField } from "#app/ui/forms/field.tsx";
import { useFirmDates } from "#app/ui/text/firm-dates.tsx";
import css from "./colleague-dialog.module.css";

const stateLabels: Readonly<Record<ColleagueState, string>> = {
  unused: "Not used yet",
  saved: "Answered",
  expired: "Expired",
  ended: "Ended",
  removed: "Process removed",
  finished: "Analysis made",
};

export function ColleagueList({
  links,
  newest,
  onEnd,
}: {
  links: readonly ListedColleague[];
  newest: string | null;
  onEnd: (id: string) => Promise<void>;
}) {
  if (links.length === 0) return null;
  return (
    <section className={`grid gap-125 rule-top ${css.links}`} aria-label="Links to this draft">
      <h3 className="t4">Links to this draft</h3>
      <ul>
        {links.toReversed().map((link) => (
          <li key={link.id}>
            <Link link={link} isNew={link.id === newest} onEnd={() => onEnd(link.id)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Link({ link, isNew, onEnd }: { link: ListedColleague; isNew: boolean; onEnd: () => Promise<void> }) {
  const dates = useFirmDates();
  const [copied, setCopied] = useState(false);
  const [busy, setBusy] = useState(false);
  const { name, part, processName, state, url, expiresAt, savedAt } = link;
  const copy = (text: string) =>
    void navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  const end = async () => {
    setBusy(true);
    await onEnd();
    setBusy(false);
  };
  return (
    <div className="grid gap-60 breaks">
      <p className={`cluster middle ${css.who}`}>
        <b>{name}</b>
        <Badge kind={state === "saved" ? "positive" : state === "unused" ? "info" : "sunk"}>{stateLabels[state]}</Badge>
      </p>
      <p className="note">
        {part === "stack" ? "Tech stack" : processName || "A process without a name"}
        {savedAt && ` · last saved ${dates.moment(new Date(savedAt))}`}
        {url && ` · works until ${dates.day(new Date(expiresAt))}`}
      </p>
      {url && isNew && (
        <TextField
          label={`Link for ${name}`}
          readOnly
          autoFocus
          value={url}
          hint="Copy it and send it yourself. It is not emailed."
          onFocus={(event) => event.currentTarget.select()}
        />
      )}
      {url && (
        <div className="row">
          <Button size={40} icon={copied ? "check" : "copy"} onClick={() => copy(url)}>
            {copied ? "Copied" : "Copy link"}
            <span className="vh"> for {name}</span>
          </Button>
          <Button size={40} variant="tertiary" busy={busy} busyText="Ending" onClick={end}>
            End link<span className="vh"> for {name}</span>
          </Button>
        </div>
      )}
      <p className="vh" role="status">
        {copied ? "The link is copied." : ""}
      </p>
    </div>
  );
}
