import { useState } from "react";
import { api, ask } from "../api-client.ts";

/** Opens the payment page of an open invoice. `refusal`: the reason if it cannot be opened. */
export function usePayInvoice() {
  const [refusal, setRefusal] = useState<string | null>(null);
  const pay = async (id: string) => {
    setRefusal(null);
    const started = await ask(api.api.payments[":id"].checkout.$post({ param: { id } }));
    if (started.ok) location.assign(started.value.redirect);
    else setRefusal(started.error.message);
  };
  return { pay: (id: string) => void pay(id), refusal };
}
