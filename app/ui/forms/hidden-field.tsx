/** A honeypot field. Not displayed, so neither assistive technology nor autofill can fill it; bots that fill every input do. */
export const HiddenField = () => (
  <input type="text" name="email_confirm" hidden aria-hidden="true" tabIndex={-1} autoComplete="off" />
);
