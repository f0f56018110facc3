import { Fragment } from "react";
import { clockWithSeconds } from "#app/lib/dates/date-text.ts";
import { formatUsd } from "#app/lib/money.ts";
import { Icon, type IconName } from "#app/ui/buttons/icon.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { duration } from "../reports/figures/metrics.ts";
import { valueLabel } from "../reports/lists/lists.ts";
import type { Vital } from "../reports/vitals/vital-limits.ts";
import type { VisitAction, VisitStory, VisitView } from "../visits/visit-story.server.ts";
import { vitalText } from "./report/vital-figures.tsx";
import css from "./visit-entries.module.css";

const icons: Record<VisitAction["kind"] | "view", IconName> = {
  view: "document",
  event: "arrow",
  conversion: "star",
  problem: "warning",
  step: "route",
};

const kindLabels: Record<VisitAction["kind"], string> = {
  event: "Event",
  conversion: "Conversion",
  problem: "Problem",
  step: "Funnel step",
};

export function VisitEntries({ visit, timezone }: { visit: VisitStory; timezone: string }) {
  return (
    <ol className={`smaller ${css.entries}`}>
      {visit.entries.map((entry, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: past entries are never reordered
        <li key={`${index} ${entry.at.getTime()}`} className={classNames(css[entry.kind])}>
          <time className="num muted" dateTime={entry.at.toISOString()}>
            {clockWithSeconds(entry.at, timezone)}
          </time>
          <Icon name={icons[entry.kind]} size={16} />
          {entry.kind === "view" ? <View view={entry} /> : <Action action={entry} />}
        </li>
      ))}
    </ol>
  );
}

function View({ view: { page, seconds, scroll, vitals } }: { view: VisitView }) {
  const facts = [
    ...(seconds === null ? [] : [duration(seconds)]),
    ...(scroll === null ? [] : [`${scroll}% seen`]),
    ...Object.entries(vitals).flatMap(([name, value]) =>
      value === null ? [] : [`${name.toUpperCase()} ${vitalText(name as Vital, value)}`],
    ),
  ];
  return (
    <div className={`grid breaks ${css.text}`}>
      <b className={css.page}>{page ?? "Unknown page"}</b>
      {facts.length > 0 && (
        <span className="muted">
          {facts.map((fact, index) => (
            <Fragment key={fact}>
              {index > 0 && " "}
              <span className="nowrap">{index < facts.length - 1 ? `${fact} ·` : fact}</span>
            </Fragment>
          ))}
        </span>
      )}
    </div>
  );
}

function Action({ action: { kind, type, name, page, valueUsd } }: { action: VisitAction }) {
  return (
    <div className={`grid breaks ${css.text}`}>
      <span>
        {kindLabels[kind]} <b>{actionText(kind, type, name)}</b>
        {valueUsd !== null && valueUsd > 0 && ` (${formatUsd(valueUsd)})`}
      </span>
      {page && <span className="muted">on {page}</span>}
    </div>
  );
}

/** Uses the labels of the goal and event lists: `Access code accepted`, `Click: button`. */
function actionText(kind: VisitAction["kind"], type: string, name: string | null): string {
  if (kind === "step") return valueLabel("goal", [type, name].filter(Boolean).join("."));
  if (kind === "conversion" && type === "goal_complete" && name !== null) return valueLabel("goal", name);
  return [valueLabel("event", type), name].filter(Boolean).join(": ");
}
