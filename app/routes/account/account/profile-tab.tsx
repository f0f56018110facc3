import { useState } from "react";
import { accountMessages } from "#app/features/accounts/accounts.ts";
import { ProfileForm } from "#app/features/accounts/ui/profile-form.tsx";
import { ToastHost, type ToastMessage } from "#app/ui/feedback/toast.tsx";
import type { AccountData } from "./account-data.server.ts";
import { AccountSection } from "./account-section.tsx";
import { CompanySection } from "./company-section.tsx";
import { useAccountAction } from "./use-account-action.ts";

export function ProfileTab({ data }: { data: AccountData }) {
  const { result, refusal, posted, busy, act } = useAccountAction("profile");
  const [seen, setSeen] = useState(0);
  const toast: ToastMessage | null =
    result?.ok && result.at > seen ? { id: result.at, kind: "done", text: accountMessages.profileSaved } : null;
  return (
    <>
      <AccountSection
        title="Profile"
        text="The wizard starts with these answers, and the analysis uses your cost per hour."
      >
        <ProfileForm
          values={data.profile}
          posted={posted}
          refusal={refusal}
          savedAt={result?.ok ? result.at : 0}
          busy={busy}
          onValid={(input) => void act(input)}
        />
        <ToastHost toast={toast} onGone={() => setSeen(toast ? Number(toast.id) : seen)} />
      </AccountSection>
      <CompanySection data={data} />
    </>
  );
}
