import type { DraftInput } from "#app/features/roi/inputs/model-input.ts";
import { mergedTexts } from "../answers/merged-texts.ts";
import { type AssumedPart, type BlueprintAbout, type StepTexts, stillAssumed, type WizardStep } from "../blueprint.ts";
import { mergeDraft, partBetween, sameValue } from "../draft-merge.ts";
import { findBackup, keepBackup, type Shelf } from "./draft-backup.ts";
import { type Dispute, type Draft, mergeDrafts } from "./draft-conflict.ts";
import { restoreDraft } from "./draft-restore.ts";
import {
  createDraftSaver,
  type DraftPatch,
  isStored,
  joinPatches,
  type SaverState,
  type SendAnswer,
  type StoredDraft,
} from "./draft-saver.ts";
import type { Side } from "./row-merge.ts";

/*
 * One draft in one tab: the shown values (saved or not), its saver, and the backup on this device. It lives as long as the
 * wizard's three steps are open, so going back and forth needs no request and keeps all input. A draft without an id exists
 * only here; the first change starts it on the server.
 *
 * The backup of an earlier visit is read when the session is created, before anything can write one: a session never restores
 * its own backup. Forms show the snapshot and keep no copy of it, so replacing its values updates their fields in place.
 */

export interface DraftTransport {
  start(): Promise<{ kind: "started"; id: string; version: number } | Exclude<SendAnswer, { kind: "saved" | "stale" }>>;
  save(id: string, version: number, patch: DraftPatch): Promise<SendAnswer>;
}

export interface DraftSnapshot extends SaverState {
  id: string | null;
  inputs: DraftInput;
  about: BlueprintAbout;
  assumed: AssumedPart[];
  /** The texts of edited steps, as typed; each form reads its own. */
  texts: StepTexts;
}

export interface DraftSession {
  readonly snapshot: DraftSnapshot;
  readonly loaded: DraftSnapshot;
  subscribe(listener: () => void): () => void;
  change(patch: DraftPatch): void;
  flush(): Promise<boolean>;
  /** End a conflict: one-sided changes stay, and disputes are decided for this device, or for the other. */
  keepMine(): Promise<boolean>;
  takeTheirs(): void;
  disputes(): Dispute[] | null;
  /** Starts saving restored changes. Call it once the page is mounted; the session may be discarded before. */
  begin(): void;
  /** Keeps a step as typed. `isUnsavable`: part of it is invalid, so the device backs it up. */
  keepText(step: WizardStep, text: unknown, isUnsavable: boolean): void;
}

