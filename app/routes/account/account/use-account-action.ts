import { useFetcher } from "react-router";
import type { AccountIntent, AccountResult } from "./account-action.ts";

/** Runs the action of one account section and returns its result, independent of other sections. */
export function useAccountAction(intent: AccountIntent) {
  const fetcher = useFetcher<AccountResult>();
  const result = fetcher.data;
  return {
    result,
    refusal: result && !result.ok ? result.refusal : undefined,
    busy: fetcher.state !== "idle",
    act: (input: Record<string, string | number | null | undefined> = {}) => {
      const filled = Object.entries(input).map(([name, value]) => [name, String(value ?? "")]);
      void fetcher.submit({ ...Object.fromEntries(filled), intent }, { method: "post", action: "/account" });
    },
  };
}
