import { useCallback, useState } from "react";
import { data } from "react-router";
import { unlockCents, usdCents } from "#app/features/billing/billing.ts";
import { listThreads } from "#app/features/full-blueprint/comments/comments.server.ts";
import type { ReadThread } from "#app/features/full-blueprint/comments/comments.ts";
import { getArchitectWork } from "#app/features/full-blueprint/drawing/architect-work.server.ts";
import { firstDraft, publicationProblem, untouchedSections } from "#app/features/full-blueprint/drawing/first-draft.ts";
import { gridDrawings } from "#app/features/full-blueprint/drawing/grid-drawings.server.ts";
import { companyTimezone, targetDay } from "#app/features/full-blueprint/full-blueprint.server.ts";
import { stageLabels } from "#app/features/full-blueprint/full-blueprint.ts";
import { changesBetween } from "#app/features/full-blueprint/pdf/version-changes.ts";
import { DraftConflict } from "#app/features/full-blueprint/ui/editor/draft-conflict.tsx";
import { DrawingEditor } from "#app/features/full-blueprint/ui/editor/drawing-editor.tsx";
import { useDrawings } from "#app/features/full-blueprint/ui/editor/use-drawings.ts";
import { unlisted } from "#app/lib/firm.ts";
import { counted } from "#app/lib/numbers.ts";
import type { fullBlueprintEndpoints } from "#app/routes/api/blueprint/full-blueprint.server.ts";
import { useAdminAction } from "#app/shell/admin/action.tsx";
import { requireAdmin } from "#app/shell/admin/admin.server.ts";
import { client } from "#app/shell/api-client.ts";
import { EarlierThreads, SectionThread } from "#app/shell/blueprint/section-thread.tsx";
import { AdminPage } from "#app/ui/admin/admin-page.tsx";
import { Button, ButtonLink } from "#app/ui/buttons/button.tsx";
import { ConfirmDialog } from "#app/ui/dialogs/confirm-dialog.tsx";
import { useUntilDone } from "#app/ui/dialogs/use-until-done.ts";
import { SaveState } from "#app/ui/drafts/save-state.tsx";
import { Empty } from "#app/ui/feedback/empty.tsx";
import { Notice } from "#app/ui/feedback/notice.tsx";
import { TextArea } from "#app/ui/forms/field.tsx";
import { useFirmDates } from "#app/ui/text/firm-dates.tsx";
import type { Route } from "./+types/blueprint";
import css from "./blueprint.module.css";
import { type ArchitectIntent, performBlueprintAction, saveDrawing } from "./blueprint-actions.ts";
import { EditorMargin } from "./editor-margin.tsx";
import { untouchedText } from "./margin-dialogs.tsx";

const call = client<typeof fullBlueprintEndpoints>();

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const ctx = await requireAdmin(context, request);
  const [work, threads] = await Promise.all([getArchitectWork(ctx, params.id), listThreads(ctx, params.id)]);
  if (!work.ok) throw data(null, { status: work.reason.kind === "not_found" ? 404 : 403 });
  if (!threads.ok) throw data(null, { status: 403 });
  return {
    work: work.value,
    threads: threads.value,
    now: ctx.now,
    timezone: companyTimezone(),
    grid: gridDrawings(),
    targetIfNow: targetDay(ctx.now),
  };
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  unlisted(`${loaderData?.work.companyName || "Full blueprint"}`);

export const clientAction = async ({ request, params: { id } }: Route.ClientActionArgs) =>
  performBlueprintAction(id, await request.formData());

export default function ArchitectPage({ loaderData }: Route.ComponentProps) {
  const { work, ...rest } = loaderData;
  const { unlocked } = work;
  return unlocked ? <Editor work={{ ...work, unlocked }} {...rest} /> : <LockedWork work={work} />;
}

const above = { href: "/admin/blueprints", label: "Full blueprints" };
type Work = Route.ComponentProps["loaderData"]["work"];

function LockedWork({ work: { companyName, client } }: { work: Work }) {
  const { act, busy, refusal, toast } = useAdminAction<ArchitectIntent>();
  const [asking, setAsking] = useState(false);
  return (
    <AdminPage title={companyName || client.email} above={above}>
      <Empty
        title="This full blueprint is locked"
        text={`${client.email} unlocks it by a strategy call or the payment. You can unlock it for them.`}
        action={
          <Button variant="primary" size={40} onClick={() => setAsking(true)}>
            Unlock it
          </Button>
        }
      />
      <ConfirmDialog
        open={asking}
        title="Unlock the full blueprint without a payment?"
        confirm="Unlock and email the client"
        busy={busy}
        busyText="Unlocking"
        refusal={refusal}
        onClose={() => setAsking(false)}
        onConfirm={() => void act({ intent: "unlock" })}
      >
        <p>
          {client.email} gets an email and does not pay the {usdCents(unlockCents())}; an open invoice for it is
          canceled. This cannot be undone.
        </p>
      </ConfirmDialog>
      {toast}
    </AdminPage>
  );
}