export function createDraftSession(options: {
  loaded: Omit<StoredDraft, "version"> & { id: string | null; version: number };
  transport: DraftTransport;
  wait: (ms: number, callback: () => void) => () => void;
  now: () => Date;
  /** This device's backup storage; undefined on the server and where storage is forbidden. */
  shelf: () => Shelf | undefined;
  onStarted: (id: string) => void;
}): DraftSession {
  const { loaded, transport, now } = options;
  const listeners = new Set<() => void>();
  let startedVersion = 0;
  const shelf = options.shelf();
  const backup = shelf && findBackup(shelf, loaded.id ?? "new", now().getTime());
  const restored = backup ? restoreDraft(loaded, backup) : null;
  const unsavable = new Set(restored?.unsavable);

  const saver = createDraftSaver({
    version: restored?.version ?? loaded.version,
    // After a save confirmed later than this page was rendered, the stored draft is newer than the loaded one.
    known:
      restored && restored.version !== loaded.version
        ? (backup?.base ?? (restored.version > loaded.version ? null : loaded))
        : loaded,
    pending: restored?.pending ?? null,
    doubtful: restored?.doubtful ?? [],
    wait: options.wait,
    now,
    onState: (state) => show(state),
    merge(current) {
      const merged = mergedWith(current, "ours");
      if (!merged || merged.draft.disputes.length > 0 || !merged.texts) return undefined;
      return accept(current, merged.draft, merged.texts);
    },
    async send(version, patch) {
      if (snapshot.id !== null) return transport.save(snapshot.id, version || startedVersion, patch);
      const started = await transport.start();
      if (started.kind !== "started") return started;
      startedVersion = started.version;
      moveBackup();
      show({ id: started.id });
      options.onStarted(started.id);
      return transport.save(started.id, started.version, patch);
    },
  });

  const asLoaded: DraftSnapshot = {
    status: "saved",
    savedAt: null,
    conflict: null,
    problem: null,
    id: loaded.id,
    inputs: loaded.inputs,
    about: loaded.about,
    assumed: loaded.assumed ?? [],
    texts: {},
  };
  let snapshot = restored
    ? { ...asLoaded, ...saver.state, ...withPatch(asLoaded, restored.pending), texts: restored.texts }
    : asLoaded;

  function show(change: Partial<DraftSnapshot>) {
    snapshot = { ...snapshot, ...change };
    backUp();
    for (const listener of listeners) listener();
  }

  const backupKey = () => snapshot.id ?? "new";

  function backUp() {
    if (!shelf) return;
    const { pending, doubtful } = saver;
    const version = saver.version || startedVersion;
    const texts = Object.fromEntries(
      Object.entries(snapshot.texts).filter(([step]) => unsavable.has(step as WizardStep)),
    );
    const base = saver.known;
    keepBackup(shelf, backupKey(), {
      ...{ version, keptAt: now().getTime(), pending, doubtful, texts },
      ...(pending && base && { base: { inputs: base.inputs, about: base.about } }),
    });
  }

  /** Removes the backup under the old id, right before the draft gets a new one. */
  function moveBackup() {
    if (shelf) keepBackup(shelf, backupKey(), { version: 0, keptAt: 0, pending: null, doubtful: [], texts: {} });
  }

  /** Merges this device's draft with `current`; null if the merge base is unknown. */
  function mergedWith(current: StoredDraft, prefer: Side) {
    const { known, pending, doubtful } = saver;
    // The quick start fills in whole lists; which of their values were reviewed is unknown.
    if (!known || !pending || pending.assumed) return null;
    // A part that changes nothing cannot show whether it was saved; an earlier one may have been.
    const arrived = doubtful.findLast((patch) => !isStored(known, patch) && hasArrived(known, patch, current));
    const base = arrived ? draftWith(known, arrived) : known;
    const ours = draftWith(known, pending);
    const draft = mergeDrafts(base, ours, current, prefer);
    return { draft, texts: mergedTexts(snapshot.texts, ours, draft) };
  }

  /** Shows the merged draft; returns the part that is not stored in `current`. */
  function accept(current: StoredDraft, draft: Draft, texts: StepTexts): DraftPatch | null {
    const patch = patchBetween(current, draft, saver.pending?.step);
    const assumed = stillAssumed(current.assumed ?? [], patch.inputs);
    for (const step of unsavable) if (!(step in texts)) unsavable.delete(step);
    show({ inputs: draft.inputs, about: draft.about, assumed, texts });
    return isStored(current, patch) ? null : patch;
  }

  /** Decides the conflict; returns what remains to be saved. Without a merge base one draft is used as a whole. */
  function settled(conflict: StoredDraft, prefer: Side): DraftPatch | null {
    const merged = mergedWith(conflict, prefer);
    if (merged) return accept(conflict, merged.draft, merged.texts ?? {});
    if (prefer === "theirs") return accept(conflict, conflict, {});
    const patch = patchBetween(conflict, snapshot, saver.pending?.step);
    const pending = saver.pending ? joinPatches(saver.pending, patch) : patch;
    const values = { ...conflict, assumed: conflict.assumed ?? [] };
    show(withPatch(values, pending));
    return pending;
  }

  return {
    get snapshot() {
      return snapshot;
    },
    loaded: asLoaded,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    change(patch) {
      snapshot = { ...snapshot, ...withPatch(snapshot, patch) };
      saver.change(patch);
      show({});
    },
    flush: () => saver.flush(),
    keepMine() {
      const { conflict } = snapshot;
      if (!conflict) return saver.flush();
      return saver.settle(settled(conflict, "ours"));
    },
    takeTheirs() {
      const { conflict } = snapshot;
      if (conflict) void saver.settle(settled(conflict, "theirs"));
    },
    disputes: () => (snapshot.conflict && mergedWith(snapshot.conflict, "ours")?.draft.disputes) ?? null,
    begin() {
      backUp();
      saver.begin();
    },
    keepText(step, text, isUnsavable) {
      if (isUnsavable) unsavable.add(step);
      else unsavable.delete(step);
      show({ texts: { ...snapshot.texts, [step]: text } });
    },
  };
}

function patchBetween(stored: Draft, wanted: Draft, step: WizardStep | undefined): DraftPatch {
  const about = Object.entries(wanted.about).filter(
    ([key, text]) => text !== stored.about[key as keyof BlueprintAbout],
  );
  return {
    inputs: partBetween(stored.inputs, wanted.inputs),
    ...(about.length > 0 && { about: Object.fromEntries(about) }),
    ...(step && { step }),
  };
}

const draftWith = ({ inputs, about }: Draft, patch: DraftPatch): Draft => ({
  inputs: mergeDraft(inputs, patch.inputs),
  about: { ...about, ...patch.about },
});

/** Whether a save without a response succeeded before another device saved: `current` contains all of its changes. */
function hasArrived(known: Draft, patch: DraftPatch, current: Draft): boolean {
  const { stack, processes, ...values } = patch.inputs;
  const countOf = (row: object, rows: readonly object[]) => rows.filter((other) => sameValue(other, row)).length;
  // Rows can be equal: a second row with the same values is present only if it was saved, too.
  const isThere = (rows: readonly object[] = [], before: readonly object[] = [], now: readonly object[] = []) =>
    rows.every((row) => countOf(row, rows) <= Math.max(countOf(row, before), countOf(row, now)));
  return (
    isStored(current, { ...patch, inputs: values }) &&
    isThere(stack, known.inputs.stack, current.inputs.stack) &&
    isThere(processes, known.inputs.processes, current.inputs.processes)
  );
}

type Values = Pick<DraftSnapshot, "inputs" | "about" | "assumed">;

const withPatch = ({ assumed, ...draft }: Values, patch: DraftPatch | null): Values =>
  patch
    ? { ...draftWith(draft, patch), assumed: patch.assumed ?? stillAssumed(assumed, patch.inputs) }
    : { inputs: draft.inputs, about: draft.about, assumed };
