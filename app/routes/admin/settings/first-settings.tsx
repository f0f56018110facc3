import { data } from "react-router";
import { readFirstSettings } from "#app/features/settings/setting-pages.server.ts";
import { unlisted } from "#app/lib/firm.ts";
import { requireAdmin } from "#app/shell/admin/admin.server.ts";
import type { Route } from "./+types/first-settings";
import { FirstForm } from "./first-form.tsx";
import { performGroupAction } from "./group-actions.ts";

export const meta = () => unlisted("Name your firm");

export async function loader({ context, request }: Route.LoaderArgs) {
  const page = await readFirstSettings(await requireAdmin(context, request));
  if (!page.ok) throw data(null, { status: 404 });
  return { page: page.value };
}

export const clientAction = async ({ request }: Route.ClientActionArgs) => performGroupAction(await request.formData());

/** The last step of the first run: the firm's name, its time zone and the sender of its mails. */
export default function FirstSettings({ loaderData: { page } }: Route.ComponentProps) {
  return <FirstForm page={page} />;
}