function Editor({
  work,
  threads,
  now,
  timezone,
  grid,
  targetIfNow,
}: {
  work: Work & { unlocked: NonNullable<Work["unlocked"]> };
  threads: readonly ReadThread[];
  now: Date;
  timezone: string;
  grid: Route.ComponentProps["loaderData"]["grid"];
  targetIfNow: Date;
}) {
  const { blueprintId, companyName, client, inputs, result, unlocked } = work;
  const dates = useFirmDates();
  const architectActions = useAdminAction<ArchitectIntent>();
  const [publishing, setPublishing] = useUntilDone(architectActions.doneAt, false);
  const [restoreRefusal, setRestoreRefusal] = useState<string>();
  const save = useCallback(
    (version: number, content: typeof unlocked.draft) => saveDrawing(blueprintId, version, content),
    [blueprintId],
  );
  const drawings = useDrawings(unlocked, save);
  const newest = unlocked.versions[0];
  const changes = newest ? changesBetween(newest.content, drawings.content) : [];
  const missing = publicationProblem(drawings.content, work);
  const action = `/admin/blueprint/${blueprintId}`;
  const isGone = ({ sectionId }: ReadThread) => !drawings.content.sections.some(({ id }) => id === sectionId);
  const untouched = untouchedSections(drawings.content, work).length;
  return (
    <AdminPage
      title={companyName || client.email}
      above={above}
      lead={`${stageLabels[unlocked.stage]}. ${newest ? `Version ${newest.number} is what the client sees.` : "The client sees nothing of it yet."}`}
      tools={
        <>
          <SaveState
            status={drawings.status}
            at={dates.moment(drawings.savedAt)}
            changedBy={drawings.theirs?.savedBy ?? "a colleague"}
            offlineText="Offline. Keep this tab open"
          />
          <ButtonLink size={40} icon="eye" href={`/admin/blueprint/${blueprintId}/preview`}>
            Preview
          </ButtonLink>
          <Button variant="primary" size={40} onClick={() => setPublishing(true)}>
            {newest ? `Publish version ${newest.number + 1}` : "Publish"}
          </Button>
        </>
      }
    >
      {drawings.theirs && (
        <DraftConflict
          mine={drawings.content}
          theirs={drawings.theirs}
          onTake={(theirs) => drawings.take(theirs.version, theirs.content)}
          onKeep={drawings.keepMine}
        />
      )}
      {(drawings.refusal ?? restoreRefusal) && (
        <Notice kind="critical" live>
          {drawings.refusal ?? restoreRefusal}
        </Notice>
      )}
      <div className={`grid start top-75 ${css.columns}`}>
        <DrawingEditor
          content={drawings.content}
          grid={grid}
          onChange={drawings.change}
          onBegin={() => drawings.change(firstDraft({ inputs, result, companyName }))}
          threadOn={(sectionId) => {
            const thread = threads.find((each) => each.sectionId === sectionId);
            const shared = { sectionId, action, reader: "architect" } as const;
            return (
              thread && {
                isOpen: thread.isOpen,
                view: <SectionThread {...shared} thread={thread} title={thread.title} />,
              }
            );
          }}
        />
        <EditorMargin
          work={work}
          now={now}
          timezone={timezone}
          targetIfNow={targetIfNow}
          actions={architectActions}
          onRestore={async (number) => {
            const version = await drawings.flush();
            if (version === null) return;
            const param = { id: blueprintId };
            const json = { number, version };
            const back = await call("POST /admin/blueprints/{id}/restorations", { ...param, ...json });
            const old = unlocked.versions.find((version) => version.number === number);
            setRestoreRefusal(back.ok ? undefined : back.error.message);
            if (back.ok && old) drawings.take(back.value.version, old.content);
          }}
        />
      </div>
      <EarlierThreads threads={threads.filter(isGone)} reader="architect" action={action} />
      <ConfirmDialog
        open={publishing}
        title={newest ? `Publish version ${newest.number + 1}?` : "Publish the full blueprint?"}
        confirm="Publish and email the client"
        busy={architectActions.busy}
        busyText="Publishing…"
        refusal={missing ?? architectActions.refusal}
        onClose={() => setPublishing(false)}
        onConfirm={async (form) => {
          const version = missing ? null : await drawings.flush();
          if (version === null) return;
          void architectActions.act({
            intent: "publish",
            version: String(version),
            note: String(form.get("note") ?? ""),
          });
        }}
      >
        <p>
          {client.email} gets an email.{" "}
          {newest
            ? `It changes ${counted(changes.length, "part")} of version ${newest.number}, which stays readable.`
            : "A published version cannot be changed or withdrawn; later changes become the next version."}
          {!unlocked.kickoffAt &&
            ` No kickoff is recorded, so the publication counts as the kickoff${unlocked.method === "payment" ? `: the fee of ${usdCents(unlockCents())} is no longer refundable` : ""}.`}
          {untouched > 0 && ` ${untouchedText(untouched, drawings.content.sections.length)}`}
        </p>
        <TextArea
          label="What changed"
          name="note"
          optional
          maxLength={600}
          rows={3}
          hint="Appears in the email and next to the version."
        />
      </ConfirmDialog>
      {architectActions.toast}
    </AdminPage>
  );
}
