import { data } from "react-router";
import { refusalMessage } from "#app/features/booking/booking.ts";
import { findRequest } from "#app/features/booking/bookings/pending.server.ts";
import { CallSheet } from "#app/features/booking/ui/call-sheet.tsx";
import { readableAddress } from "#app/lib/addresses/readable-address.ts";
import { unlisted } from "#app/lib/firm.ts";
import { requestContext } from "#app/shell/request-context.ts";
import { Button } from "#app/ui/buttons/button.tsx";
import { TextArea } from "#app/ui/forms/field.tsx";
import { FormFailure } from "#app/ui/forms/form-failure.tsx";
import { AppHeader } from "#app/ui/frames/app-header.tsx";
import type { Route } from "./+types/call-request";
import css from "./booking.module.css";

/** Where a host confirms or declines a call. Its forms post to routes/forms/booking-forms.server.ts. */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const found = await findRequest(context.get(requestContext), params.token);
  if (!found) throw data(null, { status: 404 });
  const said = new URL(request.url).searchParams.get("said");
  return { ...found, refused: said === "done" ? null : refusalMessage(said) };
}

/** The URL decides about the call: keeps it out of referrers and indexes. */
export const headers = () => ({ "referrer-policy": "same-origin" });
export const meta: Route.MetaFunction = () => unlisted("Confirm a call");

export default function CallRequest({ loaderData: { call, state, refused } }: Route.ComponentProps) {
  return (
    <>
      <AppHeader title={call.kind.title} />
      <main id="main" className={`wrap ${css.page}`}>
        <div className={`grid gap-110 ${css.head}`}>
          <h1 className="t1">{titles[state]}</h1>
          <p className="lede">
            {call.name}, <a href={`mailto:${call.email}`}>{readableAddress(call.email)}</a>
          </p>
          <FormFailure text={state === "pending" ? (refused ?? undefined) : undefined} />
        </div>
        <div className={`grid start ${css.columns}`}>
          <CallSheet call={call} />
          {state === "pending" && (
            <div className="grid gap-200 justify-items-start">
              <form method="post" className={`grid gap-90 ${css.group}`}>
                <input type="hidden" name="intent" value="confirm" />
                <div>
                  <Button type="submit" variant="primary">
                    Confirm the call
                  </Button>
                </div>
              </form>
              <form method="post" className={`grid gap-90 ${css.group}`} aria-label="Decline the call">
                <input type="hidden" name="intent" value="decline" />
                <TextArea
                  label="Reason"
                  name="reason"
                  optional
                  rows={2}
                  maxLength={500}
                  hint={`${call.name} reads it in the email.`}
                />
                <div>
                  <Button type="submit">Decline the call</Button>
                </div>
              </form>
            </div>
          )}
        </div>
      </main>
    </>
  );
}

const titles = {
  pending: "Confirm this call?",
  confirmed: "The call is confirmed",
  cancelled: "The call will not take place",
} as const;
