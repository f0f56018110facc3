import { samplePath } from "#app/features/analysis/sample/sample-analysis.ts";
import { useCodeWithin } from "#app/features/content/code-within.tsx";
import { codeWait } from "#app/features/content/promises.ts";
import css from "./code-wait.module.css";
import { estimatePath, wizardPath } from "./main-paths.ts";

/** How long an access code takes. Once on every page with a call to action that needs one, unless the visitor has access. */
export const CodeWait = ({
  target,
  isEstimated,
}: {
  target?: string;
  /** On the estimate's page it links to the sample instead. */
  isEstimated?: boolean;
}) => {
  const within = useCodeWithin();
  if (target === wizardPath) return null;
  return (
    <p className={`small ${css.wait}`}>
      {codeWait(within)}{" "}
      {isEstimated ? <a href={samplePath}>Read a whole sample</a> : <a href={estimatePath}>Estimate your return</a>} in
      the meantime.
    </p>
  );
};
