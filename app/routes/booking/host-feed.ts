import { data } from "react-router";
import { findHostFeed } from "#app/features/booking/hosts/hosts.server.ts";
import { requestContext } from "#app/shell/request-context.ts";
import type { Route } from "./+types/host-feed";

/** A host's calls as a feed for calendar programs; anyone with the URL can read it. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const feed = await findHostFeed(context.get(requestContext), params.token);
  if (!feed) throw data(null, { status: 404 });
  return new Response(feed, {
    headers: {
      "content-type": "text/calendar; charset=utf-8",
      "cache-control": "private, no-store",
      "x-robots-tag": "noindex",
    },
  });
}
