import type { ComponentProps } from "react";
import { Button } from "#app/ui/buttons/button.tsx";
import css from "../account.module.css";
import type { ButtonIntent } from "./account-action.ts";
import { useAccountAction } from "./use-account-action.ts";

/** A button that runs an account action, also without scripts, followed by the reason if it was refused. */
export function AccountButton({
  intent,
  id,
  ...button
}: { intent: ButtonIntent; id?: string } & Omit<ComponentProps<typeof Button>, "busy" | "id" | "type">) {
  const { refusal, busy, act } = useAccountAction(intent);
  return (
    <>
      <form
        method="post"
        data-plain=""
        onSubmit={(event) => {
          event.preventDefault();
          void act(id === undefined ? {} : { id });
        }}
      >
        <input type="hidden" name="intent" value={intent} />
        {id !== undefined && <input type="hidden" name="id" value={id} />}
        <Button type="submit" size={40} {...button} busy={busy} />
      </form>
      {refusal && !busy && (
        <p role="alert" className={`whole ui-size ${css.refusal}`}>
          {refusal.message}
        </p>
      )}
    </>
  );
}
