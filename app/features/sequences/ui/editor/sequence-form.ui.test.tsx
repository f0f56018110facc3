import { fireEvent, render, screen, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import {
  type Definition,
  emptyDefinition,
  type MailStep,
  type TaskStep,
} from "#app/features/sequences/definitions/definition.ts";
import { PageKeysHelp } from "#app/ui/admin/page-keys.tsx";
import type { DraftInput } from "./editor-fields.ts";
import { SequenceForm } from "./sequence-form.tsx";

const mail = (key: string, subject: string, body = "Hello {{first_name|there}}."): MailStep => ({
  ...{ key, kind: "mail", delay: { amount: 2, unit: "business_days" }, conditions: [] },
  mail: { subject, preview: "", body },
});
const task: TaskStep = {
  ...{ key: "call", kind: "task", delay: { amount: 1, unit: "days" }, conditions: [] },
  task: { title: "Call them", dueInBusinessDays: 1 },
};
const draft: Definition = { ...emptyDefinition, steps: [mail("one", "First"), mail("two", "Second"), task] };

type Shown = { title?: string; definition?: Definition; version?: number; refusal?: string; savedAt?: number };

function open(first: Shown = {}) {
  const onSave = vi.fn<(saved: DraftInput & { version: number }) => void>();
  const form = ({ title = "Welcome", definition = draft, version = 3, refusal, savedAt = 0 }: Shown) => (
    <PageKeysHelp>
      <SequenceForm
        sequence={{ title, draft: definition, version }}
        busy={false}
        refusal={refusal}
        savedAt={savedAt}
        preview={({ key }, isSaved) => <p>{`Preview of ${key}${isSaved ? "" : ", not saved"}`}</p>}
        onSave={onSave}
      />
    </PageKeysHelp>
  );
  const { rerender } = render(form(first));
  return { onSave, load: (shown: Shown) => rerender(form(shown)) };
}

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const type = (label: string, value: string) => fireEvent.change(field(label), { target: { value } });
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole("button", { name }));
const save = () => press(/^Save draft/);
const names = () =>
  within(screen.getByRole("list"))
    .getAllByRole("button")
    .map((item) => /\d+\. (First|Second|Call them|New email|New task|Third)/.exec(item.textContent ?? "")?.[1]);
const saved = (onSave: ReturnType<typeof open>["onSave"]) => onSave.mock.calls[0]![0];

test("a sequence is written from scratch: an email with a condition, a task, and rules", () => {
  const { onSave } = open({ definition: emptyDefinition, title: "New sequence" });
  expect(screen.getByRole("heading", { name: "Rules" })).toBeTruthy();
  type("Title", "Win back");
  type("Enroll on", "inactivity");
  type("Without activity for", "60");
  press("Add email");
  expect(document.activeElement).toBe(field("Subject"));
  type("Subject", "Still interested, {{first_name|there}}?");
  type("Text", "Hello");
  press("Add condition");
  type("Fact 1", "score");
  type("Comparison 1", "at_least");
  type("Value 1", "40");
  press("Add task");
  type("Task", "Call");
  type("Wait after the previous step", "3");
  save();
  const { title, version, definition } = saved(onSave);
  expect({ title, version, trigger: definition.trigger }).toEqual({
    ...{ title: "Win back", version: 3 },
    trigger: { kind: "inactivity", days: 60 },
  });
  expect(definition.steps).toMatchObject([
    {
      ...{ kind: "mail", delay: { amount: 0, unit: "business_days" } },
      conditions: [{ fact: "score", operator: "at_least", value: "40" }],
      mail: { subject: "Still interested, {{first_name|there}}?", body: "Hello" },
    },
    { kind: "task", delay: { amount: 3 }, task: { title: "Call" } },
  ]);
});

