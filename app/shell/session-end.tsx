import { useEffect, useState, useSyncExternalStore } from "react";
import { useLocation, useMatches } from "react-router";
import { hasSessionEnded, noteSessionEnd, onSessionEnd, watchSession } from "#app/lib/browsers/session-end.ts";
import { ToastHost, type ToastMessage } from "#app/ui/feedback/toast.tsx";
import { dropInput, hasEdits, keepInput, restoreInput } from "./pages/kept-input.ts";
import type { PageHandle } from "./pages/page-handle.ts";

/**
 * What a page of a signed-in user (`reader`: the id) does when the session ends, here or in another tab: it keeps what was typed, says
 * so, and restores it after the next sign-in. A page without input loads again, which leads to the sign-in. Pages that save
 * drafts (handle.savesDrafts) do this themselves.
 */
export function SessionEnd({ reader }: { reader: string | null }) {
  const savesDrafts = useMatches().some(({ handle }) => (handle as PageHandle | undefined)?.savesDrafts);
  return reader === null || savesDrafts ? null : <WatchedPage reader={reader} />;
}

function WatchedPage({ reader }: { reader: string }) {
  const { pathname, search } = useLocation();
  const path = pathname + search;
  const ended = useSyncExternalStore(onSessionEnd, hasSessionEnded, () => false);
  const [restored, setRestored] = useState<ToastMessage | null>(null);
  useEffect(() => watchSession(() => (hasEdits() ? noteSessionEnd() : location.reload()), reader), [reader]);
  useEffect(() => {
    const found = restoreInput(path, reader);
    if (found.restored + found.missing.length > 0) setRestored(restoredMessage(found));
  }, [path, reader]);
  useEffect(() => {
    if (!ended) return;
    const keep = () => keepInput(path, reader);
    keep();
    addEventListener("pagehide", keep);
    return () => {
      removeEventListener("pagehide", keep);
      if (!hasSessionEnded()) dropInput();
    };
  }, [ended, path, reader]);
  if (!ended) return <ToastHost toast={restored} onGone={() => setRestored(null)} />;
  return (
    <ToastHost
      toast={endedMessage}
      action={<a href={`/auth?next=${encodeURIComponent(path)}`}>Sign in again</a>}
      onGone={() => {}}
    />
  );
}

const endedMessage: ToastMessage = {
  id: "session-end",
  kind: "error",
  title: "You are signed out",
  text: "Your input is kept in this tab. Sign in again to restore it.",
  stays: true,
};

const restoredMessage = ({ missing }: ReturnType<typeof restoreInput>): ToastMessage => ({
  id: "restored-input",
  kind: "info",
  title: "Your input is restored",
  text: missing.length === 0 ? "It is not saved yet." : `Not shown on this page: ${missing.map(textOf).join("; ")}`,
  stays: missing.length > 0,
});

const textOf = ({ label, value }: ReturnType<typeof restoreInput>["missing"][number]) =>
  `${label}: ${typeof value === "boolean" ? (value ? "on" : "off") : value}`;
