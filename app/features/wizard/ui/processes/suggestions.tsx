import { type KeyboardEvent, type ReactNode, useState } from "react";
import { type Area, areas } from "#app/features/content/automations/automation-terms.ts";
import type { ProcessSuggestion } from "#app/features/content/automations/process-suggestion-schema.ts";
import { processSuggestions, typicalPeople } from "#app/features/content/automations/process-suggestions.ts";
import { activityLabels, focusLabels, frequencyLabels } from "#app/features/roi/inputs/input-labels.ts";
import { formatNumber } from "#app/lib/numbers.ts";
import { Button } from "#app/ui/buttons/button.tsx";
import { Chip } from "#app/ui/buttons/chip.tsx";
import { CheckCards } from "#app/ui/forms/choice-cards.tsx";
import { TextField } from "#app/ui/forms/field.tsx";
import css from "./suggestions.module.css";

const shownAtFirst = 6;

/** The listed suggestions, valid while `area` is the company's focus. */
type View = { area: Area | undefined; chosen?: Area | undefined; isWhole?: boolean | undefined };

/** Suggestions of manual work: ticking adds one with typical values. Typing filters, Enter takes the first match. */
export function Suggestions({
  area,
  employees,
  taken,
  isFull,
  onAdd,
  onRemove,
  onOwn,
  aside,
  level: Heading = "h2",
  correct = "below",
}: {
  aside?: ReactNode;
  level?: "h2" | "h3";
  correct?: string;
  area: Area | undefined;
  employees: number | undefined;
  taken: readonly string[];
  isFull: boolean;
  onAdd: (suggestion: ProcessSuggestion) => void;
  onRemove: (name: string) => void;
  /** Called when nothing matches, to add the search text as the visitor's own row. */
  onOwn?: (name: string) => void;
}) {
  const [view, setView] = useState<View>({ area });
  const [search, setSearch] = useState("");
  const [said, setSaid] = useState("");
  // A new focus area starts with its own list; a search in progress stays.
  const { chosen, isWhole } = view.area === area ? view : ({ area } as View);
  const shown = chosen ?? area ?? "revenue";
  const used = new Set(taken);
  const found = search.trim() ? matching(search) : processSuggestions.filter((one) => one.area === shown);
  const offered = found.filter((one, index) => search || isWhole || index < shownAtFirst || used.has(one.name));

  const next = found.find(({ name }) => !used.has(name));

  const add = (suggestion: ProcessSuggestion) => {
    onAdd(suggestion);
    setSaid(`Added: ${suggestion.name}, ${typicalLabel(suggestion, employees)}.`);
  };
  const takeOwn = () => {
    onOwn?.(search.trim());
    setSearch("");
  };
  const take = (event: KeyboardEvent) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    if (!search.trim() || isFull) return;
    if (!next) return found.length === 0 && onOwn ? takeOwn() : undefined;
    add(next);
    setSearch("");
  };

  return (
    <section aria-labelledby="suggestions">
      <Heading className="t4" id="suggestions">
        Select what your team does by hand {aside}
      </Heading>
      <p className={`small ${css.lede}`}>
        Each comes with values that are typical{" "}
        {employees ? `for ${formatNumber(employees)} people` : "for a company like yours"}: an estimate of ours, yours
        to correct {correct}.
      </p>
      <TextField
        className={css.search}
        label={`Search ${processSuggestions.length} kinds of work`}
        type="search"
        icon="search"
        value={search}
        autoComplete="off"
        placeholder="Such as invoices or proposals"
        onChange={(event) => setSearch(event.target.value)}
        onKeyDown={take}
      />
      <p role="status" className={search ? `small top-75` : "vh"}>
        {search
          ? `${found.length} of ${processSuggestions.length} match.${next ? ` Press Enter to add ${next.name}.` : ""}`
          : said}
      </p>
      {!search && (
        // biome-ignore lint/a11y/useSemanticElements: a group of filters, not of form fields
        <div className="row gap-50 top-100" role="group" aria-label="Kind of work">
          {areas.map((key) => (
            <Chip key={key} pressed={key === shown} onClick={() => setView({ area, chosen: key, isWhole })}>
              {focusLabels[key]}
            </Chip>
          ))}
        </div>
      )}
      {offered.length > 0 ? (
        <CheckCards
          className={css.cards}
          legend={search ? "Work that matches" : focusLabels[shown]}
          quiet
          name="suggestion"
          columns={2}
          value={taken}
          onChange={({ target }) => {
            const suggestion = processSuggestions.find(({ name }) => name === target.value);
            if (suggestion && target.checked) add(suggestion);
            else onRemove(target.value);
          }}
          options={offered.map((one) => ({
            value: one.name,
            label: one.name,
            disabled: isFull && !used.has(one.name),
            text: (
              <>
                {one.what}
                <span className={`note block ${css.typical}`}>
                  {activityLabels[one.activity]}, {typicalLabel(one, employees)}
                </span>
              </>
            ),
          }))}
        />
      ) : (
        onOwn && (
          <p className={css.own}>
            <Button size={40} icon="plus" disabled={isFull} onClick={takeOwn}>
              Add “{search.trim()}” as your own
            </Button>
          </p>
        )
      )}
      {!search && found.length > offered.length && (
        <p className={css.more}>
          <Button size={40} variant="tertiary" onClick={() => setView({ area, chosen, isWhole: true })}>
            Show {found.length - offered.length} more
          </Button>
        </p>
      )}
    </section>
  );
}

/** Without the people's role, because its words are part of other fields' labels. */
const typicalLabel = (suggestion: ProcessSuggestion, employees: number | undefined) =>
  `${suggestion.hours} h × ${typicalPeople(suggestion, employees)}, ${frequencyLabels[suggestion.frequency].toLowerCase()}`;

/** Suggestions that contain every word; those that begin with the search come first. */
function matching(search: string): ProcessSuggestion[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const typed = words.join(" ");
  const rank = ({ name }: ProcessSuggestion) => {
    const text = name.toLowerCase();
    return text.startsWith(typed) ? 0 : words.every((word) => text.includes(word)) ? 1 : 2;
  };
  return processSuggestions
    .filter((one) => {
      const haystack = `${one.name} ${one.what} ${activityLabels[one.activity]} ${focusLabels[one.area]}`.toLowerCase();
      return words.every((word) => haystack.includes(word));
    })
    .toSorted((one, other) => rank(one) - rank(other));
}
