import type { StepKind } from "#app/features/content/automations/automation-stories.ts";
import { PhoneDetails } from "#app/ui/sections/phone-details.tsx";
import { Glyph } from "./flow-glyphs.tsx";
import css from "./legend.module.css";

const kindLabels: Readonly<Record<StepKind, string>> = {
  trigger: "Trigger",
  step: "Step",
  decision: "Decision",
  outcome: "Outcome",
};

/** What the symbols of the workflows mean. */
export const Legend = () => (
  <PhoneDetails more="What the symbols mean">
    <ul className={`note cluster ${css.legend}`} aria-label="Symbols">
      {(Object.keys(kindLabels) as StepKind[]).map((kind) => (
        <li className="middle" key={kind}>
          <svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">
            <Glyph kind={kind} x={8} y={8} />
          </svg>
          {kindLabels[kind]}
        </li>
      ))}
      <li className="middle">
        <svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">
          <path className="ds" d="M8 0V12" />
          <path className="ln" d="M4 12h8" />
        </svg>
        If not
      </li>
    </ul>
  </PhoneDetails>
);
