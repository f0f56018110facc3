import { type FormEvent, type KeyboardEvent, useLayoutEffect, useMemo, useState } from "react";
import { categoryLabel } from "#app/features/content/tools/tool-labels.ts";
import { toolGroups, tools } from "#app/features/content/tools/tools.ts";
import { bounds } from "#app/features/roi/inputs/bounds.ts";
import { commonToolIds } from "#app/features/wizard/answers/list-price.ts";
import {
  type ChosenTool,
  chooseFromCatalogue,
  chooseOwn,
  chosenTools,
  editCategory,
  editCost,
  editOverlap,
  readStack,
  stackErrors,
  toolTextsIn,
  withTool,
} from "#app/features/wizard/answers/stack-text.ts";
import { formatUsd } from "#app/lib/money.ts";
import { counted } from "#app/lib/numbers.ts";
import { matchesSearch, searchFold } from "#app/lib/search/search-fold.ts";
import { Button } from "#app/ui/buttons/button.tsx";
import { CheckCards } from "#app/ui/forms/choice-cards.tsx";
import { ErrorSummary } from "#app/ui/forms/error-summary.tsx";
import { TextField } from "#app/ui/forms/field.tsx";
import { ScriptForm } from "#app/ui/forms/script-form.tsx";
import { ToolMark } from "#app/ui/logos/tool-mark.tsx";
import { ColleagueDialog, type ColleagueEndpoints } from "../colleagues/colleague-dialog.tsx";
import { CsvImport } from "../processes/csv-import.tsx";
import { useStepText, type WizardDraft } from "../use-draft.ts";
import { stepForm, WizardFoot } from "../wizard-foot.tsx";
import { OwnTool } from "./own-tool.tsx";
import { costFieldId, ToolCosts } from "./tool-costs.tsx";
import css from "./tool-picker.module.css";
import { ToolSummary } from "./tool-summary.tsx";

