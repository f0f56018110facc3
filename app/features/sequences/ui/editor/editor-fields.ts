import {
  Definition,
  type MailStep,
  SequenceTitle,
  type Step,
  type TaskStep,
} from "#app/features/sequences/definitions/definition.ts";
import { dottedPath, fieldErrors } from "#app/lib/forms/validation-messages.ts";

/*
 * A draft as the fields of its form. Each field can conflict with a colleague's save on its own: every step is a field,
 * and so is their order. Removing a step only removes it from the order, so that its text can be restored.
 */

export type Rules = Omit<Definition, "steps">;
export type StepField = `step ${string}`;
export type EditorFields = { title: string; order: readonly string[] } & Rules & { [field: StepField]: Step };
export type RuleName = keyof Rules;

export const stepField = (key: string): StepField => `step ${key}`;

export function fieldsOf(title: string, { steps, ...rules }: Definition): EditorFields {
  return {
    title,
    ...rules,
    order: steps.map(({ key }) => key),
    ...Object.fromEntries(steps.map((step) => [stepField(step.key), step])),
  } as EditorFields;
}

export const stepsOf = (fields: EditorFields): Step[] =>
  fields.order.flatMap((key) => (fields[stepField(key)] ? [fields[stepField(key)] as Step] : []));

export type DraftInput = { title: string; definition: Definition };

/** The form's messages by field path: `title`, `window.to`, `step KEY.mail.subject`. */
export type DraftErrors = Readonly<Record<string, string>>;

export function readFields(fields: EditorFields): { draft: DraftInput } | { errors: DraftErrors } {
  const { trigger, goal, reEntry, window, exits, exitStages } = fields;
  const steps = stepsOf(fields);
  const title = SequenceTitle.safeParse(fields.title);
  const definition = Definition.safeParse({ trigger, goal, reEntry, window, exits, exitStages, steps });
  if (title.success && definition.success) return { draft: { title: title.data, definition: definition.data } };
  const titleErrors = fieldErrors(title.error?.issues ?? [], () => "title");
  const definitionErrors = fieldErrors(definition.error?.issues ?? [], (path) => {
    const [part, place, ...rest] = path;
    const key = part === "steps" && typeof place === "number" ? steps[place]?.key : undefined;
    return dottedPath(key === undefined ? path : [stepField(key), ...rest]);
  });
  return { errors: { ...definitionErrors, ...titleErrors } };
}

export const stepHasError = (errors: DraftErrors, key: string): boolean =>
  Object.keys(errors).some((path) => path.startsWith(`${stepField(key)}.`));

export const rulesHaveError = (errors: DraftErrors): boolean =>
  Object.keys(errors).some((path) => !path.startsWith("step "));

const later = { amount: 2, unit: "business_days" } as const;
const atOnce = { amount: 0, unit: "business_days" } as const;

export const newMail = (key: string, isFirst: boolean): MailStep => ({
  ...{ key, kind: "mail", delay: isFirst ? atOnce : later, conditions: [] },
  mail: { subject: "", preview: "", body: "" },
});

export const newTask = (key: string, isFirst: boolean): TaskStep => ({
  ...{ key, kind: "task", delay: isFirst ? atOnce : later, conditions: [] },
  task: { title: "", dueInBusinessDays: 1 },
});

/** `moved(["a", "b"], "b", -1)` is `["b", "a"]`; unchanged if the new position does not exist. */
export function moved(order: readonly string[], key: string, by: -1 | 1): readonly string[] {
  const from = order.indexOf(key);
  const to = from + by;
  if (from < 0 || to < 0 || to >= order.length) return order;
  const changed = [...order];
  changed.splice(to, 0, ...changed.splice(from, 1));
  return changed;
}
