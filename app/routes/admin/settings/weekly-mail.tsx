import { useAdminAction } from "#app/shell/admin/action.tsx";
import { Button } from "#app/ui/button.tsx";
import css from "./settings.module.css";
import type { SettingsIntent } from "./settings-actions.ts";

export function WeeklyMail({ isWanted, email }: { isWanted: boolean; email: string }) {
  const { act, busy, toast } = useAdminAction<SettingsIntent>();
  return (
    <section aria-labelledby="weekly-mail" className={css.tokens}>
      <h2 id="weekly-mail" className={css.head}>
        Weekly mail
      </h2>
      <p className={css.state}>
        {isWanted
          ? `On Mondays ${email} gets the visits of the past week and what changed most.`
          : `Get the visits of the past week and what changed most on Mondays, at ${email}.`}
      </p>
      <Button
        size={40}
        busy={busy}
        busyText="Saving"
        onClick={() => void act({ intent: "weekly-mail", isWanted: isWanted ? "no" : "yes" })}
      >
        {isWanted ? "Turn off the weekly mail" : "Send me the weekly mail"}
      </Button>
      {toast}
    </section>
  );
}
