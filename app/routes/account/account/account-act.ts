import { useFetcher } from "react-router";
import type { AccountIntent, AccountTold } from "./account-action.ts";

/** One part of the account page: asks for its act and hears what became of it, whatever the other parts do meanwhile. */
export function useAccountAct(intent: AccountIntent) {
  const fetcher = useFetcher<AccountTold>();
  const told = fetcher.data;
  return {
    told,
    refusal: told && !told.ok ? told.refusal : undefined,
    busy: fetcher.state !== "idle",
    act: (input: Record<string, string | number | null | undefined> = {}) => {
      const filled = Object.entries(input).map(([name, value]) => [name, String(value ?? "")]);
      void fetcher.submit({ ...Object.fromEntries(filled), intent }, { method: "post", action: "/account" });
    },
  };
}
