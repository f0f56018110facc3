import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { useFetcher, useNavigate } from "react-router";
import { isPageStale } from "#app/shell/pages/kept-page.ts";
import { ToastHost, type ToastMessage } from "#app/ui/feedback/toast.tsx";
import { isSending } from "#app/ui/forms/form-sending.ts";
import { type Answer, client, type EndpointTypes } from "../api-client.ts";
import { withFreshCode } from "../fresh-code.ts";
import css from "./action.module.css";
import { carryToast } from "./carried-toast.tsx";

/**
 * The result of an admin action. An empty `text`: the page itself shows it, without a toast. `undo`: the form that reverts it. `go`: the URL to open next, where `text` is shown. `endsChoice`: the action clears
 * the selected rows. `fields`: the refused ones, by name.
 */
export type ActionResult = { at: number } & (
  | { ok: true; text: string; undo?: Record<string, string>; go?: string; endsChoice?: true }
  | { ok: false; message: string; fields?: Readonly<Record<string, string>> }
);

/** Converts an API response to an action result: `resultOf(await call(…), "Approved. The code is on its way.")`. */
export const resultOf = (answer: Answer<unknown>, text: string, undo?: Record<string, string>): ActionResult =>
  answer.ok
    ? { at: Date.now(), ok: true, text, ...(undo ? { undo } : {}) }
    : {
        ...{ at: Date.now(), ok: false, message: answer.error.message },
        ...(answer.error.fields ? { fields: answer.error.fields } : {}),
      };

/** What follows an action: the form that reverts it, and the URL to open next. */
type Afterwards<Value> = { undo?: Record<string, string> | undefined; go?: string | ((value: Value) => string) };

/**
 * The actions of an admin page are endpoints with the text of their toast: `const act = actionsOf<typeof accessAdminEndpoints>()`,
 * `act("POST /admin/access-requests/{requestId}/approval", { requestId }, "Approved. The code is on its way.")`. An endpoint that
 * needs a fresh code asks for one.
 */
export const actionsOf = <Area extends { readonly types?: EndpointTypes }>() => {
  const call = client<Area>();
  type Types = NonNullable<Area["types"]>;
  type Value<Key> = Extract<Types, { key: Key }>["output"];
  return async <const Key extends Types["key"]>(
    endpoint: Key,
    input: Extract<Types, { key: Key }>["input"],
    text: string | ((value: Value<Key>) => string),
    { undo, go }: Afterwards<Value<Key>> = {},
  ): Promise<ActionResult> => {
    const answer = await withFreshCode(() => call(endpoint, input));
    if (!answer.ok) return resultOf(answer, "");
    const said = (of: typeof text) => (typeof of === "string" ? of : of(answer.value));
    const result = resultOf(answer, said(text), undo);
    return result.ok && go ? { ...result, go: said(go) } : result;
  };
};

/**
 * `shouldRevalidate` for pages that an action leaves (`go`): their record may be gone by then.
 */
export const shouldRevalidateUnlessLeft = ({
  actionResult,
  defaultShouldRevalidate,
}: {
  actionResult?: unknown;
  defaultShouldRevalidate: boolean;
}): boolean => defaultShouldRevalidate && !(actionResult as (ActionResult & { go?: string }) | undefined)?.go;

/**
 * Runs the actions of an admin page through its clientAction, one at a time, and shows each result in a toast with Undo. Render
 * `toast` once on the page.
 */
export function useAdminAction<Intent extends string>() {
  const fetcher = useFetcher<ActionResult>();
  const [seen, setSeen] = useState(0);
  const { data } = fetcher;
  const navigate = useNavigate();
  // Wait for the reload: one that ends while the router fetches the next page's route replaces the navigation.
  const left = fetcher.state === "idle" && data?.ok && data.go ? data : null;
  useEffect(() => {
    if (!left?.go) return;
    const { at, text, go } = left;
    // After the navigation, because a dialog of this page may still be open.
    void Promise.resolve(navigate(go, { preventScrollReset: true })).then(
      () => text && carryToast({ id: at, kind: "done", text }),
    );
  }, [left, navigate]);
  const news = data && data.at > seen ? data : null;
  const sent = useRef<string | null>(null);
  const act = async (values: { intent: Intent } & Record<string, string>) => {
    const pressed = JSON.stringify(values);
    // The second press of the same button, before the page shows that the action runs.
    if (sent.current === pressed) return;
    if (data) setSeen(data.at);
    carryToast(null);
    sent.current = pressed;
    await fetcher.submit(values, { method: "post" });
    if (sent.current === pressed) sent.current = null;
  };
  const refusal = news && !news.ok ? news.message : undefined;
  const isInPlace = useIsShown(refusal);
  const isLeaving = news?.ok && news.go;
  const message: ToastMessage | null = news && {
    id: news.at,
    kind: news.ok ? "done" : "error",
    text: news.ok ? news.text : news.message,
  };
  const undo = news?.ok ? (news.undo as ({ intent: Intent } & Record<string, string>) | undefined) : undefined;
  return {
    act,
    busy: isSending(fetcher),
    running: fetcher.formData ?? null,
    /** When the last action succeeded; used to close its dialog. */
    doneAt: data?.ok ? data.at : 0,
    /** When the last action that clears the selection succeeded. */
    choiceDoneAt: data?.ok && data.endsChoice ? data.at : 0,
    refusal,
    /** The refused fields by name, for a dialog that shows them at its `AskedField`s. */
    refusedFields: (news && !news.ok && news.fields) || undefined,
    toast: (
      <ToastHost
        toast={isInPlace || isLeaving || message?.text === "" ? null : message}
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

/** Whether the page shows this text in a form or dialog: a toast would repeat it. */
function useIsShown(text: string | undefined): boolean {
  const [isShown, setShown] = useState(false);
  useLayoutEffect(() => {
    const alerts = [...document.querySelectorAll("[role=alert]")];
    setShown(text !== undefined && alerts.some(({ textContent }) => textContent === text));
  }, [text]);
  return isShown;
}

/**
 * `useAdminAction` for pages with several forms, separated by the intent of the newest action. `afterwards` runs after each
 * action.
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
     * When the newest action succeeded, if it has this intent and the page shows its result; otherwise 0. Until the action is
     * idle, or if the page could not reload, it shows older data.
     */
    doneAtOf: (intent: Intent) =>
      asked?.intent === intent && !busy && doneAt > asked.after && !isPageStale() ? doneAt : 0,
  };
  return { ...one, actions };
}
