import type { ComponentProps } from "react";
import { Behavior } from "#app/island-kit/behavior.tsx";

/** A form of a content page that the browser posts; while it is sent, its fields and buttons are disabled (behaviors/form-sending.ts). */
export const PostedForm = ({ children, ...rest }: ComponentProps<"form">) => (
  <form method="post" {...rest}>
    {children}
    <Behavior of="form-sending" late />
  </form>
);
