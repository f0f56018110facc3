import type { DraftInput } from "#app/features/roi/inputs/model-input.ts";
import type { SaveStatus } from "#app/ui/drafts/save-state.tsx";
import type { AssumedPart, BlueprintAbout, DraftPart, WizardStep } from "../blueprint.ts";
import { joinParts, mergeDraft, sameValue } from "../draft-merge.ts";

/*
 * Saves a draft while it is typed. Changes are collected during a short pause and sent as one part, one request at a
 * time, each naming the version it is based on. Unsent changes stay pending and are retried; nothing is dropped. When
 * another tab or device has saved, `merge` returns the changes to save over the newer version; without a result the
 * saver stops and asks the user. After a stale refusal the newer version counts as this page's own save only if it
 * equals what this page knows and sent; otherwise the next save would overwrite values that the page never showed.
 *
 * No React, network or clock: `send` and `wait` are parameters.
 */

export interface DraftPatch {
  inputs: DraftPart;
  about?: Partial<BlueprintAbout>;
  assumed?: AssumedPart[];
  step?: WizardStep;
}

export interface StoredDraft {
  version: number;
  inputs: DraftInput;
  about: BlueprintAbout;
  assumed?: AssumedPart[];
  /** The browser and system of the last save, such as "Chrome on Windows". */
  changedOn?: string | null;
  updatedAt?: string;
}

export type Stored = Pick<StoredDraft, "inputs" | "about">;

export interface Refusal {
  message: string;
  help?: { href: string; label: string };
}

export type SendAnswer =
  | { kind: "saved"; version: number }
  | { kind: "stale"; current: StoredDraft }
  /** Permanently refused: the session or the access ended, or the blueprint was deleted. */
  | ({ kind: "refused" } & Refusal)
  /** No connection, or the server is busy: retry. */
  | { kind: "unreachable" };

export interface SaverState {
  status: SaveStatus;
  savedAt: Date | null;
  conflict: StoredDraft | null;
  problem: Refusal | null;
}

export interface DraftSaver {
  readonly state: SaverState;
  readonly version: number;
  readonly pending: DraftPatch | null;
  /** Those of them that are in flight or may have been saved without a response. */
  readonly doubtful: readonly DraftPatch[];
  /** What is stored at `version`, as far as the page knows. */
  readonly known: Stored | null;
  change(patch: DraftPatch): void;
  /** Sends at once; resolves to true if nothing is left to save. */
  flush(): Promise<boolean>;
  /** Ends the conflict: saves `patch` over the newer version, instead of the pending changes. Null: saves nothing. */
  settle(patch: DraftPatch | null): Promise<boolean>;
  /** Sends the initially pending changes, after the short pause. */
  begin(): void;
}

export const pauseMs = 700;
const maxDoubtful = 5;
const retryMs = [2_000, 4_000, 8_000, 15_000, 30_000];

const withDoubtful = (doubtful: readonly DraftPatch[], patch: DraftPatch) =>
  [...doubtful.filter((other) => !sameValue(other, patch)), patch].slice(-maxDoubtful);

