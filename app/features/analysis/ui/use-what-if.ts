import { startTransition, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { analyze, analyzeBase, tornadoFor } from "#app/features/roi/analysis.ts";
import type { Analysis, BaseAnalysis, TornadoBar } from "#app/features/roi/analysis-shape.ts";
import type { ModelInput } from "#app/features/roi/model-input.ts";
import { sameValue } from "#app/features/wizard/draft-merge.ts";
import { type InputChange, inputChanges } from "../input-changes.ts";
import { type Dial, withStored } from "../what-if.ts";
import { afterPaint } from "./after-paint.ts";
import type { RangeOrder, RangeReply } from "./range-worker.ts";
import rangeWorkerUrl from "./range-worker.ts?worker&url";

export interface Turning {
  stored: ModelInput;
  /** As turned so far, to be asked for when something is turned. */
  latest: () => ModelInput;
  turn: (input: ModelInput) => void;
  /** Reports that the field of a dial is invalid, or valid again. */
  fault: (dial: Dial, isFaulty: boolean) => void;
  /** Counts the resets, so that fields forget what was typed in them. */
  resets: number;
}

export interface WhatIf {
  turning: Turning;
  /** The changed input, with the stored value where a field is invalid. All figures are computed from it. */
  input: ModelInput;
  /** Belongs to the input at once; its tornado is drawn for the way that led before. */
  base: BaseAnalysis & { tornado: TornadoBar[] };
  /** The latest whole analysis: it follows `base` when its draws are done. No sentence mixes the two. */
  result: Analysis;
  /** The input of `result`. */
  resultInput: ModelInput;
  /** `base` where it is known, and the ranges of `result`. */
  newest: Analysis;
  storedResult: Analysis;
  changes: InputChange[];
  /** `result` belongs to an earlier input. */
  isPending: boolean;
  faults: ReadonlyMap<string, Dial>;
  /** The input to save; changes that follow are kept when it becomes the stored one. */
  submit: () => ModelInput;
  reset: () => void;
}

/**
 * The figures of an analysis while its reader turns numbers: the same engine as the server's, run on every change. What
 * is stored is shown untouched until something differs from it.
 */
export function useWhatIf(stored: ModelInput, storedResult: Analysis): WhatIf {
  const [typed, setTyped] = useState(stored);
  const newest = useRef(typed);
  const submitted = useRef<ModelInput | null>(null);
  useLayoutEffect(() => {
    newest.current = typed;
  }, [typed]);
  // Once it is the stored revision, opening another one and coming back discards changes again.
  useEffect(() => {
    if (sameValue(submitted.current, stored)) submitted.current = null;
  }, [stored]);
  const [resets, setResets] = useState(0);
  const [faults, setFaults] = useState<ReadonlyMap<string, Dial>>(none);
  const [basis, setBasis] = useState(stored);
  if (basis !== stored) {
    // The page loads its data again after every action. Only another revision discards changes; the one that was saved here
    // keeps those that were made while it was being saved.
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
  const turn = useCallback((next: ModelInput) => {
    newest.current = next;
    setTyped(next);
  }, []);
  const submit = useCallback(() => {
    submitted.current = newest.current;
    return newest.current;
  }, []);
  const reset = useCallback(() => {
    turn(stored);
    setFaults(none);
    setResets((count) => count + 1);
  }, [stored, turn]);
  const latest = useCallback(() => newest.current, []);
  const turning = useMemo(() => ({ stored, latest, turn, fault, resets }), [stored, latest, turn, fault, resets]);
  return {
    turning,
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

/** The analysis of a changed input, calculated in a worker; the last one known until then. `null`: nothing is changed. */
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
    // Typing goes first: what arrives here may wait, and is thrown away half drawn when the next number comes.
    const keep = (result: Analysis) => startTransition(() => setDrawn({ input, result }));
    worker.current ??= startWorker();
    const thread = worker.current;
    if (!thread) {
      const timer = setTimeout(() => keep(analyze(input, { model })), 120);
      return () => clearTimeout(timer);
    }
    const hear = ({ data }: MessageEvent<RangeReply>) => {
      if (data.id === id) keep(data.result);
    };
    const fail = () => keep(analyze(input, { model }));
    thread.addEventListener("message", hear);
    thread.addEventListener("error", fail);
    const takeBack = afterPaint(() => thread.postMessage({ id, input, model } satisfies RangeOrder));
    return () => {
      takeBack();
      thread.removeEventListener("message", hear);
      thread.removeEventListener("error", fail);
    };
  }, [input, model]);
  if (!input) return { result: stored, of: null, isPending: false };
  return { result: drawn?.result ?? stored, of: drawn?.input ?? null, isPending: drawn?.input !== input };
}

type TrustedTypes = { createPolicy(name: string, rules: { createScriptURL(url: string): string }): typeof rules };

/** The one Trusted Types policy that the page allows (headers.server.ts); it accepts the worker's own address only. */
const policy = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy("range-worker", {
  createScriptURL(url) {
    if (url !== rangeWorkerUrl) throw new TypeError(`${url} is not the worker of the what-if.`);
    return url;
  },
});
const trusted = (url: string) => policy?.createScriptURL(url) ?? url;

/** Null where the browser has no module workers; then the draws are made in the page's own thread. */
function startWorker(): Worker | null {
  try {
    return new Worker(trusted(rangeWorkerUrl), { type: "module" });
  } catch {
    return null;
  }
}
