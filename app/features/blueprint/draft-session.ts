import type { DraftInput } from "../roi/model-input.ts";
import { type AssumedPart, type BlueprintAbout, stillAssumed, type WizardStep } from "./blueprint.ts";
import { findBackup, keepBackup, type Shelf } from "./draft-backup.ts";
import { mergeDraft } from "./draft-merge.ts";
import {
  createDraftSaver,
  type DraftPatch,
  isStored,
  type SaverState,
  type SendAnswer,
  type StoredDraft,
} from "./draft-saver.ts";

/*
 * One draft in one tab: what is shown (saved or not), its saver, and the backup on this device. It lives as long as the
 * wizard's three steps are open, so going back and forth needs no server and loses nothing. A draft without an id exists
 * only here; the first change starts it on the server.
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
  /** Counts how often the values were replaced from outside the forms; a form of an older epoch starts over. */
  epoch: number;
}

export interface DraftSession {
  readonly snapshot: DraftSnapshot;
  subscribe(listener: () => void): () => void;
  change(patch: DraftPatch): void;
  flush(): Promise<boolean>;
  keepMine(): Promise<boolean>;
  takeTheirs(): void;
  /** Takes up what this device kept from an earlier visit. Call once, in the browser. */
  restore(): void;
  /** A step as it is typed, while it holds text that cannot be saved; null when all of it can. */
  keepText(step: WizardStep, text: unknown): void;
  textOf(step: WizardStep): unknown;
}

export function createDraftSession(options: {
  loaded: Omit<StoredDraft, "version"> & { id: string | null; version: number };
  transport: DraftTransport;
  wait: (ms: number, callback: () => void) => () => void;
  now: () => Date;
  /** Where this device keeps backups; absent on the server. */
  shelf: () => Shelf | undefined;
  onStarted: (id: string) => void;
}): DraftSession {
  const { loaded, transport, now } = options;
  const listeners = new Set<() => void>();
  let texts: Partial<Record<WizardStep, unknown>> = {};
  let startedVersion = 0;

  const saver = createDraftSaver({
    version: loaded.version,
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

  let snapshot: DraftSnapshot = {
    ...saver.state,
    id: loaded.id,
    inputs: loaded.inputs,
    about: loaded.about,
    assumed: loaded.assumed ?? [],
    epoch: 0,
  };

  function show(change: Partial<DraftSnapshot>) {
    snapshot = { ...snapshot, ...change };
    backUp();
    for (const listener of listeners) listener();
  }

  const backupKey = () => snapshot.id ?? "new";

  function backUp() {
    const shelf = options.shelf();
    if (!shelf) return;
    const { version, pending, doubtful } = saver;
    keepBackup(shelf, backupKey(), { version, keptAt: now().getTime(), pending, doubtful, texts });
  }

  /** The id under which this device knows the draft is about to change. */
  function moveBackup() {
    const shelf = options.shelf();
    if (shelf) keepBackup(shelf, backupKey(), { version: 0, keptAt: 0, pending: null, doubtful: [], texts: {} });
  }

  const withPatch = (draft: Pick<DraftSnapshot, "inputs" | "about" | "assumed">, patch: DraftPatch) => ({
    inputs: mergeDraft(draft.inputs, patch.inputs),
    about: { ...draft.about, ...patch.about },
    assumed: patch.assumed ?? stillAssumed(draft.assumed, patch.inputs),
  });

  return {
    get snapshot() {
      return snapshot;
    },
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
    keepMine: () => saver.keepMine(),
    takeTheirs() {
      const { inputs, about, assumed = [] } = saver.takeTheirs();
      texts = {};
      show({ inputs, about, assumed, epoch: snapshot.epoch + 1 });
    },
    restore() {
      const shelf = options.shelf();
      const backup = shelf && findBackup(shelf, backupKey(), now().getTime());
      if (!backup) return;
      // A saving that arrived while the page closed, without its answer, is nobody else's.
      const isOwn = backup.version + 1 === saver.version && backup.doubtful?.some((patch) => isStored(loaded, patch));
      // One that was answered after this page was read and before the last one closed: this device knows the later version.
      const isLater = backup.version > saver.version;
      const isCurrent = backup.version === saver.version || isOwn || isLater;
      if (isCurrent) texts = backup.texts;
      if (!isCurrent && !backup.pending) return backUp();
      const shown = backup.pending ? withPatch(snapshot, backup.pending) : {};
      if (backup.pending || isLater) saver.restore(backup.version, backup.pending, backup.doubtful ?? []);
      show({ ...shown, epoch: snapshot.epoch + 1 });
    },
    keepText(step, text) {
      if (text === null) delete texts[step];
      else texts[step] = text;
      backUp();
    },
    textOf: (step) => texts[step],
  };
}