test("steps move by buttons and by Alt with the arrows, and the focus stays on the step", () => {
  const { onSave } = open();
  press("Move down");
  expect(names()).toEqual(["Second", "First", "Call them"]);
  const item = screen.getByRole("button", { name: /2\. First/ });
  item.focus();
  fireEvent.keyDown(item, { key: "ArrowDown", altKey: true });
  expect(names()).toEqual(["Second", "Call them", "First"]);
  expect(document.activeElement?.textContent).toContain("3. First");
  expect(screen.getByText("Step moved to place 3 of 3.")).toBeTruthy();
  fireEvent.keyDown(item, { key: "ArrowDown", altKey: true });
  save();
  expect(saved(onSave).definition.steps.map(({ key }) => key)).toEqual(["two", "call", "one"]);
});

test("Alt with an arrow in the text of an email moves nothing", () => {
  open();
  fireEvent.keyDown(field("Text"), { key: "ArrowDown", altKey: true });
  expect(names()).toEqual(["First", "Second", "Call them"]);
});

test("a removed step can be restored at its position with its text", () => {
  const { onSave } = open();
  type("Subject", "Third");
  press("Remove");
  expect(names()).toEqual(["Second", "Call them"]);
  press("Undo");
  expect(names()).toEqual(["Third", "Second", "Call them"]);
  save();
  expect(saved(onSave).definition.steps).toHaveLength(3);
});

test("invalid steps are marked and not saved, and the first one is opened", () => {
  const { onSave } = open();
  press(/2\. Second/);
  type("Text", "Hello {{first_name}}");
  type("Wait after the previous step", "soon");
  press(/1\. First/);
  save();
  expect(onSave).not.toHaveBeenCalled();
  expect(screen.getByRole("heading", { name: "Step 2: email" })).toBeTruthy();
  expect(screen.getByText(/needs a fallback for people/)).toBeTruthy();
  expect(field("Text").getAttribute("aria-invalid")).toBe("true");
  expect(field("Wait after the previous step").getAttribute("aria-invalid")).toBe("true");
  expect(screen.getAllByText("Needs attention")).toHaveLength(1);
});

test("a step that a colleague saved meanwhile shows both texts and keeps the typed one", () => {
  const { onSave, load } = open();
  type("Subject", "Mine");
  load({ definition: { ...draft, steps: [mail("one", "Theirs"), mail("two", "Second"), task] }, version: 4 });
  expect(field("Subject").value).toBe("Mine");
  expect(screen.getByRole("row", { name: "Subject Mine Theirs" })).toBeTruthy();
  save();
  expect(saved(onSave)).toMatchObject({ version: 4, definition: { steps: [{ mail: { subject: "Mine" } }, {}, {}] } });
  press("Use the colleague's version");
  expect(field("Subject").value).toBe("Theirs");
});

test("a rule that a colleague changed is named below the edited one", () => {
  const { load } = open();
  press(/^Rules/);
  type("Goal", "payment");
  load({ definition: { ...draft, goal: "analysis_created" }, version: 4 });
  expect(screen.getByRole("alert").textContent).toContain("A colleague saved this sequence");
  expect(field("Goal").value).toBe("payment");
  press("Use Analysis finished");
  expect(field("Goal").value).toBe("analysis_created");
});

test("the colleague's order of steps is adopted without losing a new unsaved step", () => {
  const { onSave, load } = open();
  press("Add email");
  type("Subject", "Third");
  type("Text", "Hello");
  load({ definition: { ...draft, steps: [mail("two", "Second"), mail("one", "First")] }, version: 4 });
  press("Use their steps");
  expect(names()).toEqual(["Second", "First", "Third"]);
  save();
  expect(saved(onSave).definition.steps).toMatchObject([
    { key: "two" },
    { key: "one" },
    { mail: { subject: "Third" } },
  ]);
});

test("a variable is inserted at the caret", () => {
  open();
  const area = screen.getByLabelText<HTMLTextAreaElement>("Text");
  area.setSelectionRange(5, 5);
  press("Company");
  expect(area.value).toBe("Hello{{company|your company}} {{first_name|there}}.");
});

test("the preview states when the shown step is not saved", () => {
  open();
  expect(screen.getByText("Preview of one")).toBeTruthy();
  type("Subject", "Changed");
  expect(screen.getByText("Preview of one, not saved")).toBeTruthy();
});
