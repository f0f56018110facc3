import { ToolPicker } from "../../features/blueprint/ui/tool-picker.tsx";
import { useGuided } from "./guided-context.ts";

export const meta = () => [{ title: "Step 2 of 3: tech stack | GTMarc" }];

export default function TechStack() {
  const { draft, goToStep } = useGuided();
  return (
    <ToolPicker draft={draft} onGo={(to) => (to === "back" ? goToStep("profile") : goToStep("processes", true))} />
  );
}
