import type { ComponentProps } from "react";
import { PasswordField } from "#app/ui/forms/field.tsx";

export const AgainField = (props: ComponentProps<typeof PasswordField>) => (
  <PasswordField {...props} autoComplete="current-password" maxLength={256} />
);
