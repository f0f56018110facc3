import type { DraftInput } from "#app/features/roi/model-input.ts";
import { type AssumedPart, type BlueprintAbout, type StepTexts, stillAssumed, type WizardStep } from "../blueprint.ts";
import { mergeDraft, partBetween } from "../draft-merge.ts";
import { findBackup, keepBackup, type Shelf } from "./draft-backup.ts";
import { restoreDraft } from "./draft-restore.ts";
import {
  createDraftSaver,
  type DraftPatch,
  type SaverState,
  type SendAnswer,
  type StoredDraft,
} from "./draft-saver.ts";

/*
 * One draft in one tab: what is shown (saved or not), its saver, and the backup on this device. It lives as long as the
 * wizard's three steps are open, so going back and forth needs no server and loses nothing. A draft without an id exists
 * only here; the first change starts it on the server.
 *
 * The backup of an earlier visit is read when the session is created, before anything can write one: a session never
 * restores its own backup. Forms show the snapshot and keep no copy of it, so replacing its values updates their fields
 * in place.
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
  /** Steps that were typed into since they were loaded, as they are typed; each form reads its own. */
  texts: StepTexts;
}

export interface DraftSession {
  readonly snapshot: DraftSnapshot;
  /** As the server rendered it, without what this device kept. */
  readonly loaded: DraftSnapshot;
  subscribe(listener: () => void): () => void;
  change(patch: DraftPatch): void;
  flush(): Promise<boolean>;
  keepMine(): Promise<boolean>;
  takeTheirs(): void;
  /** Starts saving what was restored. Call once the page is live; the session may be thrown away before. */
  begin(): void;
  /** A step as it is typed. `isUnsavable`: some of it cannot be saved, so this device keeps it. */
  keepText(step: WizardStep, text: unknown, isUnsavable: boolean): void;
}

export function createDraftSession(options: {
  loaded: Omit<StoredDraft, "version"> & { id: string | null; version: number };
  transport: DraftTransport;
  wait: (ms: number, callback: () => void) => () => void;
  now: () => Date;
  /** Where this device keeps backups; undefined on the server and where storage is forbidden. */
  shelf: () => Shelf | undefined;
  onStarted: (id: string) => void;
}): DraftSession {
  const { loaded, transport, now } = options;
  const listeners = new Set<() => void>();
  let startedVersion = 0;
  const shelf = options.shelf();
  const backup = shelf && findBackup(shelf, loaded.id ?? "new", now().getTime());
  const restored = backup ? restoreDraft(loaded, backup) : null;
  const unsavable = new Set(Object.keys(restored?.texts ?? {}) as WizardStep[]);

  const saver = createDraftSaver({
    version: restored?.version ?? loaded.version,
    // After a save that was confirmed later than this page was read, what is stored is more than what was loaded.
    known: restored && restored.version > loaded.version ? null : loaded,
    pending: restored?.pending ?? null,
    doubtful: restored?.doubtful ?? [],
    wait: options.wait,
    now,
    onState: (state) => show(state),
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
    keepBackup(shelf, backupKey(), { version, keptAt: now().getTime(), pending, doubtful, texts });
  }

  /** The id under which this device knows the draft is about to change. */
  function moveBackup() {
    if (shelf) keepBackup(shelf, backupKey(), { version: 0, keptAt: 0, pending: null, doubtful: [], texts: {} });
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
      const patch = patchBetween(conflict, snapshot);
      const { inputs, about, assumed } = withPatch({ ...conflict, assumed: conflict.assumed ?? [] }, patch);
      snapshot = { ...snapshot, inputs, about, assumed };
      return saver.keepMine(patch);
    },
    takeTheirs() {
      const { inputs, about, assumed = [] } = saver.takeTheirs();
      unsavable.clear();
      show({ inputs, about, assumed, texts: {} });
    },
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

/** What the question to the person calls this tab's version, as a patch of the other one. */
function patchBetween(theirs: StoredDraft, ours: Values): DraftPatch {
  const about = Object.entries(ours.about).filter(([key, text]) => text !== theirs.about[key as keyof BlueprintAbout]);
  return {
    inputs: partBetween(theirs.inputs, ours.inputs),
    ...(about.length > 0 && { about: Object.fromEntries(about) }),
  };
}

type Values = Pick<DraftSnapshot, "inputs" | "about" | "assumed">;

const withPatch = ({ inputs, about, assumed }: Values, patch: DraftPatch | null): Values =>
  patch
    ? {
        inputs: mergeDraft(inputs, patch.inputs),
        about: { ...about, ...patch.about },
        assumed: patch.assumed ?? stillAssumed(assumed, patch.inputs),
      }
    : { inputs, about, assumed };
