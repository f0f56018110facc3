import { useState } from "react";
import { Link } from "react-router";
import { RoleFields } from "#app/features/accounts/ui/role-fields.tsx";
import { type Member, readTeam, type TeamInvitation } from "#app/features/accounts/users/team.server.ts";
import { readableAddress } from "#app/lib/addresses/readable-address.ts";
import { unlisted } from "#app/lib/firm.ts";
import { isAdminRole, roleLabels, roleOf } from "#app/lib/rights.ts";
import { useAdminAction } from "#app/shell/admin/action.tsx";
import { requireAdmin } from "#app/shell/admin/admin.server.ts";
import { AdminList, type ListColumn } from "#app/ui/admin/admin-list.tsx";
import { AdminPage } from "#app/ui/admin/admin-page.tsx";
import { Button } from "#app/ui/buttons/button.tsx";
import { AskedField, ConfirmDialog } from "#app/ui/dialogs/confirm-dialog.tsx";
import { useDialog } from "#app/ui/dialogs/use-until-done.ts";
import { Badge } from "#app/ui/feedback/badge.tsx";
import { Day, Moment } from "#app/ui/text/firm-dates.tsx";
import type { Route } from "./+types/team";
import { performTeamAction, type TeamIntent } from "./team-actions.ts";

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = await requireAdmin(context, request);
  const team = await readTeam(ctx);
  if (!team.ok) throw new Error("The guard accepted a role without the right.");
  const role = roleOf(ctx.actor);
  return {
    ...team.value,
    me: ctx.actor.userId,
    canChange: role !== null && isAdminRole(role),
    isOwner: role === "owner",
  };
}

export const meta = () => unlisted("Team");

export const clientAction = async ({ request }: Route.ClientActionArgs) => performTeamAction(await request.formData());

export default function Team({ loaderData }: Route.ComponentProps) {
  const { members, invitations, me, canChange, isOwner } = loaderData;
  const { act, busy, running, doneAt, refusal, refusedFields, toast } = useAdminAction<TeamIntent>();
  const [inviting, setInviting, invitingDialog] = useDialog({ busy, doneAt, refusal }, false);
  const [changing, setChanging, changingDialog] = useDialog<Member | null>({ busy, doneAt, refusal }, null);
  const [shown, setShown] = useState<Member | null>(null);
  if (changing && changing !== shown) setShown(changing);
  const mayChange = ({ id, role }: Member) => canChange && id !== me && (isOwner || role !== "owner");
  const columns: ListColumn<Member>[] = [
    {
      label: "Member",
      heads: true,
      cell: ({ id, email, name }) => (
        <>
          <Link className="breaks" to={`/admin/users/${id}`}>
            {name || readableAddress(email)}
          </Link>
          {name && <span className="block muted smaller weight-400">{readableAddress(email)}</span>}
        </>
      ),
    },
    { label: "Role", cell: ({ role }) => roleLabels[role] },
    { label: "State", cell: (member) => <MemberState {...member} /> },
    {
      label: "Last seen",
      cell: ({ lastSeenAt }) => (lastSeenAt ? <Moment at={lastSeenAt} /> : "No open session"),
    },
    {
      label: "Actions",
      cell: (member) =>
        mayChange(member) && (
          <Button
            size={32}
            aria-label={`Change role: ${readableAddress(member.email)}`}
            onClick={() => setChanging(member)}
          >
            Change role
          </Button>
        ),
    },
  ];
  const invited: ListColumn<TeamInvitation>[] = [
    {
      label: "Invited",
      heads: true,
      cell: ({ email }) => <span className="breaks">{readableAddress(email)}</span>,
    },
    { label: "Role", cell: ({ role }) => roleLabels[role] },
    { label: "Expires", cell: ({ expiresAt }) => <Day at={expiresAt} /> },
    {
      label: "Actions",
      cell: ({ id, email }) =>
        canChange && (
          <Button
            size={32}
            busy={busy && running?.get("invitationId") === id}
            aria-label={`Withdraw the invitation of ${readableAddress(email)}`}
            onClick={() => void act({ intent: "withdraw", invitationId: id })}
          >
            Withdraw
          </Button>
        ),
    },
  ];
  return (
    <AdminPage
      title="Team"
      lead="Everyone with access to the admin area. Each member signs in with a second factor."
      tools={
        canChange ? (
          <Button size={40} variant="primary" icon="plus" onClick={() => setInviting(true)}>
            Invite
          </Button>
        ) : undefined
      }
    >
      <AdminList caption="Team" columns={columns} rows={members} empty={null} />
      {invitations.length > 0 && (
        <section aria-labelledby="invitations" className="top-175">
          <h2 id="invitations" className="t4">
            Open invitations
          </h2>
          <AdminList caption="Open invitations" columns={invited} rows={invitations} empty={null} />
        </section>
      )}
      <ConfirmDialog
        {...invitingDialog}
        refusedFields={refusedFields}
        open={inviting}
        title="Invite to the team"
        confirm="Send invitation"
        busyText="Sending"
        onConfirm={(form) =>
          void act({ intent: "invite", email: String(form.get("email")), role: String(form.get("role")) })
        }
      >
        <AskedField label="Email" name="email" type="email" required autoComplete="off" maxLength={255} />
        <RoleFields current={null} isNew />
      </ConfirmDialog>
      <ConfirmDialog
        {...changingDialog}
        open={changing !== null}
        title={`Change the role of ${shown ? readableAddress(shown.email) : ""}?`}
        confirm="Save role"
        busyText="Saving"
        onConfirm={(form) =>
          shown && void act({ intent: "change-role", userId: shown.id, role: String(form.get("role")) })
        }
      >
        <RoleFields key={shown?.id} current={shown?.role ?? null} />
        <p>They are notified by email. Members who leave the team are signed out on every device.</p>
      </ConfirmDialog>
      {toast}
    </AdminPage>
  );
}

function MemberState({ isDisabled, factor }: Member) {
  if (isDisabled)
    return (
      <Badge kind="critical" icon="lock">
        Disabled
      </Badge>
    );
  if (factor === "working") return "Active";
  return (
    <Badge kind="caution" icon="warning">
      {factor === "none" ? "No second factor" : "Authenticator not readable"}
    </Badge>
  );
}
