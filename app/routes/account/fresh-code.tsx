import { useState } from "react";
import { redirect } from "react-router";
import { accountMessages } from "#app/features/accounts/accounts.ts";
import { hasFactor } from "#app/features/accounts/second-factor/codes.server.ts";
import css from "#app/features/accounts/ui/form.module.css";
import { AuthFrame } from "#app/features/accounts/ui/sign-in/auth-frame.tsx";
import { nextPath } from "#app/lib/addresses/next-path.ts";
import { unlisted } from "#app/lib/firm.ts";
import { PasskeyInstead } from "#app/shell/account/passkey-instead.tsx";
import { requestContext } from "#app/shell/request-context.ts";
import { Button } from "#app/ui/buttons/button.tsx";
import { Notice } from "#app/ui/feedback/notice.tsx";
import { TextField } from "#app/ui/forms/field.tsx";
import type { Route } from "./+types/fresh-code";

/** Asks for a code before a plain form can be sent again; works without scripts. Posts to routes/forms/auth-links.server.ts. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const query = new URL(request.url).searchParams;
  const next = nextPath(query.get("next")) ?? "/account";
  if (ctx.actor.kind !== "user") throw redirect(`/auth?next=${encodeURIComponent(next)}`);
  if (!(await hasFactor.of(ctx, ctx.actor.userId))) throw redirect(next);
  return { next, fault: faults.get(query.get("notice")) ?? null };
}

const faults = new Map<string | null, string>([
  ["wrong-code", accountMessages.wrongCode],
  ["too-many", accountMessages.tooManyTries],
]);

export const meta = () => unlisted("Enter a code");

export default function FreshCodePage({ loaderData: { next, ...loaded } }: Route.ComponentProps) {
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const fault = refused ?? loaded.fault;
  return (
    <AuthFrame about="safety" title="Enter a code">
      {fault && (
        <Notice kind="critical" live className="top-175">
          {fault}
        </Notice>
      )}
      <p className={`prose ${css.lead}`}>{accountMessages.freshCode}</p>
      <form method="post" action="/auth/fresh-code" className="grid gap-125 top-175">
        <input type="hidden" name="next" value={next} />
        <TextField label="Verification Code" name="code" inputMode="numeric" autoComplete="one-time-code" autoFocus />
        <Button type="submit" variant="primary" wide>
          Verify
        </Button>
      </form>
      <PasskeyInstead
        busy={busy}
        onBusy={setBusy}
        onProven={() => window.location.assign(next)}
        onRefused={({ message }) => setRefused(message)}
      />
    </AuthFrame>
  );
}
