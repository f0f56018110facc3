import { startTransition, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { type InputChange, inputChanges } from "#app/features/analysis/revisions/input-changes.ts";
import { type Dial, withStored } from "#app/features/analysis/sheets/what-if.ts";
import type { Analysis, BaseAnalysis, TornadoBar } from "#app/features/roi/analysis-shape.ts";
import type { ModelInput } from "#app/features/roi/inputs/model-input.ts";
import { analyze, analyzeBase, tornadoFor } from "#app/features/roi/roi.ts";
import { sameValue } from "#app/features/wizard/draft-merge.ts";
import { afterPaint } from "../page/after-paint.ts";
import type { RangeOrder, RangeReply } from "./range-worker.ts";
import rangeWorkerUrl from "./range-worker.ts?worker&url";

export interface InputEditor {
  stored: ModelInput;
  /** Returns the newest adjusted input, for event handlers. */
  latest: () => ModelInput;
  update: (input: ModelInput) => void;
  fault: (dial: Dial, isFaulty: boolean) => void;
  /** Counts resets, so that fields discard their text. */
  resets: number;
}

export interface WhatIf {
  editor: InputEditor;
  /** The adjusted input, with the stored value where a field is invalid. All figures are computed from it. */
  input: ModelInput;
  /** Updates with the input; its tornado is drawn for the previously leading way. */
  base: BaseAnalysis & { tornado: TornadoBar[] };
  /** The latest complete analysis; follows `base` when its draws are done. No sentence combines the two. */
  result: Analysis;
  /** The input of `result`. */
  resultInput: ModelInput;
  /** `base` where available, and the ranges of `result`. */
  newest: Analysis;
  storedResult: Analysis;
  changes: InputChange[];
  /** `result` belongs to an earlier input. */
  isPending: boolean;
  faults: ReadonlyMap<string, Dial>;
  /** Returns the input to save; later changes are kept when it becomes the stored one. */
  submit: () => ModelInput;
  reset: () => void;
}

/** Computes the figures with the server's engine at every change. Shows the stored result until the input differs. */
export function useWhatIf(stored: ModelInput, storedResult: Analysis): WhatIf {
  const [typed, setTyped] = useState(stored);
  const newest = useRef(typed);
  const submitted = useRef<ModelInput | null>(null);
  useLayoutEffect(() => {
    newest.current = typed;
  }, [typed]);
  // After the submitted input became the stored revision, opening another revision discards changes again.
  useEffect(() => {
    if (sameValue(submitted.current, stored)) submitted.current = null;
  }, [stored]);
  const [resets, setResets] = useState(0);
  const [faults, setFaults] = useState<ReadonlyMap<string, Dial>>(none);
  const [basis, setBasis] = useState(stored);
  if (basis !== stored) {
    // The page reloads its data after every action. Only another revision discards changes; the one just saved keeps
    // changes made while it was being saved.
    setBasis(stored);
    if (!sameValue(basis, stored) && !sameValue(submitted.current, stored)) {
      setTyped(stored);
      setFaults(none);
      setResets((count) => count + 1);
    }
  }
  const input = useMemo(() => withStored(typed, stored, faults.values()), [typed, stored, faults]);
  const isChanged = useMemo(() => !sameValue(input, stored), [input, stored]);
  const model = storedResult.modelVersion;
  const { result, isPending, of } = useAnalysis(isChanged ? input : null, storedResult);
  const way = result.tornadoOf;
  const base = useMemo(
    () => (isChanged ? { ...analyzeBase(input, model), tornado: tornadoFor(input, way, model) } : storedResult),
    [isChanged, input, model, way, storedResult],
  );
  const newestResult = useMemo(() => (isPending ? { ...result, ...base } : result), [isPending, result, base]);
  const changes = useMemo(() => (isChanged ? inputChanges(stored, input) : []), [isChanged, stored, input]);
  const fault = useCallback((dial: Dial, isFaulty: boolean) => {
    setFaults((old) => {
      if (old.has(dial.key) === isFaulty) return old;
      const next = new Map(old);
      if (isFaulty) next.set(dial.key, dial);
      else next.delete(dial.key);
      return next;
    });
  }, []);
  const update = useCallback((next: ModelInput) => {
    newest.current = next;
    setTyped(next);
  }, []);
  const submit = useCallback(() => {
    submitted.current = newest.current;
    return newest.current;
  }, []);
  const reset = useCallback(() => {
    update(stored);
    setFaults(none);
    setResets((count) => count + 1);
  }, [stored, update]);
  const latest = useCallback(() => newest.current, []);
  const editor = useMemo(() => ({ stored, latest, update, fault, resets }), [stored, latest, update, fault, resets]);
  return {
    editor,
    input,
    base,
    result,
    resultInput: of ?? stored,
    newest: newestResult,
    storedResult,
    changes,
    isPending,
    faults,
    submit,
    reset,
  };
}

const none: ReadonlyMap<string, Dial> = new Map();

/** Calculated in a worker; until then the last known result. `null`: nothing is adjusted. */
function useAnalysis(
  input: ModelInput | null,
  stored: Analysis,
): { result: Analysis; of: ModelInput | null; isPending: boolean } {
  const worker = useRef<Worker | null>(null);
  const latest = useRef(0);
  const [drawn, setDrawn] = useState<{ input: ModelInput; result: Analysis } | null>(null);
  const model = stored.modelVersion;
  useEffect(() => () => worker.current?.terminate(), []);
  useEffect(() => {
    if (!input) return;
    const id = ++latest.current;
    // Typing has priority: this update may be delayed, and is discarded when the next number arrives.
    const keep = (result: Analysis) => startTransition(() => setDrawn({ input, result }));
    worker.current ??= startWorker();
    const thread = worker.current;
    if (!thread) {
      const timer = setTimeout(() => keep(analyze(input, { model })), 120);
      return () => clearTimeout(timer);
    }
    const onReply = ({ data }: MessageEvent<RangeReply>) => {
      if (data.id === id) keep(data.result);
    };
    const fail = () => keep(analyze(input, { model }));
    thread.addEventListener("message", onReply);
    thread.addEventListener("error", fail);
    const cancel = afterPaint(() => thread.postMessage({ id, input, model } satisfies RangeOrder));
    return () => {
      cancel();
      thread.removeEventListener("message", onReply);
      thread.removeEventListener("error", fail);
    };
  }, [input, model]);
  if (!input) return { result: stored, of: null, isPending: false };
  return { result: drawn?.result ?? stored, of: drawn?.input ?? null, isPending: drawn?.input !== input };
}

type TrustedTypes = { createPolicy(name: string, rules: { createScriptURL(url: string): string }): typeof rules };

/** The page's only Trusted Types policy (security.server.ts); it accepts the worker's own URL only. */
const policy = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy("range-worker", {
  createScriptURL(url) {
    if (url !== rangeWorkerUrl) throw new TypeError(`${url} is not the worker of the what-if.`);
    return url;
  },
});
const trusted = (url: string) => policy?.createScriptURL(url) ?? url;

/** Returns null in browsers without module workers; the main thread then computes the draws. */
function startWorker(): Worker | null {
  try {
    return new Worker(trusted(rangeWorkerUrl), { type: "module" });
  } catch {
    return null;
  }
}
