import { data } from "react-router";
import { findCalendarFile } from "#app/features/booking/availability/calendar.server.ts";
import { contentDisposition, firmFile } from "#app/lib/formats/file-names.ts";
import { requestContext } from "#app/shell/request-context.ts";
import type { Route } from "./+types/event-file";

/** The call of a manage link as a calendar file. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const file = await findCalendarFile(context.get(requestContext), params.token);
  if (!file) throw data(null, { status: 404 });
  return new Response(file, {
    headers: {
      "content-type": "text/calendar; charset=utf-8",
      "content-disposition": contentDisposition("attachment", firmFile("call.ics")),
      "cache-control": "private, no-store",
    },
  });
}
