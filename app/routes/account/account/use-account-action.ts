import { useRef } from "react";
import { useFetcher } from "react-router";
import type { AccountIntent, AccountResult } from "./account-action.ts";

/** Runs the action of one account section and returns its result, independent of other sections. */
export function useAccountAction(intent: AccountIntent) {
  const fetcher = useFetcher<AccountResult>();
  const sent = useRef<string | null>(null);
  const result = fetcher.data;
  return {
    result,
    refusal: result && !result.ok ? result.refusal : undefined,
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
