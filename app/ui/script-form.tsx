import type { ComponentProps } from "react";

/**
 * A form that only a script can send. Without scripts the frame hides its buttons, and Enter in a field sends nothing, because
 * the first submit button of a form decides about that.
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
