import { useState } from "react";
import type { billingEndpoints } from "#app/routes/api/billing.server.ts";
import { client } from "../api-client.ts";

const call = client<typeof billingEndpoints>();

/** Opens the payment page of an open invoice. `refusal`: the reason if it cannot be opened. */
export function usePayInvoice() {
  const [refusal, setRefusal] = useState<string | null>(null);
  const pay = async (id: string) => {
    setRefusal(null);
    const started = await call("POST /payments/{id}/checkout", { id });
    if (started.ok) location.assign(started.value.redirect);
    else setRefusal(started.error.message);
  };
  return { pay: (id: string) => void pay(id), refusal };
}
