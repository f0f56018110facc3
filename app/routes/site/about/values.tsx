import type { ReactNode } from "react";
import type { StorySection } from "#app/features/content/texts/story-text.ts";
import { RichText } from "#app/shell/site/rich-text.tsx";
import { Section } from "#app/ui/sections/section.tsx";
import css from "./values.module.css";

/* Three instruments, 300 by 170: a caliper on a part, a person beside what is built for them, a compass beyond the known arcs. */

const caliper = (
  <>
    <path className="ln" d="M30 40H276V66H30z" />
    <path
      className="hl"
      d={Array.from({ length: 23 }, (_, tick) => `M${42 + tick * 10} 66v${tick % 5 === 0 ? -14 : -8}`).join("")}
    />
    <path className="ln" d="M30 40V132L58 118V66M150 30h74v46h-74zM150 76v42l28 14V76" />
    <path className="ds" d="M58 92H150V132H58z" />
    <path className="hl" d="M58 150H150M58 144v12M150 144v12" />
    <path className="mk" d="M150 26V80" />
  </>
);

const scaleFigure = (
  <>
    <path className="hl" d="M16 150H284" />
    <circle className="ln" cx="92" cy="44" r="11" />
    <path className="ln" d="M92 55V98M92 98l-15 52M92 98l15 52M92 64L70 92M92 64l44-12" />
    <path className="ln" d="M150 78h92v72h-92zM150 96h92M196 96v54" />
    <path className="hl" d="M164 87h20M164 110h20M164 122h14M210 110h20M210 122h14" />
    <path className="ds" d="M32 33H92" />
    <path className="hl" d="M32 33V150" />
    <path className="ln" d="M26 39l12-12M26 156l12-12" />
    <circle className="mkf" cx="140" cy="51" r="5" />
    <path className="hl" d="M140 56V78" />
  </>
);

const compass = (
  <>
    <path className="hl" d="M60 150A60 60 0 0 1 180 150M30 150A90 90 0 0 1 210 150" />
    <path className="ds" d="M8 128A118 118 0 0 1 100 34" />
    <path className="mk" d="M100 34A118 118 0 0 1 222 92" />
    <path className="ln" d="M120 150L158 22L222 92M120 150l-3-8 6 1zM152 44l26-2" />
    <circle className="ln" cx="158" cy="20" r="8" />
    <path className="hl" d="M120 138v24M108 150h24M158 12V2" />
    <path className="hl" d="M16 150H284" />
  </>
);

const drawings: readonly ReactNode[] = [caliper, scaleFigure, compass];

export function Values({ title, lead, values }: Extract<StorySection, { kind: "values" }>) {
  return (
    <Section title={title} size="t1" surface="sheet" aside={lead && <RichText text={lead} />}>
      <ul className={`grid ${css.values}`}>
        {values.map(({ title: value, text, means }, index) => (
          <li className="grid gap-90 packed" key={value}>
            <svg className="full-width" viewBox="0 0 300 170" aria-hidden="true">
              {drawings[index % drawings.length]}
            </svg>
            <h3 className="t2">{value}</h3>
            <p className="prose">
              <RichText text={text} />
            </p>
            {means && (
              <p className={`small rule-top ${css.means}`}>
                <RichText text={means} />
              </p>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}
