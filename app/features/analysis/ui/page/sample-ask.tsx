import type { ReactNode } from "react";
import { samplePath } from "#app/features/analysis/sample/sample-analysis.ts";
import { blueprintSheets, sheetCodes } from "#app/features/content/blueprint-sheets.ts";
import { CodeWithin } from "#app/features/content/code-within.tsx";
import { promised } from "#app/features/content/promises.ts";
import { offersFreeCall } from "#app/lib/offered-calls.ts";
import { BlueprintBand } from "#app/ui/drawings/blueprint-band.tsx";
import css from "./next-step.module.css";

const fullBlueprint = blueprintSheets.find(({ code }) => code === sheetCodes.fullBlueprint);

/** The end of the sample. `children`: the buttons. */
export const SampleAsk = ({ children }: { children: ReactNode }) => (
  <BlueprintBand id="full-blueprint" className={css.ask}>
    <div className={css.columns}>
      <div>
        <h2 className="t1">Get the same analysis for your firm</h2>
        <p className="lede top-125">
          The analysis is free. Your access code arrives by email within <CodeWithin />; answering then takes{" "}
          {promised.analysis}.
        </p>
        <div className={`row top-150 ${css.actions}`}>{children}</div>
        <p className={`cluster top-100 ui-size ${css.files}`}>
          <a href={`${samplePath}.pdf`}>Download this sample as PDF</a>
          <a href={`${samplePath}.xlsx`}>Download it as a spreadsheet</a>
        </p>
      </div>
      <div>
        <p className="note">{sheetCodes.fullBlueprint}</p>
        <h3 className="t3">{fullBlueprint?.title}</h3>
        <p>
          {fullBlueprint?.detail} It is prepared for one firm at a time, so the sample stops short of it.{" "}
          <a href="/pricing">{offersFreeCall() ? "Three" : "Two"} ways to get yours</a>
        </p>
      </div>
    </div>
  </BlueprintBand>
);
