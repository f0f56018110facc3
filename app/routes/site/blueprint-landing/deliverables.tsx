import { samplePath } from "#app/features/analysis/sample/sample-analysis.ts";
import { blueprintSheets, freeSheets, sheetCodes } from "#app/features/content/blueprint-sheets.ts";
import { prices } from "#app/features/content/prices.ts";
import { capitalized } from "#app/features/content/promises.ts";
import { wholeUsd } from "#app/lib/money.ts";
import { spelled } from "#app/lib/numbers.ts";
import { DrawingNumber } from "#app/ui/drawings/drawing-number.tsx";
import { Section } from "#app/ui/sections/section.tsx";
import css from "./deliverables.module.css";
import { SheetDrawing } from "./drawings/sheet-drawings.tsx";

/** The six deliverables, five free and one that follows: the sixth is drawn on blueprint. */
export function Deliverables() {
  return (
    <Section
      surface="sheet"
      tag="Fig. 02"
      title={`${capitalized(spelled(blueprintSheets.length))} sheets, ${spelled(blueprintSheets.length - 1)} of them free`}
      size="t1"
      aside={
        <>
          {freeSheets} are ready when you finish the third step. An architect prepares {sheetCodes.fullBlueprint}.{" "}
          <a href={samplePath}>Read a sample analysis</a>.
        </>
      }
    >
      <ol
        className={`grid rule-top ${css.sheets}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways on a phone scrolls by keyboard
        tabIndex={0}
        aria-label={`The ${spelled(blueprintSheets.length)} sheets`}
      >
        {blueprintSheets.map(({ code, title, detail }) => {
          const paid = code === sheetCodes.fullBlueprint;
          return (
            <li key={code} className={paid ? `band-bp ${css.paid}` : undefined}>
              <div className={paid ? css.figure : `gridpaper ${css.figure}`}>
                <SheetDrawing code={code} />
              </div>
              <div className={`grid gap-50 packed ${css.words}`}>
                <p className={`line baseline gap-75 ${css.code}`}>
                  <DrawingNumber>{code}</DrawingNumber>
                  <span className="note">{paid ? `After a call, or ${wholeUsd(prices.unlockUsd)}` : "Free"}</span>
                </p>
                <h3 className="t3">{title}</h3>
                <p className="small">{detail}</p>
              </div>
            </li>
          );
        })}
      </ol>
    </Section>
  );
}
