import { useEffect, useRef } from "react";
import { type Stage, stageKeys } from "#app/features/pipeline/prospects/stages.ts";

/**
 * Reports the column under the pointer when a drag ends. dnd-kit reports the column of its last render, or none if it has not rendered
 * since the drag started, so a quick drag on a busy device would have no effect. Columns carry `data-stage`. Call `watch` when a drag
 * starts and `stop` when it is canceled.
 */
export function useRelease(onRelease: (prospectId: string, stage: Stage | null) => void) {
  const watching = useRef<AbortController>(undefined);
  const latest = useRef(onRelease);
  useEffect(() => {
    latest.current = onRelease;
  });
  useEffect(() => () => watching.current?.abort(), []);
  const stop = () => watching.current?.abort();
  const watch = (prospectId: string) => {
    stop();
    const controller = new AbortController();
    watching.current = controller;
    const release = ({ clientX, clientY }: { clientX: number; clientY: number }) => {
      stop();
      latest.current(prospectId, stageAt(clientX, clientY));
    };
    const { signal } = controller;
    // In the capture phase: dnd-kit ends the drag in the bubbling phase.
    document.addEventListener("mouseup", release, { capture: true, signal });
    document.addEventListener("touchend", ({ changedTouches: [touch] }) => touch && release(touch), {
      capture: true,
      signal,
    });
  };
  return { watch, stop };
}

/** Returns the stage of the column at a point of the window, below the dragged card. */
function stageAt(x: number, y: number): Stage | null {
  const columns = document.elementsFromPoint(x, y).map((element) => element.closest<HTMLElement>("[data-stage]"));
  const found = columns.find((column) => column !== null)?.dataset["stage"];
  return stageKeys.find((key) => key === found) ?? null;
}
