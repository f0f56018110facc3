import { data } from "react-router";
import type { Route } from "./+types/not-found";
import { requireAdmin } from "./admin.server.ts";

/** Addresses under /admin that are no page: strangers learn nothing from the answer, admins see that it is missing. */
export async function loader({ context, request }: Route.LoaderArgs) {
  await requireAdmin(context, request);
  throw data(null, { status: 404 });
}

export const meta = () => [{ title: "Page not found | GTMarc" }, { name: "robots", content: "noindex" }];

export default function NotFound() {
  return null;
}
