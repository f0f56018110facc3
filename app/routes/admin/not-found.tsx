import { data } from "react-router";
import { unlisted } from "#app/lib/firm.ts";
import { requireAdmin } from "#app/shell/admin/admin.server.ts";
import type { Route } from "./+types/not-found";

/** Unknown paths under /admin: strangers get the usual refusal, admins a 404. */
export async function loader({ context, request }: Route.LoaderArgs) {
  await requireAdmin(context, request);
  throw data(null, { status: 404 });
}

export const meta = () => unlisted("Page not found");

export default function NotFound() {
  return null;
}