export function createDraftSaver(options: {
  version: number;
  /** The page's values without the pending changes: stored at `version` as far as the page knows. Null: unknown. */
  known: Stored | null;
  pending?: DraftPatch | null;
  doubtful?: readonly DraftPatch[];
  /** After another device saved: returns the changes to save instead (null: none), or undefined if the user must decide. */
  merge?: (current: StoredDraft) => DraftPatch | null | undefined;
  send: (version: number, patch: DraftPatch) => Promise<SendAnswer>;
  /** Calls back once after `ms`; returns a function that cancels it. */
  wait: (ms: number, callback: () => void) => () => void;
  now: () => Date;
  onState: (state: SaverState) => void;
}): DraftSaver {
  let version = options.version;
  let known = options.known;
  let pending: DraftPatch | null = options.pending ?? null;
  let sending: Promise<boolean> | null = null;
  let sent: DraftPatch | null = null;
  let doubtful: readonly DraftPatch[] = options.doubtful ?? [];
  let failures = 0;
  let callOff = () => {};
  let state: SaverState = { status: pending ? "unsaved" : "saved", savedAt: null, conflict: null, problem: null };

  const show = (change: Partial<SaverState>) => {
    state = { ...state, ...change };
    options.onState(state);
  };
  const later = (ms: number) => {
    callOff();
    callOff = options.wait(ms, () => void push());
  };

  function change(patch: DraftPatch) {
    pending = pending ? joinPatches(pending, patch) : patch;
    if (state.conflict) return;
    if (!sending && state.status !== "offline") show({ status: "unsaved" });
    later(pauseMs);
  }

  function push(): Promise<boolean> {
    callOff();
    if (state.conflict) return Promise.resolve(false);
    if (!sending) {
      if (!pending) return Promise.resolve(true);
      sending = transmit().finally(() => {
        sending = null;
      });
    }
    return sending;
  }

  async function transmit(): Promise<boolean> {
    while (pending) {
      sent = pending;
      pending = null;
      show({ status: "saving" });
      const answer = await options.send(version, sent).catch((error: unknown) => {
        requeue(sent!);
        throw error;
      });
      const settled = settle(answer, sent);
      sent = null;
      if (!settled) return false;
    }
    show({ status: "saved", savedAt: options.now(), problem: null });
    return true;
  }

  /** A send that throws may or may not have reached the server: its part is pending again, and the next change sends it. */
  function requeue(patch: DraftPatch) {
    pending = pending ? joinPatches(patch, pending) : patch;
    doubtful = withDoubtful(doubtful, patch);
    sent = null;
    show({ status: "unsaved" });
  }

  /** Returns whether this part is saved; otherwise it is pending again. */
  function settle(answer: SendAnswer, patch: DraftPatch): boolean {
    if (answer.kind === "saved") {
      goOnFrom(answer.version, known && withPatch(known, patch));
      return true;
    }
    if (answer.kind === "stale" && isOnly(patch, answer.current)) {
      goOnFrom(answer.current.version, answer.current);
      return true;
    }
    pending = pending ? joinPatches(patch, pending) : patch;
    // A part refused as stale was not saved; only earlier ones may have been.
    sent = null;
    if (answer.kind === "stale" && doubtful.some((part) => isOnly(part, answer.current))) {
      goOnFrom(answer.current.version, answer.current);
      return true;
    }
    const merged = answer.kind === "stale" ? options.merge?.(answer.current) : undefined;
    if (answer.kind === "stale" && merged !== undefined) {
      goOnFrom(answer.current.version, answer.current);
      pending = merged;
      return true;
    }
    switch (answer.kind) {
      case "stale":
        show({ status: "conflict", conflict: answer.current });
        break;
      case "refused":
        show({ status: "unsaved", problem: { message: answer.message, ...(answer.help && { help: answer.help }) } });
        break;
      case "unreachable":
        doubtful = withDoubtful(doubtful, patch);
        show({ status: "offline" });
        later(retryMs[Math.min(failures, retryMs.length - 1)]!);
        failures += 1;
    }
    return false;
  }

  function goOnFrom(newest: number, stored: Stored | null) {
    version = newest;
    known = stored;
    failures = 0;
    doubtful = [];
  }

  /** Whether this part, saved without a response, is the only save since, so no other tab saved. */
  const isOnly = (patch: DraftPatch, current: StoredDraft) =>
    known
      ? isStored(current, patch) && isSameDraft(withPatch(known, patch), current)
      : current.version === version + 1 && isStored(current, patch);

  return {
    get state() {
      return state;
    },
    get version() {
      return version;
    },
    get pending() {
      if (sent && pending) return joinPatches(sent, pending);
      return sent ?? pending;
    },
    get known() {
      return known;
    },
    get doubtful() {
      return sent ? [...doubtful, sent] : doubtful;
    },
    change,
    flush: push,
    settle(patch) {
      if (state.conflict) goOnFrom(state.conflict.version, state.conflict);
      pending = patch;
      show({ conflict: null, ...(!patch && { status: "saved" }) });
      return push();
    },
    begin() {
      if (pending && !sending) later(pauseMs);
    },
  };
}

export function joinPatches(first: DraftPatch, then: DraftPatch): DraftPatch {
  const about = first.about || then.about ? { ...first.about, ...then.about } : undefined;
  const step = then.step ?? first.step;
  const assumed = then.assumed ?? first.assumed;
  return {
    inputs: joinParts(first.inputs, then.inputs),
    ...(about && { about }),
    ...(assumed && { assumed }),
    ...(step && { step }),
  };
}

export const isStored = (current: Stored, patch: DraftPatch): boolean =>
  isSameDraft(withPatch(current, patch), current);

const withPatch = ({ inputs, about }: Stored, patch: DraftPatch): Stored => ({
  inputs: mergeDraft(inputs, patch.inputs),
  about: { ...about, ...patch.about },
});

const isSameDraft = (one: Stored, other: Stored) =>
  sameValue(one.inputs, other.inputs) && sameValue(one.about, other.about);
