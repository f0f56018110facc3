import { type FormEvent, useEffect, useMemo, useRef, useState } from "react";
import { CheckCards, TextField } from "../../../ui/field.tsx";
import { toolGroups, tools } from "../../content/tools.ts";
import { bounds } from "../../roi/bounds.ts";
import { type ChosenTool, chooseFromCatalogue, chooseOwn, chosenTools, readStack, stackErrors } from "../stack-text.ts";
import { categoryWords } from "../tool-words.ts";
import { LetterMark } from "./letter-mark.tsx";
import { OwnTool } from "./own-tool.tsx";
import { costFieldId, ToolCosts } from "./tool-costs.tsx";
import css from "./tool-picker.module.css";
import { ToolSummary } from "./tool-summary.tsx";
import { useStepText, type WizardDraft } from "./use-draft.ts";
import { stepForm, WizardFoot } from "./wizard-foot.tsx";

/** Step 2: which tools, and what they cost a month. */
export function ToolPicker({ draft, onGo }: { draft: WizardDraft; onGo: (to: "back" | "on") => Promise<void> }) {
  const form = useRef<HTMLFormElement>(null);
  const [search, setSearch] = useState("");
  const [attempt, setAttempt] = useState(0);
  const [busy, setBusy] = useState(false);
  const {
    text: chosen,
    latest,
    update,
  } = useStepText<ChosenTool[]>(
    draft,
    "tech-stack",
    (kept) => keptTools(kept) ?? chosenTools(draft.inputs.stack),
    (now) => Object.keys(readStack(now).errors).length > 0,
  );
  const isFull = chosen.length >= bounds.tools.most;

  const set = (next: ChosenTool[]) => {
    update(next);
    draft.change({ inputs: { stack: readStack(next).stack }, step: "tech-stack" });
  };
  const add = (tool: ChosenTool | undefined) => {
    const now = latest.current;
    if (tool && now.length < bounds.tools.most && !now.some(({ id }) => id === tool.id)) set([...now, tool]);
  };
  const remove = (id: string) => set(latest.current.filter((tool) => tool.id !== id));
  const toggle = (id: string, checked: boolean) => (checked ? add(chooseFromCatalogue(id)) : remove(id));

  // Boxes that were ticked before the scripts arrived are ticked on the page and nowhere else.
  const takeTicked = useRef(() => {
    for (const box of form.current?.querySelectorAll<HTMLInputElement>("input[name=tool]") ?? [])
      if (box.checked !== latest.current.some(({ id }) => id === box.value)) toggle(box.value, box.checked);
  });
  useEffect(() => takeTicked.current(), []);

  const errors = attempt > 0 ? stackErrors(chosen) : readStack(chosen).errors;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const faults = Object.keys(stackErrors(latest.current));
    setAttempt(attempt + 1);
    if (faults.length === 1) document.getElementById(costFieldId(faults[0]!))?.focus();
    if (faults.length > 0) return;
    // Nothing chosen is an answer too: this company pays for no tools.
    if (draft.inputs.stack === undefined) draft.change({ inputs: { stack: [] }, step: "tech-stack" });
    setBusy(true);
    await onGo("on");
    setBusy(false);
  };

  const found = useMemo(() => toolsFor(search), [search]);
  const ids = chosen.map(({ id }) => id);
  return (
    <>
      <main id="main" className={`wrap ${css.page}`}>
        <div className={css.head}>
          <h1 className="t1">Which tools does your revenue team use?</h1>
          <p className="lede">
            Include the ones you pay for but rarely open. Unused tools are often the cheapest place to start.
          </p>
        </div>
        <ToolSummary chosen={chosen} onRemove={remove} />
        <div className={css.pick}>
          <TextField
            label={`Search ${tools.length} tools`}
            type="search"
            icon="search"
            value={search}
            autoComplete="off"
            placeholder="Name or category, such as billing"
            onChange={(event) => setSearch(event.target.value)}
          />
          <p role="status" className={search ? `small ${css.count}` : "vh"}>
            {search && `${found.length} of ${tools.length} tools match.`}
            {isFull && ` That is the most an analysis takes: ${bounds.tools.most} tools.`}
          </p>
          <form ref={form} id={stepForm} method="post" noValidate onSubmit={submit} className={css.groups}>
            {toolGroups.map((group) => {
              const offered = found.filter((tool) => tool.group === group);
              if (offered.length === 0) return null;
              return (
                <CheckCards
                  key={group}
                  legend={group}
                  name="tool"
                  columns={3}
                  value={ids}
                  onChange={(event) => toggle(event.target.value, event.target.checked)}
                  options={offered.map(({ id, name }) => ({
                    value: id,
                    label: name,
                    media: <LetterMark name={name} />,
                    disabled: isFull && !ids.includes(id),
                  }))}
                />
              );
            })}
          </form>
          <OwnTool
            suggestion={found.length === 0 ? search : ""}
            isFull={isFull}
            onAdd={(name, category) => {
              add(chooseOwn(name, category, tools));
              setSearch("");
            }}
          />
          <ToolCosts
            chosen={chosen}
            errors={errors}
            attempt={attempt}
            onCost={(id, cost) => set(latest.current.map((tool) => (tool.id === id ? { ...tool, cost } : tool)))}
          />
        </div>
      </main>
      <WizardFoot
        onBack={() => void onGo("back")}
        note="Next: where the time goes. About five minutes."
        action="Continue"
        busy={busy}
        busyText="Saving"
      />
    </>
  );
}

function toolsFor(search: string) {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return tools.filter((tool) => {
    const haystack = `${tool.name} ${tool.category} ${categoryWords(tool.category)} ${tool.group}`.toLowerCase();
    return words.every((word) => haystack.includes(word));
  });
}

const keptTools = (kept: unknown): ChosenTool[] | undefined =>
  Array.isArray(kept) && kept.every((tool) => typeof tool?.id === "string" && typeof tool?.cost === "string")
    ? (kept as ChosenTool[])
    : undefined;
