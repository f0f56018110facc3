import { useState } from "react";
import { Chip } from "../../../ui/chip.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { type Area, areas } from "../../content/automation-terms.ts";
import type { ProcessSuggestion } from "../../content/process-suggestions.ts";
import { activityWords, focusWords, frequencyWords } from "../../roi/input-words.ts";
import css from "./suggestions.module.css";

/** Work that companies of this size usually do by hand; a click takes one over with its typical values. */
export function Suggestions({
  suggestions,
  area,
  taken,
  isFull,
  onAdd,
}: {
  suggestions: readonly ProcessSuggestion[];
  /** The company's focus, shown first. */
  area: Area | undefined;
  taken: readonly string[];
  isFull: boolean;
  onAdd: (suggestion: ProcessSuggestion) => void;
}) {
  const [chosen, setChosen] = useState<Area>();
  const shown = chosen ?? area ?? "revenue";
  const used = new Set(taken);
  const offered = suggestions.filter((suggestion) => suggestion.area === shown);
  return (
    <section className={css.suggestions} aria-labelledby="suggestions">
      <h2 className="t4" id="suggestions">
        What companies of your size usually name
      </h2>
      <p className={`small ${css.lede}`}>A click adds it with typical values, which are yours to correct.</p>
      {/* biome-ignore lint/a11y/useSemanticElements: a group of filters, not of form fields */}
      <div className={`row ${css.filters}`} role="group" aria-label="Kind of work">
        {areas.map((key) => (
          <Chip key={key} pressed={key === shown} onClick={() => setChosen(key)}>
            {focusWords[key]}
          </Chip>
        ))}
      </div>
      <ul className={css.list}>
        {offered.map((suggestion) => (
          <li key={suggestion.name}>
            <button
              type="button"
              className={css.offer}
              disabled={isFull || used.has(suggestion.name)}
              onClick={() => onAdd(suggestion)}
            >
              <Icon name={used.has(suggestion.name) ? "check" : "plus"} size={16} />
              <span>
                <b>{suggestion.name}</b>
                <span className="note">
                  {activityWords[suggestion.activity]}, {suggestion.hours} h × {suggestion.people},{" "}
                  {frequencyWords[suggestion.frequency].toLowerCase()}
                </span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
