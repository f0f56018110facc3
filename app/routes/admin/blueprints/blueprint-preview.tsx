import { data } from "react-router";
import { getArchitectWork } from "#app/features/full-blueprint/drawing/architect-work.server.ts";
import { readable } from "#app/features/full-blueprint/drawing/readable.ts";
import { changesBetween } from "#app/features/full-blueprint/pdf/version-changes.ts";
import { ChangeNotes } from "#app/features/full-blueprint/ui/reader/change-notes.tsx";
import { FullBlueprintView } from "#app/features/full-blueprint/ui/reader/full-blueprint-view.tsx";
import { unlisted } from "#app/lib/firm.ts";
import { requireAdmin } from "#app/shell/admin/admin.server.ts";
import { AdminPage } from "#app/ui/admin/admin-page.tsx";
import { ButtonLink } from "#app/ui/buttons/button.tsx";
import { Empty } from "#app/ui/feedback/empty.tsx";
import type { Route } from "./+types/blueprint-preview";

export const meta = () => unlisted("Preview");

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const work = await getArchitectWork(await requireAdmin(context, request), params.id);
  if (!work.ok || !work.value.unlocked) throw data(null, { status: 404 });
  const { unlocked, companyName, blueprintId } = work.value;
  const newest = unlocked.versions[0];
  return {
    blueprintId,
    companyName,
    number: (newest?.number ?? 0) + 1,
    blueprint: readable(unlocked.draft),
    changes: newest ? changesBetween(newest.content, unlocked.draft) : [],
  };
}

export default function Preview({ loaderData }: Route.ComponentProps) {
  const { blueprintId, companyName, number, blueprint, changes } = loaderData;
  return (
    <AdminPage
      title={`Preview: ${companyName || "full blueprint"}`}
      above={{ href: `/admin/blueprint/${blueprintId}`, label: "Back to the editor" }}
      lead={`As the client will see version ${number}. Nothing here is published.`}
      tools={
        <ButtonLink size={40} href={`/admin/blueprint/${blueprintId}`}>
          Keep editing
        </ButtonLink>
      }
    >
      {blueprint.sections.length === 0 && blueprint.tasks.length === 0 ? (
        <Empty
          title="Nothing to preview yet"
          text="Add a section or a task in the editor. It appears here as the client will see it."
        />
      ) : (
        <FullBlueprintView
          blueprint={blueprint}
          done={[]}
          aside={
            <ChangeNotes number={number} note="" changes={changes} versions={[]} hrefOf={() => ""} comparison="" />
          }
        />
      )}
    </AdminPage>
  );
}
