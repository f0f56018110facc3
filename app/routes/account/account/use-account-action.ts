import { useFetcher } from "react-router";
import type { AccountIntent, AccountResult } from "./account-action.ts";

/** One part of the account page: asks for its act and hears what became of it, whatever the other parts do meanwhile. */
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
