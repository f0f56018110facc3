import { useEffect, useState } from "react";
import { estimateInput } from "#app/features/roi/estimate/estimate.ts";
import { type EstimateAnswers, forgetEstimate, keptEstimate } from "#app/features/roi/estimate/estimate-answers.ts";
import { focusLabels } from "#app/features/roi/inputs/input-labels.ts";
import { stepAddress } from "#app/features/wizard/wizard-steps.ts";
import { counted } from "#app/lib/numbers.ts";
import type { blueprintEndpoints } from "#app/routes/api/blueprint/blueprint.server.ts";
import { client } from "#app/shell/api-client.ts";
import { Button } from "#app/ui/buttons/button.tsx";
import { Notice } from "#app/ui/feedback/notice.tsx";

const call = client<typeof blueprintEndpoints>();

/** Offers to start a guided blueprint with the estimate's answers that this browser stored. */
export function EstimateOffer({ className }: { className?: string | undefined }) {
  const [answers, setAnswers] = useState<EstimateAnswers | null>(null);
  const [state, setState] = useState<"idle" | "busy" | "failed">("idle");
  useEffect(() => setAnswers(keptEstimate()), []);
  if (!answers) return null;

  const start = async () => {
    setState("busy");
    const id = await startWith(answers);
    if (id === null) return setState("failed");
    forgetEstimate();
    window.location.assign(stepAddress("profile", id));
  };
  const { people, hours, cost, area } = answers;
  return (
    <Notice kind="info" title="Your estimate is still in this browser" className={className}>
      <p>
        {`${counted(people, "person", "people")}, ${hours} manual hours each per week, $${cost} an hour, ${focusLabels[area]}. It can fill in the focus, the hourly cost and a first list of processes for you to check.`}
      </p>
      {state === "failed" && <p role="alert">The blueprint could not be started. Please try again.</p>}
      <p className="row">
        <Button size={40} busy={state === "busy"} busyText="Starting" onClick={() => void start()}>
          Start with my estimate
        </Button>
        <Button
          size={40}
          variant="tertiary"
          onClick={() => {
            forgetEstimate();
            setAnswers(null);
          }}
        >
          Discard it
        </Button>
      </p>
    </Notice>
  );
}

/** Creates a guided blueprint with the answers; returns its id, or null on failure. */
async function startWith(answers: EstimateAnswers): Promise<string | null> {
  const started = await call("POST /blueprints", { mode: "guided" });
  if (!started.ok) return null;
  const { id, version } = started.value;
  const { company, processes } = estimateInput(answers);
  const inputs = {
    company: { focus: company.focus, hourlyCost: company.hourlyCost },
    processes: processes.map((process) => ({ ...process, hours: Math.round(process.hours * 10) / 10 })),
  };
  const saved = await call("PUT /blueprints/{id}", { id, version, inputs });
  return saved.ok ? id : null;
}
