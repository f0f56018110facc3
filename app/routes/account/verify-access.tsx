import { useRevalidator } from "react-router";
import { type AccessCodeEntry, codeMessages } from "#app/features/access/access.ts";
import { findOwnAccess } from "#app/features/access/requests/own-access.server.ts";
import { canRequestAgain, nextSteps, type OwnAccess, takesCode } from "#app/features/access/requests/own-access.ts";
import { CodeForm } from "#app/features/access/ui/code-form.tsx";
import { OwnAccessNote } from "#app/features/access/ui/own-access-note.tsx";
import { AuthFrame } from "#app/features/accounts/ui/sign-in/auth-frame.tsx";
import { CodeWithin } from "#app/features/content/code-within.tsx";
import { sendCode } from "#app/islands/access-endpoints.ts";
import { readableAddress } from "#app/lib/addresses/readable-address.ts";
import { unlisted } from "#app/lib/firm.ts";
import { requestContext } from "#app/shell/request-context.ts";
import { ButtonLink } from "#app/ui/buttons/button.tsx";
import type { Route } from "./+types/verify-access";
import css from "./verify-access.module.css";

const here = encodeURIComponent("/verify-access");

/** Returns 200 for everyone; the content depends on the visitor. */
export async function loader({ context }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const { actor, refusedForm } = ctx;
  const refused = refusedForm && {
    code: refusedForm.values["code"] ?? "",
    error: refusedForm.message ?? codeMessages.failed,
  };
  if (actor.kind !== "user") return { email: null, access: null, refused: null };
  return { email: actor.email, access: await findOwnAccess({ ...ctx, actor }), refused: refused ?? null };
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  unlisted(`${loaderData?.email ? "Enter your access code" : "Authentication Required"}`);

export default function VerifyAccess({ loaderData }: Route.ComponentProps) {
  return loaderData.email === null ? <SignInFirst /> : <EnterCode {...loaderData} />;
}

function SignInFirst() {
  return (
    <AuthFrame title="Authentication Required">
      <p className={`prose ${css.lead}`}>
        An access code belongs to the account with the email address it was sent to. Sign in with that address, and
        enter the code here.
      </p>
      <div className="grid gap-125">
        <ButtonLink variant="primary" wide href={`/auth?next=${here}`}>
          Go to Sign In
        </ButtonLink>
        <p className="small">
          No account yet? <a href={`/auth?tab=signup&next=${here}`}>Create one</a> with the same address. No code yet?{" "}
          <a href="/request-access">Request one</a>.
        </p>
      </div>
    </AuthFrame>
  );
}

/** Steps that the form and the text below it take. */
const inForm = new Set(["/verify-access", "/request-access"]);

function EnterCode({
  email,
  access,
  refused,
}: {
  email: string;
  access: OwnAccess | null;
  refused: { code: string; error: string } | null;
}) {
  const hasForm = takesCode(access);
  const steps = nextSteps(access).filter(({ href }) => !inForm.has(href));
  return (
    <AuthFrame title={hasForm ? "Enter your access code" : "Your access to the wizard"}>
      {access && <OwnAccessNote access={access} email={email} className="top-125" />}
      {steps.length > 0 && (
        <div className="top-125">
          {steps.map(({ href, label }) => (
            <ButtonLink key={href} {...(!hasForm && { variant: "primary" })} wide href={href}>
              {label}
            </ButtonLink>
          ))}
        </div>
      )}
      {hasForm && <CodePart email={email} access={access} refused={refused} />}
      <form method="post" action="/api/auth/sign-out" className={`top-175 ${css.other}`}>
        <p className="small">
          {hasForm ? "Did the email go to another address?" : "Do you have another account?"}{" "}
          <button type="submit" className={css.plain}>
            Sign Out
          </button>
        </p>
      </form>
    </AuthFrame>
  );
}

function CodePart({ email, access, refused }: Parameters<typeof EnterCode>[0]) {
  const { revalidate } = useRevalidator();
  // Another tab may have used the code: the page then shows that the wizard is open, and no longer that a code is waiting.
  const send = async (entry: AccessCodeEntry) => {
    const answer = await sendCode(entry);
    if (!answer.ok) await revalidate();
    return answer;
  };
  return (
    <>
      <p className={`prose ${css.lead}`}>
        Enter the code that was issued to <strong>{readableAddress(email)}</strong>: twelve letters and digits in three
        groups.
      </p>
      <CodeForm
        length={20}
        submitLabel="Validate Code"
        send={send}
        refused={refused}
        onGranted={() => window.location.assign("/blueprint/wizard")}
      >
        {canRequestAgain(access) && (
          <p className="small">
            No code? <a href="/request-access">Request one</a>
            {access?.state === "declined" ? (
              "."
            ) : (
              <>
                ; at a work address it arrives within <CodeWithin />.
              </>
            )}
          </p>
        )}
      </CodeForm>
    </>
  );
}
