import { Form, Link, useLocation } from "react-router";
import { listSavedViews } from "#app/features/pipeline/lists/saved-views.server.ts";
import { type EnrollmentState, enrollmentStates } from "#app/features/sequences/definitions/definition.ts";
import {
  type EnrollmentLine,
  listEnrollments,
  previewView,
} from "#app/features/sequences/enrollments/enrollments.server.ts";
import { VersionMove } from "#app/features/sequences/ui/editor/version-move.tsx";
import { ViewPreviewSheet } from "#app/features/sequences/ui/editor/view-preview.tsx";
import { EnrollmentBadge, reasonText, stateLabels } from "#app/features/sequences/ui/sequence-badge.tsx";
import { shownText, withQuery } from "#app/lib/addresses/list-query.ts";
import { readableAddress } from "#app/lib/addresses/readable-address.ts";
import { clockOf, dayOf } from "#app/lib/dates/date-text.ts";
import { unlisted } from "#app/lib/firm.ts";
import { counted } from "#app/lib/numbers.ts";
import { env } from "#app/platform/env.server.ts";
import parts from "#app/routes/admin/admin-parts.module.css";
import { useAdminActions } from "#app/shell/admin/action.tsx";
import { admitted, requireAdmin } from "#app/shell/admin/admin.server.ts";
import { AdminFilters } from "#app/ui/admin/admin-filters.tsx";
import { AdminList, type ListColumn } from "#app/ui/admin/admin-list.tsx";
import { Button } from "#app/ui/buttons/button.tsx";
import { ConfirmDialog } from "#app/ui/dialogs/confirm-dialog.tsx";
import { useUntilDone } from "#app/ui/dialogs/use-until-done.ts";
import { Empty } from "#app/ui/feedback/empty.tsx";
import { Notice } from "#app/ui/feedback/notice.tsx";
import { SelectField, TextField } from "#app/ui/forms/field.tsx";
import type { Route } from "./+types/people";
import { chosenSequence } from "./chosen-sequence.server.ts";
import { performSequenceAction, type SequenceIntent } from "./sequence-actions.ts";
import { SequenceFrame } from "./sequence-frame.tsx";
import css from "./sequences.module.css";

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const ctx = await requireAdmin(context, request);
  const query = new URL(request.url).searchParams;
  const state = enrollmentStates.find((known) => known === query.get("state"));
  const hasReplied = query.get("state") === "replied";
  const sequence = await chosenSequence(ctx, params.id);
  const [people, views] = await Promise.all([
    listEnrollments(ctx, {
      ...{ id: sequence.id, state, hasReplied },
      ...{ after: query.get("after") ?? undefined, before: query.get("before") ?? undefined },
    }).then(admitted),
    listSavedViews(ctx).then(admitted),
  ]);
  const view = views.find(({ id }) => id === query.get("enroll")) ?? null;
  const preview = view && (await previewView(ctx, { id: sequence.id, query: view.query }));
  return {
    ...{
      sequence,
      people,
      state: state ?? (hasReplied ? ("replied" as const) : null),
      timezone: env().COMPANY_TIMEZONE,
    },
    views: views.map(({ id, name }) => ({ id, name })),
    chosen: view && { ...view, preview: preview?.ok ? preview.value : null },
  };
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  unlisted(`People in ${loaderData?.sequence.title ?? "a sequence"}`);

export const clientAction = async ({ request }: Route.ClientActionArgs) =>
  performSequenceAction(await request.formData());

type Question = "enroll" | "enroll-view" | "move" | { removes: EnrollmentLine } | null;

