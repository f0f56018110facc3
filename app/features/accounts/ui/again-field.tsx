import type { ComponentProps } from "react";
import { PasswordField } from "#app/ui/field.tsx";

/** The current password, for confirmation. */
export const AgainField = (props: ComponentProps<typeof PasswordField>) => (
  <PasswordField {...props} autoComplete="current-password" maxLength={256} />
);
