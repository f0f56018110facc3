import { useEffect, useState } from "react";
import { useFetcher, useNavigate } from "react-router";
import { ToastHost, type ToastMessage } from "#app/ui/toast.tsx";
import type { Answer } from "../api-client.ts";
import css from "./action.module.css";

/**
 * The result of an action of an admin page. `undo` is the form that reverts it, `go` the address to show next. `endsChoice`:
 * it acted on the chosen rows of a list, which are not chosen afterwards.
 */
export type ActionResult = { at: number } & (
  | { ok: true; text: string; undo?: Record<string, string>; go?: string; endsChoice?: true }
  | { ok: false; message: string }
);

/** The result of an API call for the page: `resultOf(await ask(…), "Approved. The code is on its way.")`. */
export const resultOf = (answer: Answer<unknown>, text: string, undo?: Record<string, string>): ActionResult =>
  answer.ok
    ? { at: Date.now(), ok: true, text, ...(undo ? { undo } : {}) }
    : { at: Date.now(), ok: false, message: answer.error.message };

/**
 * Export it as `shouldRevalidate` of a page that an action leaves (`go`): what it shows may be gone by then, and its error page
 * would take the toast along.
 */
export const shouldRevalidateUnlessLeft = ({
  actionResult,
  defaultShouldRevalidate,
}: {
  actionResult?: unknown;
  defaultShouldRevalidate: boolean;
}): boolean => defaultShouldRevalidate && !(actionResult as (ActionResult & { go?: string }) | undefined)?.go;

/**
 * Runs the actions of an admin page through its own clientAction, one at a time, with a toast for the outcome that offers to undo
 * it. Render `toast` once on the page.
 */
export function useAdminAction<Intent extends string>() {
  const fetcher = useFetcher<ActionResult>();
  const [seen, setSeen] = useState(0);
  const { data } = fetcher;
  const navigate = useNavigate();
  // Not before the page is reloaded: a reload that ends while the router asks for the next page's route replaces the navigation.
  const go = fetcher.state === "idle" && data?.ok ? data.go : undefined;
  useEffect(() => {
    if (go) void navigate(go, { preventScrollReset: true });
  }, [go, navigate]);
  const news = data && data.at > seen ? data : null;
  const act = (values: { intent: Intent } & Record<string, string>) => {
    if (data) setSeen(data.at);
    return fetcher.submit(values, { method: "post" });
  };
  const message: ToastMessage | null = news && {
    id: news.at,
    kind: news.ok ? "done" : "error",
    text: news.ok ? news.text : news.message,
  };
  const undo = news?.ok ? (news.undo as ({ intent: Intent } & Record<string, string>) | undefined) : undefined;
  return {
    act,
    busy: fetcher.state !== "idle",
    /** The act that runs now, as it was sent. */
    running: fetcher.formData ?? null,
    /** When the last act that worked did so: for closing what asked about it. */
    doneAt: data?.ok ? data.at : 0,
    /** When the last act did so, if it ended the choice of rows. */
    choiceDoneAt: data?.ok && data.endsChoice ? data.at : 0,
    refusal: news && !news.ok ? news.message : undefined,
    toast: (
      <ToastHost
        toast={message}
        onGone={() => data && setSeen(data.at)}
        action={
          undo && (
            <button type="button" className={css.undo} onClick={() => void act(undo)}>
              Undo
            </button>
          )
        }
      />
    ),
  };
}

/**
 * `useAdminAction` for pages with several forms. `actions` separates the forms by the intent of the newest action. `afterwards`
 * runs after each action.
 */
export function useAdminActions<Intent extends string>(afterwards?: () => void) {
  const one = useAdminAction<Intent>();
  const { act, busy, running, doneAt, refusal } = one;
  const [asked, setAsked] = useState<{ intent: Intent; after: number } | null>(null);
  const actions = {
    perform: (values: { intent: Intent } & Record<string, string>) => {
      setAsked({ intent: values.intent, after: doneAt });
      void act(values).then(afterwards);
    },
    isRunning: (intent: Intent) => busy && running?.get("intent") === intent,
    refusalOf: (intent: Intent) => (asked?.intent === intent ? refusal : undefined),
    /**
     * When the newest action was done, if it has this intent and its result is loaded; otherwise 0. Until the action is
     * idle, the page shows what was loaded before it.
     */
    doneAtOf: (intent: Intent) => (asked?.intent === intent && !busy && doneAt > asked.after ? doneAt : 0),
  };
  return { ...one, actions };
}
