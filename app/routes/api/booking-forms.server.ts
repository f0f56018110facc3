import type { Context } from "hono";
import { findCall } from "#app/features/booking/availability/availability.server.ts";
import { CancellationRequest, MoveRequest } from "#app/features/booking/booking.ts";
import { cancelCall, moveCall } from "#app/features/booking/bookings/bookings.server.ts";
import { limitKey } from "#app/features/security/client-address.server.ts";
import { countUse } from "#app/features/security/limits.server.ts";
import { type EndpointEnv, newEndpoints } from "./endpoint.server.ts";

type Said = { said?: string };

/**
 * `POST /booking/{token}`: what the forms of a booked call send without scripts. They lead back to the page of the call, which
 * shows its state; `said` is why nothing was changed, or that no confirmation was mailed.
 */
export const bookingForms = newEndpoints();
bookingForms.post("/booking/:token", async (c) => {
  const token = c.req.param("token");
  const limit = await countUse(c.get("ctx"), "booking", limitKey(c.get("address")));
  if (!limit.allowed) return back(c, token, { said: "too_many" });
  const form = await c.req.parseBody().catch(() => ({}) as Record<string, unknown>);
  switch (form["intent"]) {
    case "cancel":
      return back(c, token, await cancel(c, token, form));
    case "move":
      return move(c, token, form);
    default:
      return back(c, token, { said: "unknown" });
  }
});

async function cancel(c: Context<EndpointEnv>, token: string, form: Record<string, unknown>): Promise<Said> {
  const input = CancellationRequest.safeParse({ reason: form["reason"] });
  if (!input.success) return { said: "reason_too_long" };
  const canceled = await cancelCall(c.get("ctx"), { token, reason: input.data.reason });
  if (!canceled.ok) return { said: canceled.reason.kind };
  return canceled.value.mailed ? {} : { said: "not_mailed" };
}

/** A time that cannot be had leads back to the calendar; what concerns the call, to its page. */
async function move(c: Context<EndpointEnv>, token: string, form: Record<string, unknown>) {
  const input = MoveRequest.safeParse({ start: form["start"] });
  const moved = input.success ? await moveCall(c.get("ctx"), { token, ...input.data }) : null;
  if (moved?.ok) return back(c, token, {});
  const said = moved?.reason.kind ?? "not_offered";
  if (said !== "taken" && said !== "not_offered") return back(c, token, { said });
  const call = await findCall(c.get("ctx"), token);
  if (!call) return back(c, token, {});
  return c.redirect(`/schedule/${call.kind.slug}?move=${encodeURIComponent(token)}&said=${said}`, 303);
}

const back = (c: Context, token: string, { said }: Said) =>
  c.redirect(`/booking/${encodeURIComponent(token)}${said ? `?said=${said}` : ""}`, 303);
