import { useState } from "react";
import { api, ask } from "../api-client.ts";

/** Opens the payment page of an open invoice. `refusal`: why it cannot be opened. */
export function usePayInvoice() {
  const [refusal, setRefusal] = useState<string | null>(null);
  const pay = async (id: string) => {
    setRefusal(null);
    const begun = await ask(api.api.payments[":id"].checkout.$post({ param: { id } }));
    if (begun.ok) location.assign(begun.value.redirect);
    else setRefusal(begun.error.message);
  };
  return { pay: (id: string) => void pay(id), refusal };
}
