import { useState } from "react";
import form from "#app/features/accounts/ui/form.module.css";
import { useCheckedForm, useOpened } from "#app/features/accounts/ui/form-faults.tsx";
import { BookedCall } from "#app/features/booking/ui/booked-call.tsx";
import { stageLabels } from "#app/features/full-blueprint/full-blueprint.ts";
import { formatEstimate, formatHours } from "#app/features/roi/wording/figures.ts";
import { BlueprintName } from "#app/features/wizard/blueprint.ts";
import { stepAddress, stepLabels } from "#app/features/wizard/wizard-steps.ts";
import { Button, ButtonLink } from "#app/ui/buttons/button.tsx";
import { Dialog } from "#app/ui/dialogs/dialog.tsx";
import { Badge } from "#app/ui/feedback/badge.tsx";
import { TextField } from "#app/ui/forms/field.tsx";
import { Day } from "#app/ui/text/firm-dates.tsx";
import css from "../account.module.css";
import type { Things } from "./things.server.ts";
import { useAccountAction } from "./use-account-action.ts";

type Blueprint = Things["blueprints"][number];

export const blueprintName = ({ name, companyName }: Pick<Blueprint, "name" | "companyName">): string =>
  name || companyName || "Unnamed blueprint";

export function BlueprintRow({ blueprint }: { blueprint: Blueprint }) {
  const [renaming, setRenaming] = useState(false);
  const { id, latest, stage, call, updatedAt } = blueprint;
  const name = blueprintName(blueprint);
  return (
    <li className={`grid middle ${css.row}`}>
      <div>
        <p className={`cluster middle strong breaks ${css.device}`}>
          {name}
          {latest ? (
            <Badge kind="positive" icon="check">
              Analysis, rev. {latest.revision}
            </Badge>
          ) : (
            <Badge kind="sunk">Draft, at {stepLabels[blueprint.step].toLowerCase()}</Badge>
          )}
          {stage && <Badge kind="info">Full blueprint: {stageLabels[stage].toLowerCase()}</Badge>}
        </p>
        <p className="note">
          {latest && `${resultText(latest)} · `}
          Changed <Day at={updatedAt} />
        </p>
        {call && (
          <p className="note">
            <BookedCall call={call} />
          </p>
        )}
      </div>
      <div className={`cluster gap-50 ${css.rowActions}`}>
        <Button size={40} aria-label={`Rename ${name}`} onClick={() => setRenaming(true)}>
          Rename
        </Button>
        {stage === "published" && (
          <ButtonLink size={40} href={`/blueprint/${id}/full`} aria-label={`Full blueprint of ${name}`}>
            Full blueprint
          </ButtonLink>
        )}
        <ButtonLink
          size={40}
          href={latest ? `/blueprint/${id}` : stepAddress(blueprint.step, id)}
          aria-label={`${latest ? "Open" : "Continue"} ${name}`}
        >
          {latest ? "Open" : "Continue"}
        </ButtonLink>
      </div>
      {renaming && <RenameDialog blueprint={blueprint} onClose={() => setRenaming(false)} />}
    </li>
  );
}

const resultText = ({ hoursSavedPerWeek, annualValue }: NonNullable<Blueprint["latest"]>): string =>
  hoursSavedPerWeek === 0
    ? "Not worth automating yet"
    : `${formatHours(hoursSavedPerWeek)} · ${formatEstimate(annualValue)} a year`;

const labels = { name: "Name" } as const;

function RenameDialog({ blueprint, onClose }: { blueprint: Blueprint; onClose: () => void }) {
  const { result, refusal, busy, act } = useAccountAction("blueprint-name");
  const [isClosed, setClosed] = useState(false);
  if (result?.ok && !busy && !isClosed) {
    setClosed(true);
    queueMicrotask(onClose);
  }
  const from = useOpened(blueprint.name, refusal, busy);
  const onValid = ({ name }: { name: string }) => act({ id: blueprint.id, from, name });
  const { field, formProps, failureNotice } = useCheckedForm(
    BlueprintName,
    labels,
    "blueprint-name",
    { refusal, busy, onValid },
    { defaultValues: { name: blueprintName(blueprint) } },
  );
  return (
    <Dialog open title="Rename the blueprint" onClose={onClose} locked={busy}>
      <form {...formProps} className={`grid gap-125 ${form.dialog}`} aria-label="Rename the blueprint">
        {failureNotice}
        <TextField
          {...field("name")}
          autoComplete="off"
          maxLength={80}
          hint="Only you see it. Without a name, the company's is shown."
        />
        <Button type="submit" variant="primary" busy={busy} busyText="Saving">
          Save
        </Button>
      </form>
    </Dialog>
  );
}
