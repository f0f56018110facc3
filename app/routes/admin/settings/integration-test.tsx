import type { ReactNode } from "react";
import { useFetcher } from "react-router";
import type { IntegrationKey } from "#app/features/operations/integrations.ts";
import type { RecordState, SenderRecord } from "#app/features/operations/sender-records.ts";
import { formatNumber } from "#app/lib/numbers.ts";
import { Button } from "#app/ui/buttons/button.tsx";
import { Badge } from "#app/ui/feedback/badge.tsx";
import { Notice } from "#app/ui/feedback/notice.tsx";
import { Moment } from "#app/ui/text/firm-dates.tsx";
import css from "./settings.module.css";
import type { TestAnswer } from "./settings-actions.ts";

/** The button that tests an integration, and its outcome. Works on every admin page. */
export function useIntegrationTest({
  integration,
  name,
  label = "Test",
}: {
  integration: IntegrationKey;
  name: string;
  label?: string;
}): { button: ReactNode; outcome: ReactNode } {
  const fetcher = useFetcher<TestAnswer>();
  const busy = fetcher.state !== "idle";
  const test = () =>
    void fetcher.submit({ intent: "test", integration }, { method: "post", action: "/admin/settings" });
  const button = (
    <Button size={32} icon="refresh" busy={busy} busyText="Testing…" aria-label={`${label}: ${name}`} onClick={test}>
      {label}
    </Button>
  );
  return { button, outcome: fetcher.data && !busy && <Outcome answer={fetcher.data} /> };
}

function Outcome({ answer: { passed, text, at, tookMs = 0, records } }: { answer: TestAnswer }) {
  const isUncertain = records?.every(({ state }) => state === "found" || state === "unknown");
  return (
    <div className={`full-width ${css.outcome}`}>
      <Notice kind={passed ? "positive" : isUncertain ? "caution" : "critical"} live>
        {text}
        {at && (
          <>
            {" "}
            <Moment at={at} />, {formatNumber(tookMs)} ms.
          </>
        )}
      </Notice>
      {records && <Records records={records} />}
    </div>
  );
}

const stateBadges: Readonly<Record<RecordState, ReactNode>> = {
  found: (
    <Badge kind="positive" icon="check">
      Found
    </Badge>
  ),
  missing: (
    <Badge kind="critical" icon="warning">
      Missing
    </Badge>
  ),
  wrong: (
    <Badge kind="critical" icon="warning">
      Wrong
    </Badge>
  ),
  unknown: (
    <Badge kind="sunk" icon="minus">
      Could not be checked
    </Badge>
  ),
};

const Records = ({ records }: { records: readonly SenderRecord[] }) => (
  <dl className={`ruled ${css.facts}`}>
    {records.map(({ kind, state, text, name, value }) => (
      <div className="grid gap-100 breaks" key={kind}>
        <dt>
          {kind} {stateBadges[state]}
        </dt>
        <dd>
          <p>{text}</p>
          <pre className={`breaks ${css.record}`}>{value === null ? name : `${name}\nTXT ${value}`}</pre>
        </dd>
      </div>
    ))}
  </dl>
);

/** A test with its explanation, for pages without a list of integrations. */
export function IntegrationTest({
  explanation,
  ...given
}: Parameters<typeof useIntegrationTest>[0] & { explanation?: string }) {
  const { button, outcome } = useIntegrationTest(given);
  return (
    <div className={`cluster middle ${css.tried}`}>
      {button}
      {explanation && <p className={`muted size-81 ${css.hint}`}>{explanation}</p>}
      {outcome}
    </div>
  );
}
