import { suppressionReasonLabels, suppressionScopeLabels } from "#app/features/mail/messages/mail-states.ts";
import { listSuppressions } from "#app/features/mail/refusals/suppressions.server.ts";
import { placeIn, searchIn, shownText } from "#app/lib/addresses/list-query.ts";
import { readableAddress } from "#app/lib/addresses/readable-address.ts";
import { unlisted } from "#app/lib/firm.ts";
import { type FormFields, type IntentOf, runIntent } from "#app/lib/forms/form-intent.ts";
import parts from "#app/routes/admin/admin-parts.module.css";
import type { mailAdminEndpoints } from "#app/routes/api/admin/mail-admin.server.ts";
import { type ActionResult, actionsOf, useAdminAction } from "#app/shell/admin/action.tsx";
import { admitted, requireAdmin } from "#app/shell/admin/admin.server.ts";
import { AdminFilters } from "#app/ui/admin/admin-filters.tsx";
import { AdminList, type ListColumn } from "#app/ui/admin/admin-list.tsx";
import { AdminPage } from "#app/ui/admin/admin-page.tsx";
import { Button } from "#app/ui/buttons/button.tsx";
import { ConfirmDialog } from "#app/ui/dialogs/confirm-dialog.tsx";
import { useDialog } from "#app/ui/dialogs/use-until-done.ts";
import { Empty } from "#app/ui/feedback/empty.tsx";
import { TextField } from "#app/ui/forms/field.tsx";
import { TabLinks } from "#app/ui/sections/tabs.tsx";
import { Day } from "#app/ui/text/firm-dates.tsx";
import type { Route } from "./+types/mail-suppressions";
import css from "./mail.module.css";
import { mailTabs } from "./mail-tabs.ts";

const act = actionsOf<typeof mailAdminEndpoints>();

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = await requireAdmin(context, request);
  const params = new URL(request.url).searchParams;
  const search = searchIn(params);
  const page = await listSuppressions(ctx, { search, ...placeIn(params) }).then(admitted);
  return { ...page, isSearch: search !== "" };
}

export const meta = () => unlisted("Suppressed addresses");

const actions = {
  lift: async (form: FormFields) =>
    act(
      "DELETE /admin/mail/suppressions/{id}",
      { id: form.text("suppression") },
      "Suppression lifted. Lists can email this address again.",
    ),
  add: async (form: FormFields) =>
    act(
      "POST /admin/mail/suppressions",
      { address: form.text("address"), detail: form.text("detail") },
      "Suppressed. Lists no longer email this address.",
    ),
};

export const clientAction = async ({ request }: Route.ClientActionArgs) =>
  runIntent<ActionResult>(await request.formData(), actions);

type Question = { kind: "add" } | { kind: "lift"; id: string; address: string } | null;

/** Lists suppressed addresses and the reasons. Transactional mail, such as codes, is always sent. */
export default function MailSuppressions({ loaderData: { rows, previous, next, isSearch } }: Route.ComponentProps) {
  const { act, busy, doneAt, refusal, toast } = useAdminAction<IntentOf<typeof actions>>();
  const [question, setQuestion, dialog] = useDialog<Question>({ busy, doneAt, refusal }, null);
  const columns: ListColumn<(typeof rows)[number]>[] = [
    {
      label: "Address",
      heads: true,
      cell: ({ address }) => <span className="breaks">{readableAddress(address)}</span>,
    },
    { label: "Applies to", cell: ({ scope }) => suppressionScopeLabels[scope] },
    {
      label: "Reason",
      cell: ({ reason, detail }) => (
        <>
          {suppressionReasonLabels[reason]}
          {detail && <span className={`muted breaks block size-81 ${css.error}`}>{detail}</span>}
        </>
      ),
    },
    { label: "Since", cell: ({ at }) => <Day at={at} /> },
    {
      label: "Actions",
      cell: ({ id, address }) => (
        <Button size={32} aria-label={`Lift ${address}`} onClick={() => setQuestion({ kind: "lift", id, address })}>
          Lift
        </Button>
      ),
    },
  ];
  return (
    <AdminPage
      title="Suppressed addresses"
      lead="Lists do not email these addresses. Codes, confirmations and reset links are always sent."
      tools={
        <Button size={40} icon="plus" onClick={() => setQuestion({ kind: "add" })}>
          Add an address
        </Button>
      }
    >
      <div className={parts.spaced}>
        <TabLinks label="Mail" items={mailTabs} current="/admin/mail/suppressions" />
      </div>
      <AdminFilters search="Search address" result={shownText(rows.length, next !== null)} />
      <AdminList
        caption="Suppressed addresses"
        columns={columns}
        rows={rows}
        previous={previous}
        next={next}
        empty={
          isSearch ? (
            <Empty title="Nothing found" text="No suppressed address matches your search." />
          ) : (
            <Empty title="No suppressed addresses" text="People who unsubscribe, bounce or complain appear here." />
          )
        }
      />
      <ConfirmDialog
        {...dialog}
        open={question?.kind === "add"}
        title="Suppress an address?"
        confirm="Suppress"
        busyText="Suppressing"
        onConfirm={(form) =>
          void act({ intent: "add", address: String(form.get("address")), detail: String(form.get("detail")) })
        }
      >
        <TextField label="Email" name="address" type="email" required maxLength={255} />
        <TextField label="Reason" name="detail" optional maxLength={200} hint="Such as: asked by phone." />
      </ConfirmDialog>
      <ConfirmDialog
        {...dialog}
        open={question?.kind === "lift"}
        title="Lift this suppression?"
        confirm="Lift"
        busyText="Lifting"
        onConfirm={() => question?.kind === "lift" && void act({ intent: "lift", suppression: question.id })}
      >
        <p>
          Lists may write to {question?.kind === "lift" ? question.address : ""} again. Do this only when its owner
          asked for it, or when the mailbox is known to work again.
        </p>
      </ConfirmDialog>
      {toast}
    </AdminPage>
  );
}
