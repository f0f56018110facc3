import { useEffect, useRef } from "react";
import { Button, ButtonLink } from "#app/ui/buttons/button.tsx";
import { useReturningFocus } from "#app/ui/dialogs/use-returning-focus.ts";
import { Notice } from "#app/ui/feedback/notice.tsx";
import { DifferenceTable } from "#app/ui/lists/difference-table.tsx";
import { useFirmDates } from "#app/ui/text/firm-dates.tsx";
import { isColleagueSource } from "../colleagues.ts";
import { differencesOf, disputesOf } from "../drafts/draft-difference.ts";
import { clockOf } from "./device-clock.ts";
import css from "./draft-alerts.module.css";
import type { WizardDraft } from "./use-draft.ts";

export const draftAlertsId = "draft-alerts";

/** Why a draft is not saved: another tab's version, a refusal, or no connection. */
export function DraftAlerts({ draft }: { draft: WizardDraft }) {
  const box = useRef<HTMLDivElement>(null);
  const isOpen = draft.conflict !== null;
  useReturningFocus(isOpen || draft.problem !== null);
  useEffect(() => {
    // Does not interrupt typing, since no input is lost.
    if (isOpen && !document.activeElement?.matches("input, select, textarea")) box.current?.focus();
  }, [isOpen]);
  if (!draft.conflict && !draft.problem && draft.status !== "offline") return null;
  return (
    <div className={`wrap ${css.alerts}`} id={draftAlertsId} ref={box} tabIndex={-1}>
      {draft.conflict && <Conflict draft={draft} conflict={draft.conflict} />}
      {draft.problem && (
        <Notice kind="critical" title="This could not be saved" live>
          <p>{draft.problem.message} Your changes are kept on this device and saved as soon as possible.</p>
          <div className="row top-75">
            {draft.problem.help && (
              <ButtonLink size={40} href={draft.problem.help.href}>
                {draft.problem.help.label}
              </ButtonLink>
            )}
            <Button size={40} variant="tertiary" icon="refresh" onClick={() => void draft.flush()}>
              Try again
            </Button>
          </div>
        </Notice>
      )}
      {draft.status === "offline" && !draft.problem && (
        <Notice kind="caution" title="No connection" live>
          You can continue. Your changes are kept on this device and saved once you are online again.
        </Notice>
      )}
    </div>
  );
}

function Conflict({ draft, conflict }: { draft: WizardDraft; conflict: NonNullable<WizardDraft["conflict"]> }) {
  const { style } = useFirmDates();
  const disputes = draft.disputes();
  const source = conflict.changedOn ?? "another device";
  const time = conflict.updatedAt && clockOf(new Date(conflict.updatedAt), style);
  return (
    <Notice
      kind="caution"
      title={`This blueprint was changed ${isColleagueSource(source) ? "by a colleague" : "on another device or tab"}`}
      live
    >
      <p>
        {time ? `${capitalized(source)} saved at ${time}.` : `${capitalized(source)} saved it.`}{" "}
        {disputes
          ? "Both changed the values below. Everything else from both is kept. Which values do you want to keep?"
          : "What you typed here is not saved yet. Which one do you want to keep?"}
      </p>
      <DifferenceTable
        differences={disputes ? disputesOf(disputes) : differencesOf(draft, conflict)}
        here="Here"
        there={capitalized(source)}
      />
      <div className="row top-75">
        <Button size={40} onClick={draft.takeTheirs}>
          Load the newer values
        </Button>
        <Button size={40} onClick={() => void draft.keepMine()}>
          Keep what I typed
        </Button>
      </div>
    </Notice>
  );
}

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
