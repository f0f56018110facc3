import { type FormEvent, useState } from "react";
import { Button } from "#app/ui/buttons/button.tsx";
import { TextField } from "#app/ui/forms/field.tsx";
import { PreviewToken, previewMessages } from "../tokens/preview.ts";
import css from "./preview-box.module.css";

/** Result of checking a token: `valid` is false for an invalid one, null if the check failed. */
export type TokenAnswer =
  | { kind: "answered"; valid: boolean }
  | { kind: "refused"; message: string | null }
  | { kind: "lost" };

/** The token form under the sign-in form of preview hosts, hidden from admins. A token opens the preview without an account. */
export function PreviewBox({
  refusal,
  show,
  onOpen,
}: {
  refusal: string | null;
  show: (token: string) => Promise<TokenAnswer>;
  onOpen: () => void;
}) {
  const [error, setError] = useState(refusal ?? undefined);
  const [busy, setBusy] = useState(false);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const field = event.currentTarget.elements.namedItem("token") as HTMLInputElement;
    const fail = (message: string) => {
      setError(message);
      field.focus();
    };
    const entry = PreviewToken.safeParse({ token: field.value });
    if (!entry.success) return fail(previewMessages.invalid);
    setBusy(true);
    const answer = await show(entry.data.token);
    setBusy(false);
    if (answer.kind === "answered" && answer.valid) return onOpen();
    fail(wordsFor(answer));
  }

  return (
    <section className={`rule-top ${css.box}`} aria-labelledby="preview-title">
      <h2 id="preview-title" className="t4">
        This is a preview
      </h2>
      <p className="small">It is open to admins and to everyone with a preview token.</p>
      <noscript>
        <p className="small">Entering a token needs JavaScript. A link that contains one works without it.</p>
      </noscript>
      <form method="post" className={`grid gap-90 top-100 justify-items-start ${css.form}`} onSubmit={submit}>
        <TextField
          label="Preview Token"
          name="token"
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          onInput={() => setError(undefined)}
          error={error}
        />
        <Button type="submit" busy={busy} busyText="Checking the token">
          Open the preview
        </Button>
      </form>
    </section>
  );
}

function wordsFor(answer: TokenAnswer): string {
  switch (answer.kind) {
    case "answered":
      return previewMessages.invalid;
    case "refused":
      return answer.message ?? previewMessages.notValidated;
    case "lost":
      return previewMessages.failed;
  }
}
