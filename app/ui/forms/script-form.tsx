import type { ComponentProps } from "react";

/**
 * A form that only works with scripts. Without scripts the frame hides its buttons, and Enter in a field does not submit,
 * because the first submit button of the form is disabled.
 */
export function ScriptForm({ children, ...rest }: ComponentProps<"form">) {
  return (
    <form method="post" {...rest}>
      <noscript>
        <button type="submit" disabled hidden />
      </noscript>
      {children}
    </form>
  );
}
