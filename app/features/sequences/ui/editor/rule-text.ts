import { stageLabel } from "#app/features/pipeline/prospects/stages.ts";
import { goals } from "#app/features/sequences/definitions/definition.ts";
import { exitLabels, reEntryText, stepLabel, triggerText, windowText } from "../sequence-labels.ts";
import { type EditorFields, type RuleName, stepsOf } from "./editor-fields.ts";

export function ruleText(name: RuleName | "title" | "order", fields: EditorFields): string {
  switch (name) {
    case "title":
      return fields.title;
    case "trigger":
      return triggerText(fields.trigger);
    case "goal":
      return goals[fields.goal].label;
    case "reEntry":
      return reEntryText(fields.reEntry);
    case "window":
      return windowText(fields.window);
    case "exits":
      return fields.exits.map((exit) => exitLabels[exit]).join(", ") || "No exits";
    case "exitStages":
      return fields.exitStages.map(stageLabel).join(", ") || "No stages";
    case "order":
      return stepsOf(fields)
        .map((step, place) => `${place + 1}. ${stepLabel(step)}`)
        .join(", ");
  }
}
