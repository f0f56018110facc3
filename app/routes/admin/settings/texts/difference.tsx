import type { DifferingLine } from "#app/lib/words/line-difference.ts";
import css from "./texts.module.css";

const elements = { same: "span", removed: "del", added: "ins" } as const;
const marks = { same: "", removed: "−", added: "+" };

/** Changed lines of a text, marked as removed and added. */
export const Difference = ({ lines }: { lines: readonly DifferingLine[] }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable by keyboard
  <section className={`card ${css.difference}`} aria-label="Difference" tabIndex={0}>
    {lines.map(({ kind, text }, index) => {
      const Line = elements[kind];
      return (
        // biome-ignore lint/suspicious/noArrayIndexKey: a fixed list
        <p key={index} data-kind={kind}>
          <span aria-hidden="true">{marks[kind]}</span>
          <Line>{text || " "}</Line>
        </p>
      );
    })}
  </section>
);
