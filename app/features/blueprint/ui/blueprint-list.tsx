import { useState } from "react";
import { Badge } from "../../../ui/badge.tsx";
import { Button, ButtonLink } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { formatHours, formatUsd } from "../../roi/figures.ts";
import type { BlueprintStatus, WizardStep } from "../blueprint.ts";
import { stepAddress, stepWords } from "../wizard-steps.ts";
import css from "./blueprint-list.module.css";

/** One earlier blueprint as the list shows it. */
export interface ListedBlueprint {
  id: string;
  status: BlueprintStatus;
  step: WizardStep;
  companyName: string;
  updatedAt: Date;
  processCount: number;
  toolCount: number;
  latest: { revision: number; hoursSavedPerWeek: number; annualValue: number } | null;
}

/** Earlier blueprints: go on with one, read its analysis, copy it, delete it. `busyId` is the one being changed. */
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
  const [asked, setAsked] = useState<ListedBlueprint>();
  return (
    <>
      <ul className={css.list}>
        {blueprints.map((blueprint) => (
          <li key={blueprint.id} className={css.item} aria-busy={busyId === blueprint.id || undefined}>
            <div>
              <h3 className="t4">{nameOf(blueprint)}</h3>
              <p className={css.state}>
                {blueprint.latest ? (
                  <Badge kind="positive" icon="check">
                    Completed, rev. {blueprint.latest.revision}
                  </Badge>
                ) : (
                  <Badge kind="sunk">Draft, at {stepWords[blueprint.step].toLowerCase()}</Badge>
                )}
                <span className="note">Changed {dateOf(blueprint.updatedAt)}</span>
              </p>
            </div>
            <p className={`num ${css.figures}`}>
              <Summary blueprint={blueprint} />
            </p>
            <div className={`row ${css.actions}`}>
              {blueprint.latest && (
                <ButtonLink size={40} href={`/blueprint/${blueprint.id}`}>
                  View analysis
                </ButtonLink>
              )}
              <ButtonLink
                size={40}
                variant={blueprint.latest ? "tertiary" : "secondary"}
                href={stepAddress(blueprint.latest ? "profile" : blueprint.step, blueprint.id)}
              >
                {blueprint.latest ? "Change answers" : "Resume"}
              </ButtonLink>
              <Button size={40} variant="tertiary" onClick={() => onDuplicate(blueprint.id)}>
                Duplicate
              </Button>
              <Button size={40} variant="tertiary" onClick={() => setAsked(blueprint)}>
                Delete
              </Button>
            </div>
          </li>
        ))}
      </ul>
      <Dialog open={asked !== undefined} onClose={() => setAsked(undefined)} title="Delete this blueprint?">
        <p>
          {asked && nameOf(asked)}, changed {asked && dateOf(asked.updatedAt)}
          {asked?.latest ? `, with ${counted(asked.latest.revision, "analysis", "analyses")}` : ""}. It cannot be
          brought back.
        </p>
        <div className={`row ${css.confirm}`}>
          <Button
            variant="primary"
            onClick={() => {
              if (asked) onDelete(asked.id);
              setAsked(undefined);
            }}
          >
            Delete blueprint
          </Button>
          <Button onClick={() => setAsked(undefined)}>Keep it</Button>
        </div>
      </Dialog>
    </>
  );
}

function Summary({ blueprint: { latest, toolCount, processCount } }: { blueprint: ListedBlueprint }) {
  if (!latest) return `${counted(toolCount, "tool")}, ${counted(processCount, "process", "processes")}`;
  if (latest.hoursSavedPerWeek === 0) return "Not worth automating yet";
  return (
    <>
      <b>{formatUsd(latest.annualValue)}</b> a year, {formatHours(latest.hoursSavedPerWeek)}
    </>
  );
}

const nameOf = (blueprint: ListedBlueprint) => blueprint.companyName || "Unnamed company";

const counted = (count: number, one: string, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;

/** The zone is fixed, so that server and browser print the same. */
const dateOf = (instant: Date) =>
  instant.toLocaleDateString("en-GB", { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" });
