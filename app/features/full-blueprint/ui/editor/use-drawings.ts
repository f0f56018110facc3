import { useCallback, useEffect, useRef, useState } from "react";
import type { FullBlueprintContent } from "#app/features/full-blueprint/full-blueprint.ts";
import { useSaveOnLeave } from "#app/ui/drafts/save-on-leave.ts";
import type { SaveStatus } from "#app/ui/drafts/save-state.tsx";

export type SaveAnswer =
  | { kind: "saved"; version: number; savedAt: Date }
  | { kind: "stale"; version: number; savedBy: string | null; content: FullBlueprintContent }
  | { kind: "unreachable" }
  | { kind: "refused"; message: string };

const pauseMs = 1200;
const retryMs = 5000;

/**
 * The architect's working copy: changes are saved after a short delay, one save at a time. After another admin's save
 * nothing is sent until the architect has chosen a version.
 */
export function useDrawings(
  loaded: { version: number; savedAt: Date; draft: FullBlueprintContent },
  save: (version: number, content: FullBlueprintContent) => Promise<SaveAnswer>,
) {
  const [content, setContent] = useState(loaded.draft);
  const [status, setStatus] = useState<SaveStatus>("saved");
  const [savedAt, setSavedAt] = useState(loaded.savedAt);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [theirs, setTheirs] = useState<Extract<SaveAnswer, { kind: "stale" }> | null>(null);
  const at = useRef({ version: loaded.version, content: loaded.draft, dirty: false, busy: false, stopped: false });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  /** Saves pending changes; returns the stored version, or null if saving failed. */
  const flush = useCallback(async (): Promise<number | null> => {
    const now = at.current;
    clearTimeout(timer.current);
    if (!now.dirty || now.busy || now.stopped) return now.dirty || now.busy || now.stopped ? null : now.version;
    now.busy = true;
    now.dirty = false;
    setStatus("saving");
    const answer = await save(now.version, now.content);
    now.busy = false;
    setRefusal(answer.kind === "refused" ? answer.message : null);
    if (answer.kind === "saved") {
      now.version = answer.version;
      setSavedAt(answer.savedAt);
      setStatus(now.dirty ? "unsaved" : "saved");
      return now.dirty ? flush() : answer.version;
    }
    now.dirty = true;
    if (answer.kind === "stale") {
      now.stopped = true;
      setTheirs(answer);
      setStatus("conflict");
    } else if (answer.kind === "unreachable") {
      setStatus("offline");
      timer.current = setTimeout(() => void flush(), retryMs);
    } else setStatus("unsaved");
    return null;
  }, [save]);

  const change = (next: FullBlueprintContent) => {
    at.current.content = next;
    at.current.dirty = true;
    setContent(next);
    if (at.current.stopped) return;
    setStatus("unsaved");
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void flush(), pauseMs);
  };

  const resumeFrom = (from: number, with_: FullBlueprintContent, dirty: boolean) => {
    Object.assign(at.current, { version: from, content: with_, dirty, stopped: false });
    setContent(with_);
    setTheirs(null);
    setStatus(dirty ? "unsaved" : "saved");
    if (dirty) void flush();
  };

  useSaveOnLeave({ flush: () => void flush(), isUnsaved: () => at.current.dirty || at.current.busy });
  useEffect(() => {
    window.addEventListener("online", flush);
    return () => {
      window.removeEventListener("online", flush);
      clearTimeout(timer.current);
    };
  }, [flush]);

  return {
    content,
    status,
    savedAt,
    refusal,
    theirs,
    change,
    flush,
    /** After restoring a version or a conflict: continues with the server's content. */
    take: (from: number, theirContent: FullBlueprintContent) => resumeFrom(from, theirContent, false),
    /** After a conflict: continues with the own content and overwrites theirs. */
    keepMine: () => theirs && resumeFrom(theirs.version, at.current.content, true),
  };
}
