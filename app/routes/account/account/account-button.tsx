import type { ComponentProps } from "react";
import { Button } from "#app/ui/buttons/button.tsx";
import css from "../account.module.css";
import type { AccountIntent } from "./account-action.ts";
import { useAccountAction } from "./use-account-action.ts";

/** A button that runs an account action, followed by the reason if it was refused. */
export function AccountButton({
  intent,
  id,
  ...button
}: { intent: AccountIntent; id?: string } & Omit<ComponentProps<typeof Button>, "busy" | "id" | "onClick">) {
  const { refusal, busy, act } = useAccountAction(intent);
  return (
    <>
      <Button size={40} {...button} busy={busy} onClick={() => act(id === undefined ? {} : { id })} />
      {refusal && !busy && (
        <p role="alert" className={`whole ui-size ${css.refusal}`}>
          {refusal.message}
        </p>
      )}
    </>
  );
}