export default function People({ loaderData }: Route.ComponentProps) {
  const { sequence, people, state, timezone, views, chosen } = loaderData;
  const page = useAdminActions<SequenceIntent>();
  const { actions, busy, running, doneAt, refusal } = page;
  const [asking, setAsking] = useUntilDone<Question>(doneAt, null);
  const { search } = useLocation();
  const nameOf = ({ name, email }: { name: string | null; email: string }) => name ?? email;
  const person = (intent: SequenceIntent, { id: enrollmentId, ...row }: EnrollmentLine, label: string) => (
    <Button
      size={32}
      aria-label={`${label} ${nameOf(row)}`}
      busy={actions.isRunning(intent) && running?.get("enrollmentId") === enrollmentId}
      onClick={() => actions.perform({ intent, enrollmentId })}
    >
      {label}
    </Button>
  );
  const moment = (at: Date) => (
    <time className={parts.when} dateTime={at.toISOString()}>
      {`${dayOf(at, timezone)}, ${clockOf(at, timezone)}`}
    </time>
  );
  const columns: ListColumn<EnrollmentLine>[] = [
    {
      label: "Person",
      heads: true,
      cell: ({ prospectId, name, email }) => (
        <>
          <Link className="block breaks" to={`/admin/prospect-pipeline/${prospectId}`}>
            {name ?? email}
          </Link>
          {name && <span className="muted smaller">{readableAddress(email)}</span>}
        </>
      ),
    },
    { label: "State", cell: (row) => <EnrollmentBadge state={row.state} /> },
    { label: "Reason", cell: (row) => reasonText(row.reason, row) },
    { label: "Version", numeric: true, cell: ({ version }) => version },
    { label: "Steps done", numeric: true, cell: ({ done, steps }) => `${done} of ${steps}` },
    { label: "Next step", cell: ({ nextAt }) => nextAt && moment(nextAt) },
    { label: "Enrolled", cell: ({ enrolledAt }) => moment(enrolledAt) },
    {
      label: "Actions",
      cell: (row) =>
        (row.state === "active" || row.state === "paused") && (
          <div className="cluster gap-40">
            {row.state === "active" ? person("pause-person", row, "Pause") : person("resume-person", row, "Resume")}
            <Button size={32} aria-label={`Remove ${nameOf(row)}`} onClick={() => setAsking({ removes: row })}>
              Remove
            </Button>
          </div>
        ),
    },
  ];
  const isReady = sequence.isActive;
  const removes = asking !== null && typeof asking === "object" ? asking.removes : null;
  const dialog = { busy, refusal, onClose: () => setAsking(null) };
  const enroll = (
    <Button size={40} icon="plus" disabled={!isReady} onClick={() => setAsking("enroll")}>
      Enroll a person
    </Button>
  );
  return (
    <SequenceFrame sequence={sequence} current="/people" page={page} tools={enroll}>
      {!isReady && (
        <Notice kind="info">
          {sequence.versions.length === 0
            ? "Publish a version and start the sequence to enroll people."
            : "Start the sequence to enroll people."}
        </Notice>
      )}
      <VersionMove
        versions={sequence.versions}
        isAsking={asking === "move"}
        busy={busy}
        refusal={refusal}
        onAsk={() => setAsking("move")}
        onClose={() => setAsking(null)}
        onMove={(number) => actions.perform({ intent: "move-people", sequenceId: sequence.id, number: String(number) })}
      />
      <Form method="get" className={`cluster end ${css.ask}`} preventScrollReset>
        <SelectField
          key={chosen?.id}
          label="Enroll a saved view of the pipeline"
          name="enroll"
          placeholder={views.length === 0 ? "No saved views" : "Choose a view"}
          options={views.map(({ id, name }) => ({ value: id, label: name }))}
          defaultValue={chosen?.id ?? ""}
        />
        <Button type="submit" size={40} disabled={views.length === 0}>
          Show who and why not
        </Button>
      </Form>
      {chosen && (
        <ViewPreviewSheet
          name={chosen.name}
          preview={chosen.preview}
          isReady={isReady}
          closeHref={withQuery(search, { enroll: null })}
          onEnroll={() => setAsking("enroll-view")}
        />
      )}
      <div>
        <AdminFilters
          chips={[
            {
              ...{ name: "state", label: "State" },
              options: [
                { value: "", label: "All" },
                ...enrollmentStates.map((value: EnrollmentState) => ({ value, label: stateLabels[value] })),
                { value: "replied", label: "Replied" },
              ],
            },
          ]}
          result={shownText(people.rows.length, people.next !== null)}
        />
        <AdminList
          caption={`People in ${sequence.title}`}
          columns={columns}
          {...people}
          empty={
            state ? (
              <Empty
                title={state === "replied" ? "No replies" : "No one in this state"}
                text={
                  state === "replied"
                    ? "People who reply to an email of this sequence appear here."
                    : "Choose another state to see more people."
                }
              />
            ) : (
              <Empty
                title="No one is enrolled"
                text="People appear here when an event, an admin or a saved view enrolls them."
                action={isReady ? enroll : undefined}
              />
            )
          }
        />
      </div>
      <ConfirmDialog
        {...dialog}
        open={asking === "enroll"}
        title="Enroll a person"
        confirm="Enroll"
        cancel="Cancel"
        busyText="Enrolling"
        onConfirm={(form) =>
          actions.perform({ intent: "enroll", sequenceId: sequence.id, email: String(form.get("email")) })
        }
      >
        <TextField
          label="Email"
          name="email"
          type="email"
          required
          maxLength={255}
          autoComplete="off"
          hint="A new address is added to the pipeline."
        />
      </ConfirmDialog>
      <ConfirmDialog
        {...dialog}
        open={asking === "enroll-view" && chosen?.preview !== null}
        title={`Enroll ${counted(chosen?.preview?.enrol ?? 0, "person", "people")}?`}
        confirm="Enroll"
        cancel="Cancel"
        busyText="Enrolling"
        onConfirm={() =>
          actions.perform({ intent: "enroll-view", sequenceId: sequence.id, query: chosen?.query ?? "" })
        }
      >
        <p>Everyone in “{chosen?.name}” who can be enrolled gets this sequence.</p>
      </ConfirmDialog>
      <ConfirmDialog
        {...dialog}
        open={removes !== null}
        title={`Remove ${removes ? nameOf(removes) : ""}?`}
        confirm="Remove"
        cancel="Keep"
        busyText="Removing"
        onConfirm={() => removes && actions.perform({ intent: "remove-person", enrollmentId: removes.id })}
      >
        <p>
          This person gets no more steps of the sequence. It cannot be resumed; a person who has not had a step can be
          enrolled again.
        </p>
      </ConfirmDialog>
    </SequenceFrame>
  );
}
