import { type FormEvent, useEffect, useRef, useState } from "react";
import type { SignupAnswer, SignupToast } from "#app/lib/forms/signup-answer.ts";
import { SubmitWithConsent } from "#app/ui/buttons/submit-with-consent.tsx";
import { Notice } from "#app/ui/feedback/notice.tsx";
import { TextField } from "#app/ui/forms/field.tsx";
import { HiddenField } from "#app/ui/forms/hidden-field.tsx";
import { NewsletterSignup, newsletterConsent, newsletterMessages as words } from "../subscribers/subscription.ts";

type Phase = "form" | "submitting" | "done" | "already";
const closesAfterMs = { done: 2000, already: 2500 } as const;

/** The newsletter form. Shows the outcome in the dialog and in a toast, and closes after a success. */
export function NewsletterForm({
  source,
  send,
  toast,
  onDone,
}: {
  source: string;
  send: (signup: { email: string; source: string; email_confirm: string }) => Promise<SignupAnswer>;
  toast: (toast: SignupToast) => void;
  onDone: () => void;
}) {
  const [phase, setPhase] = useState<Phase>("form");
  const [mustConfirm, setMustConfirm] = useState(false);
  const [error, setError] = useState<string>();
  const outcome = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (phase !== "done" && phase !== "already") return;
    outcome.current?.focus();
    const timer = setTimeout(onDone, closesAfterMs[phase]);
    return () => clearTimeout(timer);
  }, [phase, onDone]);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const field = event.currentTarget.elements.namedItem("email") as HTMLInputElement;
    const refuse = (message: string) => {
      setError(message);
      field.focus();
    };
    const signup = NewsletterSignup.safeParse({ email: form.get("email"), source });
    if (!signup.success) return refuse(signup.error.issues[0]?.message ?? words.somethingWrong);
    setPhase("submitting");
    const email_confirm = String(form.get("email_confirm") ?? "");
    const answer = await send({ email: signup.data.email, source, email_confirm });
    if (!answer.ok) {
      setPhase("form");
      if (answer.fields?.["email"]) refuse(answer.fields["email"]);
      toast({ title: words.failedTitle, text: answer.message ?? words.somethingWrong, kind: "error" });
    } else if (answer.message?.toLowerCase().includes(words.alreadyMarker)) {
      setPhase("already");
      toast({ title: words.alreadyTitle, text: words.alreadyText, kind: "info" });
    } else {
      setPhase("done");
      setMustConfirm(answer.message === words.confirm);
      toast({ title: words.welcomeTitle, text: answer.message ?? words.welcome, kind: "done" });
    }
  }

  if (phase === "done" || phase === "already")
    return (
      <div ref={outcome} tabIndex={-1}>
        {phase === "done" ? (
          <Notice kind="positive" title={words.aboard}>
            <p>
              {mustConfirm
                ? "To confirm, open the link in the email that is on its way to your inbox."
                : "The first email is on its way to your inbox."}
            </p>
          </Notice>
        ) : (
          <Notice kind="info" title={words.alreadyTitle}>
            <p>This address already gets the newsletter, so there is nothing to do.</p>
          </Notice>
        )}
      </div>
    );
  const busy = phase === "submitting";
  return (
    <form className="grid gap-110" method="post" noValidate onSubmit={submit}>
      <p>About once a month: one revenue automation, with its cost, its return and what it took to build.</p>
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete="email"
        maxLength={255}
        required
        autoFocus
        readOnly={busy}
        onInput={() => setError(undefined)}
        error={error}
      />
      <HiddenField />
      <SubmitWithConsent label="Subscribe" consent={newsletterConsent} busy={busy} busyText="Subscribing" />
    </form>
  );
}
