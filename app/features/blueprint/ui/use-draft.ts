import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import type { WizardStep } from "../blueprint.ts";
import type { StoredDraft } from "../draft-saver.ts";
import { createDraftSession, type DraftSession, type DraftSnapshot, type DraftTransport } from "../draft-session.ts";

/** A draft as a step works with it. */
export interface WizardDraft
  extends DraftSnapshot,
    Pick<DraftSession, "change" | "flush" | "keepMine" | "takeTheirs" | "keepText" | "textOf"> {
  /** As it is now; the rest of this object is as it was rendered. */
  latest: () => DraftSnapshot;
}

/**
 * One session for as long as the caller is mounted; what is loaded again later is ignored, because the session knows more.
 * Saves at once when the tab is hidden or the connection is back.
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
      shelf: () => (typeof window === "undefined" ? undefined : window.localStorage),
      onStarted: (id) => started.current(id),
    }),
  );
  const snapshot = useSyncExternalStore(
    session.subscribe,
    () => session.snapshot,
    () => session.snapshot,
  );
  useEffect(() => {
    session.restore();
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
    keepText: session.keepText,
    textOf: session.textOf,
  };
}

/**
 * A step's text: what was typed and could not be saved, else what is saved. `latest` is ahead of the rendered state, for
 * handlers that run in the same breath as a change.
 */
export function useStepText<Text>(
  draft: WizardDraft,
  step: WizardStep,
  initial: (kept: unknown) => Text,
  hasInvalid: (text: Text) => boolean,
) {
  const [text, setText] = useState(() => initial(draft.textOf(step)));
  const latest = useRef(text);
  const update = (next: Text) => {
    latest.current = next;
    setText(next);
    draft.keepText(step, hasInvalid(next) ? next : null);
  };
  return { text, latest, update };
}
