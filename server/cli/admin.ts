import { renderUnicodeCompact } from "uqr";
import {
  type AdminRefusal,
  createAdmin,
  prepareAdmin,
  revokeAdmin,
} from "#app/features/accounts/users/administrators.server.ts";
import { makeSetupLink } from "#app/features/accounts/users/setup-link.server.ts";
import { asciiDigits, withoutSeparators } from "#app/lib/forms/typed-code.ts";
import type { Refusal } from "#app/lib/refusal.ts";
import { never } from "#app/lib/result.ts";
import type { Role } from "#app/lib/rights.ts";
import { currentTime } from "#app/platform/dates/clock.server.ts";
import { done, failure, type Outcome } from "./terminal/output.ts";
import { ask, askNames, lineFromInput } from "./terminal/questions.ts";
import { atWork, type Workplace } from "./workplace.ts";

type CreateOptions = {
  passwordStdin?: boolean;
  totpSecret?: string;
  firstName?: string;
  lastName?: string;
  role?: Role;
  json?: boolean;
};

export const create = (email: string, options: CreateOptions): Promise<Outcome> =>
  atWork(async (place) => {
    const given = options.passwordStdin ? await lineFromInput() : undefined;
    const prepared = await withPassword(place, email, given);
    if (!prepared.ok) return refused(prepared.reason);
    const { password, enrollment, isNamed } = prepared.value;
    const names = await askNames(options, isNamed);

    const secret = options.totpSecret ?? enrollment?.secret;
    const code = options.totpSecret || !enrollment ? undefined : await showAndAsk(enrollment.uri, enrollment.secret);
    const made = await createAdmin(
      { ...place.ctx, now: currentTime() },
      { email, password, totpSecret: secret, code, role: options.role, ...names },
    );
    if (!made.ok) return refused(made.reason);
    const { userId, created, clientName, otpauthUri, recoveryCodes } = made.value;
    const said = `${email} is an admin${created ? " with a new account" : ""}. Clients read the name ${clientName}; the account's profile changes it. Sign in at ${place.settings.SITE_URL}/auth with the password and a code.`;
    return done(
      { userId, email, created, clientName, otpauthUri, recoveryCodes },
      recoveryCodes ? `${said}\n${kept(recoveryCodes)}` : said,
    );
  });

/** Asks on the terminal for the password of a new account, unless it is given. */
async function withPassword({ ctx }: Workplace, email: string, given: string | undefined) {
  const first = await prepareAdmin(ctx, { email, password: given });
  if (first.ok || first.reason.kind !== "password_needed")
    return first.ok ? { ok: true as const, value: { ...first.value, password: given } } : first;
  const password = await ask("Password for the new account: ", { hidden: true });
  const prepared = await prepareAdmin(ctx, { email, password });
  return prepared.ok ? { ok: true as const, value: { ...prepared.value, password } } : prepared;
}

const kept = (codes: readonly string[]) =>
  `\nRecovery codes, each good once if the authenticator app is lost. They are shown only now:\n\n${codes.map((code) => `  ${code}`).join("\n")}\n`;

async function showAndAsk(uri: string, secret: string): Promise<string> {
  process.stderr.write(
    `\nScan this with an authenticator app:\n\n${renderUnicodeCompact(uri)}\n\nor type the secret ${secret}\n${uri}\n\n`,
  );
  return withoutSeparators(asciiDigits(await ask("Six-digit code: ")));
}

function refused(
  reason: AdminRefusal | Refusal<"bad_secret" | "wrong_code" | "factor_needed" | "link_not_valid">,
): Outcome {
  switch (reason.kind) {
    case "bad_email":
      return failure(reason.kind, "That is not an email address.");
    case "password_needed":
      return failure(
        reason.kind,
        "This account does not exist yet. A password is needed to create it (--password-stdin).",
      );
    case "weak_password":
      return failure(
        reason.kind,
        "The password needs at least 8 characters with an uppercase letter, a lowercase letter and a number.",
      );
    case "common_password":
      return failure(reason.kind, "This password is too common. Please choose another.");
    case "account_disabled":
      return failure(reason.kind, "That account is disabled.");
    case "bad_secret":
      return failure(reason.kind, "The secret is not Base32 of at least 16 bytes.");
    case "wrong_code":
      return failure(reason.kind, "Invalid verification code. Please try again.");
    case "factor_needed":
      return failure(reason.kind, "That account has no second factor; use --totp-secret or enter a code.");
    case "not_allowed":
    case "link_not_valid":
      return failure(reason.kind, "Only the operator can do that.");
    default:
      return never(reason);
  }
}

/** A link to the page that makes the first owner. */
export const setupLink = (): Promise<Outcome> =>
  atWork(async ({ ctx }) => {
    const made = await makeSetupLink({ ...ctx, now: currentTime() });
    if (!made.ok)
      return failure(made.reason.kind, "Set-up is done: there is an admin already. Use `admin create EMAIL`.");
    const { url, expiresAt } = made.value;
    return done({ url, expiresAt }, `${url}\nIt can be used once, until ${expiresAt.toISOString()}.`);
  });

export const revoke = (email: string): Promise<Outcome> =>
  atWork(async ({ ctx }) => {
    const revoked = await revokeAdmin(ctx, { email });
    if (revoked.ok) return done({ email, admin: false }, `${email} is no longer an admin.`);
    switch (revoked.reason.kind) {
      case "no_such_account":
        return failure(revoked.reason.kind, `There is no account ${email}.`);
      case "not_an_admin":
        return failure(revoked.reason.kind, `${email} is not an admin.`);
      case "not_allowed":
        return failure(revoked.reason.kind, "Only the operator can do that.");
      default:
        return never(revoked.reason);
    }
  });
