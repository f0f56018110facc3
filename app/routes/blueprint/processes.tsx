import { useNavigate } from "react-router";
import { api, ask } from "../../api-client.ts";
import { ProcessForm } from "../../features/blueprint/ui/process-form.tsx";
import { useGuided } from "./guided-context.ts";

export const meta = () => [{ title: "Step 3 of 3: processes | GTMarc" }];

export default function Processes() {
  const { draft, goToStep } = useGuided();
  const navigate = useNavigate();
  const generate = async () => {
    if (!(await draft.flush()))
      return draft.latest().problem ?? "Not everything is saved yet. We try again in a moment.";
    const { id } = draft.latest();
    if (id === null) return "Add at least one process: without hours there is nothing to analyse.";
    const answer = await ask(api.api.blueprints[":id"].analysis.$post({ param: { id } }));
    if (answer.ok) {
      await navigate(`/blueprint/${id}`);
      return;
    }
    return answer.error.fields ? missingElsewhere(answer.error.fields) : answer.error.message;
  };
  return <ProcessForm draft={draft} onBack={() => void goToStep("tech-stack")} onGenerate={generate} />;
}

/** This step checks itself, so what the server misses belongs to an earlier one. */
function missingElsewhere(fields: Record<string, string>): string {
  const names = Object.keys(fields);
  const steps = [
    names.some((name) => name.startsWith("company")) && "the profile",
    names.some((name) => name.startsWith("stack")) && "the tech stack",
  ].filter(Boolean);
  if (steps.length === 0) return Object.values(fields)[0] ?? "Some answers are still missing.";
  return `Some answers are still missing in ${steps.join(" and ")}: ${Object.values(fields).join(" ")}`;
}
