import { useState } from "react";
import { formatEstimate, formatHours } from "#app/features/roi/wording/figures.ts";
import type { BlueprintMode, BlueprintStatus, WizardStep } from "#app/features/wizard/blueprint.ts";
import { stepAddress, stepLabels } from "#app/features/wizard/wizard-steps.ts";
import { counted } from "#app/lib/numbers.ts";
import { Button, ButtonLink } from "#app/ui/buttons/button.tsx";
import { Badge } from "#app/ui/feedback/badge.tsx";
import { CheckField } from "#app/ui/forms/field.tsx";
import { Day } from "#app/ui/text/firm-dates.tsx";
import css from "./blueprint-list.module.css";

export interface ListedBlueprint {
  id: string;
  mode: BlueprintMode;
  status: BlueprintStatus;
  step: WizardStep;
  companyName: string;
  updatedAt: Date;
  processCount: number;
  toolCount: number;
  latest: { revision: number; hoursSavedPerWeek: number; annualValue: number } | null;
}

/** `busyId` is the blueprint being changed. */
export function BlueprintList({
  blueprints,
  busyId,
  onDuplicate,
  onDelete,
}: {
  blueprints: readonly ListedBlueprint[];
  busyId: string | undefined;
  onDuplicate: (id: string) => void;
  onDelete: (id: string) => void;
}) {
  const [ticked, setTicked] = useState<readonly string[]>([]);
  const analyzed = blueprints.filter(({ latest }) => latest);
  const pair = ticked.filter((id) => analyzed.some((blueprint) => blueprint.id === id)).slice(-2);
  const tick = (id: string, isTicked: boolean) =>
    setTicked([...pair.filter((other) => other !== id).slice(isTicked ? -1 : -2), ...(isTicked ? [id] : [])]);
  return (
    <>
      {analyzed.length > 1 && (
        <div className={`line middle gap-125 below-75 ${css.compare}`}>
          <p className="small" role="status">
            {compareHint(pair.length)}
          </p>
          {pair.length === 2 && (
            <ButtonLink size={40} forward href={`/blueprint/compare?a=${pair[0]}&b=${pair[1]}`}>
              Compare
            </ButtonLink>
          )}
        </div>
      )}
      <ul className={`grid ruled ${css.list}`}>
        {blueprints.map((blueprint) => (
          <li
            key={blueprint.id}
            className={`grid whole middle ${css.item}`}
            aria-busy={busyId === blueprint.id || undefined}
          >
            <div>
              <h3 className="t4">{nameOf(blueprint)}</h3>
              <p className={`cluster middle ${css.state}`}>
                {blueprint.latest ? (
                  <Badge kind="positive" icon="check">
                    Completed, rev. {blueprint.latest.revision}
                  </Badge>
                ) : (
                  <Badge kind="sunk">
                    {blueprint.mode === "quick"
                      ? "Quick start"
                      : `Draft, at ${stepLabels[blueprint.step].toLowerCase()}`}
                  </Badge>
                )}
                <span className="note">
                  Changed <Day at={blueprint.updatedAt} />
                </span>
              </p>
            </div>
            <p className="num ui-size">
              <Summary blueprint={blueprint} />
            </p>
            <div className={`row ${css.actions}`}>
              {blueprint.latest && analyzed.length > 1 && (
                <CheckField
                  className={css.tick}
                  label={
                    <>
                      Compare<span className="vh"> {nameOf(blueprint)}</span>
                    </>
                  }
                  checked={pair.includes(blueprint.id)}
                  onChange={(event) => tick(blueprint.id, event.target.checked)}
                />
              )}
              {blueprint.latest && (
                <ButtonLink size={40} href={`/blueprint/${blueprint.id}`}>
                  View analysis
                </ButtonLink>
              )}
              <ButtonLink
                size={40}
                variant={blueprint.latest ? "tertiary" : "secondary"}
                href={resumeAddress(blueprint)}
              >
                {blueprint.latest ? "Change answers" : "Resume"}
              </ButtonLink>
              <Button size={40} variant="tertiary" onClick={() => onDuplicate(blueprint.id)}>
                Duplicate<span className="vh"> {nameOf(blueprint)}</span>
              </Button>
              <Button size={40} variant="tertiary" onClick={() => onDelete(blueprint.id)}>
                Delete<span className="vh"> {nameOf(blueprint)}</span>
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}

const compareHint = (count: number) => {
  if (count === 2) return "Two are selected.";
  return count === 1 ? "Select another one to compare the two." : "Select two completed ones to compare them.";
};

const resumeAddress = ({ id, latest, mode, step }: ListedBlueprint) => {
  if (mode === "quick" && !latest) return `/quick-start?blueprint=${id}`;
  return stepAddress(latest ? "profile" : step, id);
};

function Summary({ blueprint: { latest, toolCount, processCount } }: { blueprint: ListedBlueprint }) {
  if (!latest) return `${counted(toolCount, "tool")}, ${counted(processCount, "process", "processes")}`;
  if (latest.hoursSavedPerWeek === 0) return "Not worth automating yet";
  return (
    <>
      <b>{formatEstimate(latest.annualValue)}</b> a year, {formatHours(latest.hoursSavedPerWeek)}
    </>
  );
}

const nameOf = (blueprint: Pick<ListedBlueprint, "companyName">) => blueprint.companyName || "Unnamed company";
