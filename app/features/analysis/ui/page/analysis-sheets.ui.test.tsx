import { render } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { exampleFirm } from "#app/features/roi/inputs/example-firm.ts";
import { analyze } from "#app/features/roi/roi.ts";
import { AnalysisSheets } from "./analysis-sheets.tsx";

const observed: string[] = [];
vi.stubGlobal(
  "IntersectionObserver",
  class {
    observe(element: Element) {
      observed.push(element.id);
    }
    disconnect() {}
  },
);
vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));

it("observes every sheet that is deferred outside the viewport", () => {
  render(
    <AnalysisSheets
      frame="div"
      sample
      companyName="Example firm"
      about="An example firm, not a client"
      inputs={exampleFirm}
      result={analyze(exampleFirm)}
      narrative={null}
      assumed={[]}
    />,
  );
  expect(observed).toEqual(["map", "opportunities", "return", "plan"]);
});