export function ToolPicker({
  draft,
  colleagues,
  onGo,
}: {
  draft: WizardDraft;
  colleagues: ColleagueEndpoints;
  onGo: (to: "back" | "on") => Promise<void>;
}) {
  const [isAsking, setAsking] = useState(false);
  const [search, setSearch] = useState("");
  const [isWhole, setWhole] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const [busy, setBusy] = useState(false);
  const {
    text: chosen,
    latest,
    update,
  } = useStepText<ChosenTool[]>(
    draft,
    "tech-stack",
    ({ inputs }, kept) => toolTextsIn(kept) ?? chosenTools(inputs.stack),
    (now) => Object.keys(readStack(now).errors).length > 0,
  );
  const employees = draft.inputs.company?.employees;
  const isFull = chosen.length >= bounds.tools.max;

  const set = (next: ChosenTool[]) => {
    update(next);
    draft.change({ inputs: { stack: readStack(next).stack }, step: "tech-stack" });
  };
  const add = (tool: ChosenTool | undefined) => {
    const now = latest();
    if (tool && now.length < bounds.tools.max && !now.some(({ id }) => id === tool.id)) set([...now, tool]);
  };
  const remove = (id: string) => set(latest().filter((tool) => tool.id !== id));
  const toggle = (id: string, checked: boolean) => (checked ? add(chooseFromCatalogue(id, employees)) : remove(id));

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, at hydration
  useLayoutEffect(() => {
    // Keep the focused tool if the backup lacks it; otherwise the next key would be lost.
    const focused = chosen.find(({ id }) => document.activeElement?.id === costFieldId(id));
    const now = latest();
    if (focused && withTool(now, focused) !== now) set(withTool(now, focused));
  }, []);

  const errors = attempt > 0 ? stackErrors(chosen) : readStack(chosen).errors;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const faults = Object.keys(stackErrors(latest()));
    setAttempt(attempt + 1);
    if (faults.length === 1) document.getElementById(costFieldId(faults[0]!))?.focus();
    if (faults.length > 0) return;
    // Continuing without a choice is an answer: this company pays for no tools.
    if (draft.inputs.stack === undefined) draft.change({ inputs: { stack: [] }, step: "tech-stack" });
    setBusy(true);
    await onGo("on");
    setBusy(false);
  };

  const found = useMemo(() => toolsFor(search), [search]);
  const ids = chosen.map(({ id }) => id);
  const isOffered = ({ id }: { id: string }) => search !== "" || isWhole || commonToolIds.has(id) || ids.includes(id);
  const first = found.find(({ id }) => !ids.includes(id));
  const take = (event: KeyboardEvent) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    if (search.trim() === "" || !first) return;
    add(chooseFromCatalogue(first.id, employees));
    setSearch("");
  };
  const faults = attempt > 0 ? chosen.filter(({ id }) => errors[id]) : [];
  return (
    <>
      <main id="main" className={`wrap grid ${css.page}`}>
        <div className={`grid gap-100 ${css.head}`}>
          <h1 className="t1">Which tools does your revenue team use?</h1>
          <p className="lede">
            Include the ones you pay for but rarely open. Unused tools are often the cheapest place to start.
          </p>
        </div>
        <div className={`shrinks ${css.pick}`}>
          <TextField
            label={`Search ${tools.length} tools`}
            type="search"
            icon="search"
            value={search}
            autoComplete="off"
            placeholder="Name or category, such as billing"
            onChange={(event) => setSearch(event.target.value)}
            onKeyDown={take}
          />
          <p role="status" className={`small ${css.count}`}>
            {search
              ? `${found.length} of ${tools.length} tools match.${first ? ` Press Enter to add ${first.name}.` : ""}`
              : chosen.length > 0 && `${counted(chosen.length, "tool")}, ${formatUsd(monthlyTotal(chosen))} a month. `}
            {isFull && `An analysis accepts at most ${bounds.tools.max} tools. `}
            {!search && chosen.length > 0 && <a href={`#${costFieldId(chosen[0]!.id)}`}>Correct what they cost</a>}
          </p>
          <ScriptForm id={stepForm} noValidate onSubmit={submit} className={`grid top-150 breaks ${css.groups}`}>
            {toolGroups.map((group) => {
              const offered = found.filter((tool) => tool.group === group && isOffered(tool));
              if (offered.length === 0) return null;
              return (
                <CheckCards
                  key={group}
                  legend={group}
                  name="tool"
                  columns={3}
                  value={ids}
                  onChange={(event) => toggle(event.target.value, event.target.checked)}
                  options={offered.map((tool) => ({
                    value: tool.id,
                    label: tool.name,
                    media: <ToolMark of={tool} size={22} />,
                    disabled: isFull && !ids.includes(tool.id),
                  }))}
                />
              );
            })}
          </ScriptForm>
          {!search && (
            <p className="top-150">
              <Button variant="tertiary" size={40} onClick={() => setWhole(!isWhole)} aria-expanded={isWhole}>
                {isWhole ? "Show the common tools" : `Show all ${tools.length} tools`}
              </Button>
            </p>
          )}
          <div className="top-150">
            <CsvImport<ChosenTool>
              what={{ one: "tool", many: "tools" }}
              columns="tool, monthly cost, category"
              disabled={isFull}
              read={async (bytes) =>
                (await import("#app/features/wizard/answers/csv-import.ts")).readToolsCsv(bytes, {
                  chosen: latest(),
                  employees,
                })
              }
              summarize={({ name, cost }) => ({ name, text: cost === "" ? "cost to be entered" : `$${cost} a month` })}
              onAdd={(read) => {
                const now = latest();
                const added = read.filter(({ id }) => !now.some((tool) => tool.id === id));
                set([...now, ...added].slice(0, Math.max(now.length, bounds.tools.max)));
              }}
            />
            <Button variant="tertiary" size={40} icon="user" onClick={() => setAsking(true)}>
              Ask a colleague
            </Button>
          </div>
          <OwnTool
            suggestion={found.length === 0 ? search : ""}
            isFull={isFull}
            onAdd={(name, category) => {
              add(chooseOwn(name, category, tools, employees));
              setSearch("");
            }}
          />
        </div>
        <ToolSummary chosen={chosen}>
          {faults.length > 0 && (
            <ErrorSummary
              fields={faults.map(({ id, name }) => ({ id: costFieldId(id), label: name }))}
              attempt={attempt}
            />
          )}
          <ToolCosts
            chosen={chosen}
            errors={errors}
            employees={employees}
            form={stepForm}
            onCost={(tool, cost) => set(editCost(latest(), tool, cost))}
            onCategory={(tool, category) => set(editCategory(latest(), tool, category))}
            onOverlap={(tool, isComplement) => set(editOverlap(latest(), tool, isComplement))}
            onRemove={remove}
          />
        </ToolSummary>
      </main>
      <ColleagueDialog open={isAsking} place={null} draft={draft} calls={colleagues} onClose={() => setAsking(false)} />
      <WizardFoot
        onBack={() => void onGo("back")}
        note={
          chosen.length > 0
            ? `${counted(chosen.length, "tool")}, ${formatUsd(monthlyTotal(chosen))} a month. Next: where the time goes.`
            : "Next: where the time goes. About five minutes."
        }
        action="Continue"
        busy={busy}
        busyText="Saving"
      />
    </>
  );
}

const monthlyTotal = (chosen: readonly ChosenTool[]) =>
  readStack(chosen).stack.reduce((sum, tool) => sum + (tool.monthlyUsd ?? 0), 0);

function toolsFor(search: string) {
  const typed = searchFold(search).trim();
  if (typed === "") return tools;
  const rank = (name: string) => (searchFold(name).startsWith(typed) ? 0 : searchFold(name).includes(typed) ? 1 : 2);
  return tools
    .filter((tool) =>
      matchesSearch(searchFold(`${tool.name} ${tool.category} ${categoryLabel(tool.category)} ${tool.group}`), search),
    )
    .toSorted((one, other) => rank(one.name) - rank(other.name));
}
