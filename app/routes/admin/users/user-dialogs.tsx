import { RoleFields } from "#app/features/accounts/ui/role-fields.tsx";
import type { UserDetail } from "#app/features/accounts/users/user-detail.server.ts";
import { readableAddress } from "#app/lib/addresses/readable-address.ts";
import { ConfirmDialog } from "#app/ui/dialogs/confirm-dialog.tsx";
import { TextField } from "#app/ui/forms/field.tsx";
import { type AccessQuestion, AccessQuestions } from "../access-requests/access-tools.tsx";
import type { UserIntent } from "./user-actions.ts";

export type Question =
  | "disable"
  | "end-sessions"
  | "reset-factor"
  | "change-role"
  | "join"
  | "delete"
  | AccessQuestion
  | null;

export function UserDialogs({
  user,
  question,
  busy,
  refusal,
  onClose,
  onConfirm,
}: {
  user: UserDetail;
  question: Question;
  busy: boolean;
  refusal: string | undefined;
  onClose: () => void;
  onConfirm: (intent: UserIntent, values?: Record<string, string>) => void;
}) {
  const { email, role, factor } = user;
  const dialog = (asked: NonNullable<Question>) => ({ open: question === asked, busy, refusal, onClose });
  return (
    <>
      <ConfirmDialog
        {...dialog("disable")}
        title="Disable this account?"
        confirm="Disable"
        busyText="Disabling"
        onConfirm={() => onConfirm("disable")}
      >
        <p>
          {readableAddress(email)} is signed out on every device and cannot sign in until you enable the account. The
          data stays.
        </p>
      </ConfirmDialog>
      <ConfirmDialog
        {...dialog("end-sessions")}
        title="End every session?"
        confirm="End all"
        busyText="Ending"
        onConfirm={() => onConfirm("end-sessions")}
      >
        <p>{readableAddress(email)} is signed out on every device and can sign in again.</p>
      </ConfirmDialog>
      <ConfirmDialog
        {...dialog("reset-factor")}
        title="Reset the second factor?"
        confirm="Reset"
        busyText="Resetting"
        onConfirm={() => onConfirm("reset-factor")}
      >
        <p>
          The authenticator app and the recovery codes of {email} stop working, and every session ends. Make sure that
          the request really comes from this person. They are notified by email.
        </p>
        {role && (
          <p>
            Members of the team cannot sign in without a second factor. To let them set up a new one, remove them from
            the team, let them sign in, then give them the role again.
          </p>
        )}
      </ConfirmDialog>
      <ConfirmDialog
        {...dialog("change-role")}
        title={role ? "Change the role?" : "Add this user to the team?"}
        confirm="Save role"
        busyText="Saving"
        onConfirm={(form) => onConfirm("change-role", { role: String(form.get("role")) })}
      >
        <RoleFields current={role} />
        <p>{readableAddress(email)} is notified by email. Users who leave the team are signed out on every device.</p>
        {!role && !factor && (
          <p>
            They must set up a second factor in their current session before they can open the admin area. Ask them not
            to sign out first.
          </p>
        )}
      </ConfirmDialog>
      <ConfirmDialog
        {...dialog("join")}
        title="Join to a company"
        confirm="Join"
        busyText="Joining"
        onConfirm={(form) => onConfirm("join", { email: String(form.get("email")) })}
      >
        <p>
          {email} then shares the company of another user and sees its name. Make sure that both agree: they may be
          strangers even if their addresses have the same domain.
        </p>
        <TextField label="Email of a member" name="email" type="email" required autoComplete="off" maxLength={255} />
      </ConfirmDialog>
      <AccessQuestions {...{ email, dialog }} userId={user.id} perform={onConfirm} />
      <ConfirmDialog
        {...dialog("delete")}
        title="Delete this user?"
        confirm="Delete for good"
        busyText="Deleting"
        onConfirm={(form) => onConfirm("delete", { email: String(form.get("email")) })}
      >
        <p>
          The account and everything about {email} is deleted immediately: profile, blueprints, calls, emails and the
          prospect. Invoices are kept as the law requires. This cannot be undone.
        </p>
        <TextField label="Type the address to confirm" name="email" required autoComplete="off" maxLength={320} />
      </ConfirmDialog>
    </>
  );
}
