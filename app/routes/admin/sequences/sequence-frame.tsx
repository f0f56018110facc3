import type { ReactNode } from "react";
import type { SequenceDetail } from "#app/features/sequences/sequences.server.ts";
import { SequenceBadge } from "#app/features/sequences/ui/sequence-badge.tsx";
import type { useAdminActions } from "#app/shell/admin/action.tsx";
import { AdminPage } from "#app/ui/admin/admin-page.tsx";
import { Button } from "#app/ui/buttons/button.tsx";
import { ConfirmDialog } from "#app/ui/dialogs/confirm-dialog.tsx";
import { useUntilDone } from "#app/ui/dialogs/use-until-done.ts";
import { TabLinks } from "#app/ui/sections/tabs.tsx";
import type { SequenceIntent } from "./sequence-actions.ts";

const sections = [
  { path: "", label: "Editor" },
  { path: "/people", label: "People" },
  { path: "/dry-run", label: "Dry run" },
] as const;

/** The header of the pages of one sequence: state, publishing, starting and stopping, links to the other pages. */
export function SequenceFrame({
  sequence,
  current,
  page,
  tools,
  children,
}: {
  sequence: Pick<SequenceDetail, "id" | "title" | "isActive" | "isPaused" | "isChanged" | "version"> & {
    versions: readonly { number: number }[];
  };
  current: (typeof sections)[number]["path"];
  page: ReturnType<typeof useAdminActions<SequenceIntent>>;
  tools?: ReactNode;
  children: ReactNode;
}) {
  const { id, title, isActive, isPaused, isChanged, version, versions } = sequence;
  const { actions, busy, doneAt, refusal, toast } = page;
  const [asking, setAsking] = useUntilDone<"publish" | "start" | null>(doneAt, null);
  const newest = versions[0]?.number ?? null;
  const button = (intent: SequenceIntent, label: string) => (
    <Button size={40} busy={actions.isRunning(intent)} onClick={() => actions.perform({ intent, sequenceId: id })}>
      {label}
    </Button>
  );
  const dialog = { busy, refusal, onClose: () => setAsking(null) };
  return (
    <AdminPage
      title={title}
      above={{ href: "/admin/email-sequences", label: "Email sequences" }}
      tools={
        <>
          <SequenceBadge isActive={isActive} isPaused={isPaused} version={newest} />
          {tools}
          {isActive && (isPaused ? button("resume", "Resume") : button("pause", "Pause"))}
          {isActive && button("stop", "Stop")}
          {isChanged && (
            <Button size={40} variant={newest === null ? "primary" : "secondary"} onClick={() => setAsking("publish")}>
              Publish
            </Button>
          )}
          {!isActive && newest !== null && (
            <Button size={40} variant="primary" onClick={() => setAsking("start")}>
              Start
            </Button>
          )}
        </>
      }
    >
      <div className="grid gap-125 cols-1">
        <TabLinks
          label="Sequence"
          items={sections.map(({ path, label }) => ({ href: `/admin/email-sequences/${id}${path}`, label }))}
          current={`/admin/email-sequences/${id}${current}`}
        />
        {children}
      </div>
      <ConfirmDialog
        {...dialog}
        open={asking === "publish"}
        title={`Publish version ${(newest ?? 0) + 1}?`}
        confirm="Publish"
        busyText="Publishing"
        onConfirm={() => actions.perform({ intent: "publish", sequenceId: id, version: String(version) })}
      >
        <p>
          The saved draft becomes a version that cannot be changed. People who are enrolled stay in their version until
          you move them on the page People; new enrollments get this one.
        </p>
      </ConfirmDialog>
      <ConfirmDialog
        {...dialog}
        open={asking === "start"}
        title={`Start “${title}”?`}
        confirm="Start"
        busyText="Starting"
        onConfirm={() => actions.perform({ intent: "start", sequenceId: id })}
      >
        <p>From now on it enrolls people by version {newest} and sends them email.</p>
      </ConfirmDialog>
      {toast}
    </AdminPage>
  );
}
