import { Link } from "react-router";
import { listSequences, type SequenceLine } from "#app/features/sequences/sequences.server.ts";
import { SequenceBadge } from "#app/features/sequences/ui/sequence-badge.tsx";
import { unlisted } from "#app/lib/firm.ts";
import { formatNumber } from "#app/lib/numbers.ts";
import { useAdminAction } from "#app/shell/admin/action.tsx";
import { admitted, requireAdmin } from "#app/shell/admin/admin.server.ts";
import { AdminList, type ListColumn } from "#app/ui/admin/admin-list.tsx";
import { AdminPage } from "#app/ui/admin/admin-page.tsx";
import { Button, buttonClass } from "#app/ui/buttons/button.tsx";
import { Badge } from "#app/ui/feedback/badge.tsx";
import { Empty } from "#app/ui/feedback/empty.tsx";
import type { Route } from "./+types/sequences";
import { performSequenceAction, type SequenceIntent } from "./sequence-actions.ts";
import css from "./sequences.module.css";

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = await requireAdmin(context, request);
  const sequences = await listSequences(ctx).then(admitted);
  return { sequences };
}

export const meta = () => unlisted("Email sequences");

export const clientAction = async ({ request }: Route.ClientActionArgs) =>
  performSequenceAction(await request.formData());

export default function Sequences({ loaderData: { sequences } }: Route.ComponentProps) {
  const { act, busy, running, toast } = useAdminAction<SequenceIntent>();
  const isRunning = (intent: SequenceIntent) => busy && running?.get("intent") === intent;
  const active = sequences.filter(({ isActive }) => isActive);
  const isPausedWithAll = sequences.some((one) => one.isPausedWithAll);
  const sum = (state: keyof SequenceLine["enrolled"]) =>
    formatNumber(sequences.reduce((all, { enrolled }) => all + enrolled[state], 0));
  const columns: ListColumn<SequenceLine>[] = [
    {
      label: "Sequence",
      heads: true,
      cell: ({ id, title, isBuiltIn }) => (
        <span>
          <Link to={`/admin/email-sequences/${id}`}>{title}</Link> {isBuiltIn && <Badge kind="sunk">Built-in</Badge>}
        </span>
      ),
    },
    { label: "State", cell: (sequence) => <SequenceBadge {...sequence} /> },
    { label: "Version", numeric: true, cell: ({ version }) => version ?? "–" },
    {
      label: "Active",
      numeric: true,
      cell: ({ id, enrolled }) => <People id={id} state="active" count={enrolled.active} />,
    },
    {
      label: "Paused",
      numeric: true,
      cell: ({ id, enrolled }) => <People id={id} state="paused" count={enrolled.paused} />,
    },
    {
      label: "Finished",
      numeric: true,
      cell: ({ id, enrolled }) => <People id={id} state="finished" count={enrolled.finished} />,
    },
    {
      label: "Ended early",
      numeric: true,
      cell: ({ id, enrolled }) => <People id={id} state="exited" count={enrolled.exited} />,
    },
    {
      label: "Not enrolled",
      numeric: true,
      cell: ({ id, enrolled }) => <People id={id} state="blocked" count={enrolled.blocked} />,
    },
  ];
  const create = (
    <Button
      variant="primary"
      size={40}
      icon="plus"
      busy={isRunning("create")}
      busyText="Creating"
      onClick={() => void act({ intent: "create" })}
    >
      New sequence
    </Button>
  );
  return (
    <AdminPage
      title="Email sequences"
      lead="Follow-ups that stop when a person books, replies, pays or unsubscribes."
      tools={
        <>
          <Link className={buttonClass({ size: 40 })} to="/admin/outreach-analytics">
            Figures
          </Link>
          {sequences.length > 0 &&
            (isPausedWithAll ? (
              <Button size={40} busy={isRunning("resume-all")} onClick={() => void act({ intent: "resume-all" })}>
                Resume all
              </Button>
            ) : (
              <Button
                size={40}
                icon="pause"
                busy={isRunning("pause-all")}
                disabled={sequences.every(({ isPaused }) => isPaused)}
                onClick={() => void act({ intent: "pause-all" })}
              >
                Pause all
              </Button>
            ))}
          {sequences.length > 0 && create}
        </>
      }
      figures={[
        { label: "Running", value: formatNumber(active.filter(({ isPaused }) => !isPaused).length), note: "sequences" },
        { label: "Active", value: sum("active"), note: "people" },
        { label: "Paused", value: sum("paused"), note: "people" },
        { label: "Finished", value: sum("finished"), note: "people" },
        { label: "Ended early", value: sum("exited"), note: "people" },
      ]}
    >
      {sequences.length > 0 && active.length === 0 && (
        <p className="small">No sequence is running. Open one, read its emails and start it.</p>
      )}
      <AdminList
        caption="Email sequences"
        columns={columns}
        rows={sequences}
        empty={
          <Empty
            title="No sequences"
            text="A sequence sends emails and creates tasks over several days. Create one, write its steps, and publish it."
            action={create}
          />
        }
      />
      {toast}
    </AdminPage>
  );
}

const People = ({ id, state, count }: { id: string; state: string; count: number }) =>
  count > 0 ? (
    <Link className={css.count} to={`/admin/email-sequences/${id}/people?state=${state}`}>
      {formatNumber(count)}
    </Link>
  ) : (
    <span className="muted">0</span>
  );
