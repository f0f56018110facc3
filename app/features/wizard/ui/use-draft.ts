import { useEffect, useLayoutEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import { keepCaret } from "#app/ui/drafts/keep-caret.ts";
import type { WizardStep } from "../blueprint.ts";
import type { Shelf } from "../drafts/draft-backup.ts";
import type { StoredDraft } from "../drafts/draft-saver.ts";
import {
  createDraftSession,
  type DraftSession,
  type DraftSnapshot,
  type DraftTransport,
} from "../drafts/draft-session.ts";

export interface WizardDraft
  extends DraftSnapshot,
    Pick<DraftSession, "change" | "flush" | "keepMine" | "takeTheirs" | "disputes" | "keepText"> {
  latest: () => DraftSnapshot;
}

/**
 * Creates one session for as long as the caller is mounted; ignores data loaded later, because the session is ahead.
 * Saves at once when the tab is hidden or the connection is back. Hydrates the server-rendered values, then shows this
 * device's backup and text typed meanwhile.
 */
export function useDraft(
  loaded: Omit<StoredDraft, "version"> & { id: string | null; version: number },
  transport: DraftTransport,
  onStarted: (id: string) => void,
): WizardDraft {
  const started = useRef(onStarted);
  started.current = onStarted;
  const [session] = useState(() =>
    createDraftSession({
      loaded,
      transport,
      wait: (ms, callback) => {
        const timer = setTimeout(callback, ms);
        return () => clearTimeout(timer);
      },
      now: () => new Date(),
      shelf: browserShelf,
      onStarted: (id) => started.current(id),
    }),
  );
  const snapshot = useSyncExternalStore(
    session.subscribe,
    () => session.snapshot,
    () => session.loaded,
  );
  useHydrated(() => session.snapshot !== snapshot);
  useEffect(() => {
    session.begin();
    const flush = () => void session.flush();
    const leave = () => document.visibilityState === "hidden" && flush();
    window.addEventListener("online", flush);
    window.addEventListener("pagehide", flush);
    document.addEventListener("visibilitychange", leave);
    return () => {
      window.removeEventListener("online", flush);
      window.removeEventListener("pagehide", flush);
      document.removeEventListener("visibilitychange", leave);
      flush();
    };
  }, [session]);
  return {
    ...snapshot,
    latest: () => session.snapshot,
    change: session.change,
    flush: session.flush,
    keepMine: session.keepMine,
    takeTheirs: session.takeTheirs,
    disputes: session.disputes,
    keepText: session.keepText,
  };
}

/** Undefined on the server, and where the browser forbids storage. */
function browserShelf(): Shelf | undefined {
  if (typeof window === "undefined") return undefined;
  try {
    return window.localStorage;
  } catch {
    return undefined;
  }
}

/** Renders once more right after hydration if `isBehind`. Fields are updated in place; focus and caret stay. */
function useHydrated(isBehind: () => boolean) {
  const [putBack, setPutBack] = useState<() => void>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, at hydration
  useLayoutEffect(() => {
    const keptCaret = keepCaret();
    if (isBehind()) setPutBack(() => keptCaret);
  }, []);
  useLayoutEffect(() => putBack?.(), [putBack]);
}

/**
 * A step as typed; until it is edited, as saved. `textOf` reads it from the draft and, if present, the step's kept
 * text. `latest` is ahead of the rendered state, for handlers that run in the same tick as a change.
 */
export function useStepText<Text>(
  draft: WizardDraft,
  step: WizardStep,
  textOf: (draft: DraftSnapshot, kept: unknown) => Text,
  isUnsavable: (text: Text) => boolean,
) {
  const read = (now: DraftSnapshot) => textOf(now, now.texts[step]);
  const { id, inputs, about, assumed, texts } = draft;
  // biome-ignore lint/correctness/useExhaustiveDependencies: all that `textOf` reads; the state of saving changes more often
  const text = useMemo(() => read(draft), [id, inputs, about, assumed, texts]);
  const latest = () => read(draft.latest());
  const update = (next: Text) => draft.keepText(step, next, isUnsavable(next));
  return { text, latest, update };
}
