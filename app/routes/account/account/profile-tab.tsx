import { useState } from "react";
import { accountWords } from "#app/features/accounts/accounts.ts";
import { ProfileForm } from "#app/features/accounts/ui/profile-form.tsx";
import { ToastHost, type ToastMessage } from "#app/ui/toast.tsx";
import { useAccountAct } from "./account-act.ts";
import type { AccountData } from "./account-data.server.ts";
import { AccountSection } from "./account-section.tsx";

export function ProfileTab({ data }: { data: AccountData }) {
  const { told, refusal, busy, act } = useAccountAct("profile");
  const [seen, setSeen] = useState(0);
  const toast: ToastMessage | null =
    told?.ok && told.at > seen ? { id: told.at, kind: "done", text: accountWords.profileSaved } : null;
  return (
    <AccountSection
      title="Profile"
      text="The wizard starts with these answers, and the analysis uses your cost per hour."
    >
      <ProfileForm values={data.profile} refusal={refusal} busy={busy} onValid={act} />
      <ToastHost toast={toast} onGone={() => setSeen(toast ? Number(toast.id) : seen)} />
    </AccountSection>
  );
}
