import { createContext, useContext, useRef } from "react";
import { useFetcher } from "react-router";
import type { Refusal } from "#app/features/accounts/ui/form-faults.tsx";
import type { RefusedForm } from "#app/lib/forms/refused-form.ts";
import type { AccountIntent, AccountResult } from "./account-action.ts";

/** The form that a browser sent without scripts and that is shown again. Null for buttons: the page says why. */
export const RefusedAccountForm = createContext<(RefusedForm & Refusal) | null>(null);

/**
 * Runs the action of one account section and returns its result, independent of other sections. `posted`: what a refused form
 * without scripts contained.
 */
export function useAccountAction(intent: AccountIntent) {
  const fetcher = useFetcher<AccountResult>();
  const sent = useRef<string | null>(null);
  const refused = useContext(RefusedAccountForm);
  const own = refused?.values["intent"] === intent ? refused : undefined;
  const result = fetcher.data;
  return {
    result,
    refusal: result ? (result.ok ? undefined : result.refusal) : own,
    posted: own?.values,
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
