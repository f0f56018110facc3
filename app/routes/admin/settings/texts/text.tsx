import { data } from "react-router";
import { listPeople } from "#app/features/accounts/profile/people.server.ts";
import { readLegalNotices } from "#app/features/accounts/users/legal-notices.server.ts";
import { textFacts } from "#app/features/content/texts/site-texts.server.ts";
import { isTextKey, textDefinitions, textSetting } from "#app/features/content/texts/texts.ts";
import { readDocument, type StoredDocument } from "#app/features/settings/documents.server.ts";
import { unlisted } from "#app/lib/firm.ts";
import { changedLines, lineDifference } from "#app/lib/words/line-difference.ts";
import { companyDates } from "#app/platform/dates/company-dates.server.ts";
import { requireAdmin } from "#app/shell/admin/admin.server.ts";
import { AdminPage } from "#app/ui/admin/admin-page.tsx";
import { LeaveWarning } from "#app/ui/drafts/leave-warning.tsx";
import { performGroupAction } from "../group-actions.ts";
import type { Route } from "./+types/text";
import { TextEditor } from "./text-editor.tsx";
import { type ListedVersion, TextHistory } from "./text-history.tsx";

export const meta = ({ loaderData }: Route.MetaArgs) => unlisted(`${loaderData?.title ?? "Not found"} | Texts`);

/** `?version=12` shows what that version changed. */
export async function loader({ context, request, params: { key } }: Route.LoaderArgs) {
  const ctx = await requireAdmin(context, request);
  if (!isTextKey(key)) throw data(null, { status: 404 });
  const found = await readDocument(ctx, textSetting(key));
  if (!found.ok) throw data(null, { status: 404 });
  const { title, preset, path } = textDefinitions[key];
  const { text, version, lockedBy, versions } = found.value;
  const asked = Number(new URL(request.url).searchParams.get("version"));
  const authors = await listPeople(ctx, [...new Set(versions.flatMap((one) => one.changedByUserId ?? []))]);
  const legal = key === "terms" || key === "privacy" ? await readLegalNotices(ctx, key) : null;
  return {
    ...{ key, title, path, version, lockedBy, authors, isOwn: text !== null, facts: textFacts() },
    today: companyDates().isoDay(ctx.now),
    legal: legal?.ok ? legal.value : null,
    text: text ?? preset.trim(),
    history: historyOf(found.value, preset.trim(), asked),
  };
}

/** Only the version that is shown is compared: a comparison of long texts takes a while. */
function historyOf({ versions, before }: StoredDocument, preset: string, asked: number): ListedVersion[] {
  return versions.map(({ value, ...one }, at) => {
    const listed = { ...one, isDefault: value === null };
    if (one.version !== asked) return { ...listed, shown: null };
    const text = value ?? preset;
    const former = at + 1 < versions.length ? versions[at + 1]!.value : before;
    return { ...listed, shown: { text, lines: changedLines(lineDifference(former ?? preset, text)) } };
  });
}

export const clientAction = async ({ request }: Route.ClientActionArgs) => performGroupAction(await request.formData());

/** One text with its editor, preview and history. */
export default function TextPage({ loaderData }: Route.ComponentProps) {
  const { key, title, history, authors, version } = loaderData;
  return (
    <AdminPage
      title={title}
      lead={textDefinitions[key].about}
      above={{ href: "/admin/settings/texts", label: "Texts" }}
    >
      <LeaveWarning>
        <TextEditor key={key} textKey={key} stored={loaderData} />
      </LeaveWarning>
      <TextHistory name={textSetting(key)} history={history} authors={authors} version={version} />
    </AdminPage>
  );
}
