import { Button } from "./button.tsx";

/** The end of a form that needs consent: the submit button, then the consent text with the privacy policy. */
export function SubmitWithConsent({
  label,
  consent,
  busy,
  busyText,
}: {
  label: string;
  consent: string;
  busy: boolean;
  busyText: string;
}) {
  return (
    <div className="grid gap-90">
      <Button type="submit" variant="primary" wide busy={busy} busyText={busyText}>
        {label}
      </Button>
      <p className="small muted">
        {consent} <a href="/privacy-policy">Privacy Policy</a>
      </p>
    </div>
  );
}
