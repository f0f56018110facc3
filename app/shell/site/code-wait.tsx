import { samplePath } from "#app/features/analysis/sample-analysis.ts";
import { codeWait } from "#app/features/content/promises.ts";
import { classNames } from "#app/ui/class-names.ts";
import css from "./code-wait.module.css";
import { estimatePath, wizardPath } from "./main-paths.ts";

/** Goes with every call to action that needs an access code: how long one takes. Nothing for visitors who have access. */
export const CodeWait = ({
  target,
  className,
  isEstimated,
}: {
  target?: string;
  className?: string | undefined;
  /** The page is the estimate: it names the sample instead. */
  isEstimated?: boolean;
}) =>
  target === wizardPath ? null : (
    <p className={classNames("small", css.wait, className)}>
      {codeWait}{" "}
      {isEstimated ? <a href={samplePath}>Read a whole sample</a> : <a href={estimatePath}>Estimate your return</a>} in
      the meantime.
    </p>
  );
