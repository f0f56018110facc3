import { ButtonLink } from "#app/ui/buttons/button.tsx";
import { SaveState } from "#app/ui/drafts/save-state.tsx";
import type { AccountEntry } from "#app/ui/frames/account-menu.tsx";
import { AppHeader } from "#app/ui/frames/app-header.tsx";
import { useFirmDates } from "#app/ui/text/firm-dates.tsx";
import { clockOf } from "./device-clock.ts";
import { DraftAlerts } from "./draft-alerts.tsx";
import css from "./draft-top.module.css";
import type { WizardDraft } from "./use-draft.ts";

/** The bar above a draft: its title, save state, exit, and problems with saving. */
export function DraftTop({
  title,
  draft,
  account,
}: {
  title: string;
  draft: WizardDraft;
  account: AccountEntry | null;
}) {
  const { style } = useFirmDates();
  const status = draft.id === null && draft.status === "saved" ? "unsaved" : draft.status;
  return (
    <div className={css.top}>
      <AppHeader
        scripted="Answers are saved with JavaScript only: what you enter now is lost."
        title={title}
        account={account}
      >
        <SaveState status={status} at={draft.savedAt ? clockOf(draft.savedAt, style) : undefined} />
        <ButtonLink variant="tertiary" size={40} href="/blueprint/wizard/mode" className={css.leave}>
          <span className={css.long}>Save and leave</span>
          <span className={`hidden ${css.short}`}>Leave</span>
        </ButtonLink>
      </AppHeader>
      <DraftAlerts draft={draft} />
    </div>
  );
}
