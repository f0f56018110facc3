import { createContext, useContext, useRef } from "react";
import { useFetcher } from "react-router";
import type { RefusedForm } from "#app/lib/forms/refused-form.ts";
import type { AccountIntent, AccountResult } from "./account-action.ts";

/** The refused form of a browser without scripts, which this page shows again. */
export const RefusedAccountForm = createContext<RefusedForm | null>(null);

/**
 * Runs the action of one account section and returns its result, independent of other sections. `posted`: what a refused form
 * without scripts contained. `id`: of the record, where a section has the same action for several.
 */
export function useAccountAction(intent: AccountIntent, id?: string) {
  const fetcher = useFetcher<AccountResult>();
  const sent = useRef<string | null>(null);
  const refused = useContext(RefusedAccountForm);
  const isOwn = refused?.values["intent"] === intent && refused.values["id"] === id;
  const result = fetcher.data;
  return {
    result,
    refusal: result
      ? result.ok
        ? undefined
        : result.refusal
      : isOwn
        ? { message: refused.message ?? "", fields: { ...refused.fields } }
        : undefined,
    posted: isOwn ? refused.values : undefined,
    busy: fetcher.state !== "idle",
    act: async (input: Record<string, string | number | null | undefined> = {}) => {
      const filled = Object.entries(input).map(([name, value]) => [name, String(value ?? "")]);
      const pressed = JSON.stringify(filled);
      // The second press of the same button, before the page shows that the action runs.
      if (sent.current === pressed) return;
      sent.current = pressed;
      await fetcher.submit({ ...Object.fromEntries(filled), intent }, { method: "post", action: "/account" });
      if (sent.current === pressed) sent.current = null;
    },
  };
}
