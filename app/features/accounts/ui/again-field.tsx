import type { ComponentProps } from "react";
import { PasswordField } from "#app/ui/field.tsx";

export const AgainField = (props: ComponentProps<typeof PasswordField>) => (
  <PasswordField {...props} autoComplete="current-password" maxLength={256} />
);
