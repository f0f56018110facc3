import { newsletterConsent } from "#app/features/newsletter/subscribers/subscription.ts";
import { buttonClass } from "#app/ui/buttons/button.tsx";
import { HiddenField } from "#app/ui/forms/hidden-field.tsx";
import css from "./footer-signup.module.css";

/** The newsletter form in the footer: a plain form that opens the newsletter's page. */
export const FooterSignup = () => (
  <form method="post" action="/newsletter" className={css.form} aria-label="Newsletter signup">
    <label htmlFor="footer-email">Newsletter</label>
    <div className={css.line}>
      <input
        id="footer-email"
        type="email"
        name="email"
        placeholder="you@firm.example"
        autoComplete="email"
        maxLength={255}
        required
      />
      <button type="submit" name="source" value="footer" className={buttonClass({ size: 40 })}>
        Join
      </button>
    </div>
    <HiddenField />
    <p>
      {newsletterConsent} <a href="/privacy-policy">Privacy Policy</a>
    </p>
  </form>
);
