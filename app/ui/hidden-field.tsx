/**
 * Stays empty when a person sends the form. Not displayed at all, so that neither assistive technology nor the browser's
 * own filling in can put anything there; programs that fill in every input do.
 */
export const HiddenField = () => (
  <input type="text" name="email_confirm" hidden aria-hidden="true" tabIndex={-1} autoComplete="off" />
);
