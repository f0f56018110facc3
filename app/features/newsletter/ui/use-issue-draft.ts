import { useEffect, useRef, useState } from "react";
import { useSaveOnLeave } from "#app/ui/drafts/save-on-leave.ts";
import type { SaveStatus } from "#app/ui/drafts/save-state.tsx";
import type { IssueDraft } from "../newsletter-terms.ts";

export type IssueText = Omit<IssueDraft, "version">;
export type IssueSaved =
  | { ok: true; value: { version: number } }
  | { ok: false; status: number; error: { message: string } };

const pauseMs = 700;
const retryMs = 5000;

/**
 * The working copy of an issue. Each change is saved after a delay, one save at a time. After a conflict saving stops;
 * after a connection error it is retried.
 */
export function useIssueDraft(issue: IssueDraft, save: (draft: IssueDraft) => Promise<IssueSaved>) {
  const [draft, setDraft] = useState(() => textOf(issue));
  const [version, setVersion] = useState(issue.version);
  const [status, setStatus] = useState<SaveStatus>("saved");
  const [problem, setProblem] = useState<string>();
  const at = useRef({ draft, version, isDirty: false, isBusy: false, isStopped: false });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  async function flush(): Promise<void> {
    const now = at.current;
    clearTimeout(timer.current);
    if (!now.isDirty || now.isBusy || now.isStopped) return;
    Object.assign(now, { isBusy: true, isDirty: false });
    setStatus("saving");
    const answer = await save({ ...now.draft, version: now.version });
    now.isBusy = false;
    if (answer.ok) {
      now.version = answer.value.version;
      setVersion(now.version);
      setProblem(undefined);
      setStatus(now.isDirty ? "unsaved" : "saved");
      return flush();
    }
    now.isDirty = true;
    now.isStopped = answer.status === 409;
    if (answer.status === 0) timer.current = setTimeout(() => void flush(), retryMs);
    setStatus(now.isStopped ? "conflict" : answer.status === 0 ? "offline" : "unsaved");
    setProblem(answer.status === 0 ? undefined : answer.error.message);
  }

  const change = (part: Partial<IssueText>) => {
    const now = at.current;
    Object.assign(now, { draft: { ...now.draft, ...part }, isDirty: true });
    setDraft(now.draft);
    if (now.isStopped) return;
    setStatus("unsaved");
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void flush(), pauseMs);
  };

  useSaveOnLeave({ flush: () => void flush(), isUnsaved: () => at.current.isDirty || at.current.isBusy });
  useEffect(() => () => clearTimeout(timer.current), []);
  return { draft, version, status, problem, change };
}

const textOf = ({ subject, preview, body, topic, audience, perMinute }: IssueDraft): IssueText => ({
  subject,
  preview,
  body,
  topic,
  audience,
  perMinute,
});
