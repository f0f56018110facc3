import { useAdminAction } from "#app/shell/admin/action.tsx";
import { Button } from "#app/ui/buttons/button.tsx";
import css from "./settings.module.css";
import type { SettingsIntent } from "./settings-actions.ts";

export function WeeklyMail({ isWanted, email }: { isWanted: boolean; email: string }) {
  const { act, busy, toast } = useAdminAction<SettingsIntent>();
  return (
    <section aria-labelledby="weekly-mail" className={css.tokens}>
      <h2 id="weekly-mail" className={css.head}>
        Weekly email
      </h2>
      <p className={css.state}>
        {isWanted
          ? `Every Monday, ${email} gets last week's visits and the largest changes.`
          : `Get last week's visits and the largest changes every Monday, at ${email}.`}
      </p>
      <Button
        size={40}
        busy={busy}
        busyText="Saving"
        onClick={() => void act({ intent: "weekly-mail", isWanted: isWanted ? "no" : "yes" })}
      >
        {isWanted ? "Turn off the weekly email" : "Send me the weekly email"}
      </Button>
      {toast}
    </section>
  );
}
