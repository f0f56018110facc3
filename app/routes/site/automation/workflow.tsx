import { classNames } from "#app/ui/class-names.ts";
import { ToolMark } from "#app/ui/logos/tool-mark.tsx";
import type { Drawing, DrawnStep } from "./drawing-data.ts";
import css from "./workflow.module.css";

/** Around a workflow. The grid's dialog gets the class and the style sheet with the content. */
export const workflowBand = `band-bp ${css.band}`;

/**
 * The workflow as a diagram on wide screens: one node per step, its tool in it, what happens there under it. A step that
 * has more to say is a button; its note appears 300 ms after the pointer or the focus has arrived. Narrow screens get the
 * same sequence as a list.
 */
export function Workflow({ drawing: { id, steps, sequence } }: { drawing: Drawing }) {
  return (
    <>
      <h3 className="t4">Workflow Sequence</h3>
      <p className={`note ${css.number}`}>Fig. {id}.1</p>
      <ol className={css.diagram}>
        {steps.map((step, place) => (
          <Step key={`${step.tool} ${step.action}`} step={step} noteId={`${id}-step-${place + 1}`} />
        ))}
      </ol>
      <p className={css.onDesktop}>View on desktop to see the detailed workflow visualization</p>
      <ol className={css.sequence}>
        {sequence.split("\n").map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ol>
    </>
  );
}

/** `noteId` is the drawing's own, because the dialog shows the step on another page than the one it was made for. */
function Step({ step, noteId }: { step: DrawnStep; noteId: string }) {
  const { name, look, kind, action, otherwise, briefSummary, detailedSummary } = step;
  const mark = <ToolMark of={look} size={26} on="page" late />;
  const node = classNames(css.node, !look && css.unknown);
  const hasNote = Boolean(briefSummary || detailedSummary);
  return (
    <li className={classNames(css.step, kind !== "step" && css[kind])} data-step="">
      {hasNote ? (
        <button type="button" className={node} aria-describedby={noteId}>
          {mark}
          <span className="vh">
            {name}: {action}
          </span>
        </button>
      ) : (
        <span className={node}>{mark}</span>
      )}
      <p className={css.action}>{action}</p>
      <p className="note">{name}</p>
      {otherwise && (
        <p className={css.otherwise}>
          <span>If not:</span> {otherwise}
        </p>
      )}
      {hasNote && (
        <div className={css.note} role="tooltip" id={noteId}>
          {briefSummary && <p className={css.brief}>{briefSummary}</p>}
          {detailedSummary && <p>{detailedSummary}</p>}
        </div>
      )}
    </li>
  );
}
