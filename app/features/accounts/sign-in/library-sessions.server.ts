import { isAPIError } from "better-auth/api";
import type { Ctx } from "#app/platform/context.server.ts";
import type { SignIn } from "../accounts.ts";
import { findUserByEmail } from "../profile/profile.server.ts";
import type { Aal } from "../tables.server.ts";
import { accountsLibrary, clientAddressHeader, type GateCode, gateCodes } from "./library.server.ts";

type Client = { address: string; userAgent: string };

export type Opened = {
  cookies: string[];
  user: { id: string; email: string; name: string; emailVerified: boolean };
};

/**
 * The outcome of a password. `wrong` includes unknown addresses and accounts without a password; all others are
 * returned for the right password only.
 */
export type PasswordOutcome =
  | { kind: "opened"; opened: Opened }
  | { kind: "wrong" | "disabled" }
  | { kind: "factor-missing" }
  | { kind: "unverified" | "code-needed"; userId: string };

const refusals = {
  INVALID_EMAIL_OR_PASSWORD: "wrong",
  DISABLED: "disabled",
  EMAIL_NOT_VERIFIED: "unverified",
  SECOND_FACTOR_REQUIRED: "code-needed",
  SECOND_FACTOR_MISSING: "factor-missing",
} as const;

export async function tryPassword(ctx: Ctx, body: SignIn, client: Client): Promise<PasswordOutcome> {
  try {
    const { headers, response } = await accountsLibrary(ctx).api.signInEmail({
      body,
      headers: headersOf(client),
      returnHeaders: true,
    });
    return { kind: "opened", opened: openedFrom(headers, response.user) };
  } catch (error) {
    const kind = refusals[codeOf(error) as keyof typeof refusals];
    if (!kind) throw error;
    if (kind === "wrong" || kind === "disabled" || kind === "factor-missing") return { kind };
    const person = await findUserByEmail(ctx, body.email);
    return person ? { kind, userId: person.id } : { kind: "wrong" };
  }
}

/**
 * Opens a session for a verified user: at aal2 after a valid code, at aal1 after a mailed code in the browser that
 * entered the password. Refusals: disabled account, second factor required or missing.
 */
export async function openProvenSession(
  ctx: Ctx,
  body: { userId: string; aal: Aal },
  client: Client,
): Promise<Opened | GateCode> {
  try {
    const { headers, response } = await accountsLibrary(ctx).api.openProvenSession({
      body,
      headers: headersOf(client),
      returnHeaders: true,
    });
    return openedFrom(headers, response.user);
  } catch (error) {
    const refused = gateCodes.find((code) => code === codeOf(error));
    if (!refused) throw error;
    return refused;
  }
}

/** The library gets only the user agent and the client address from the request chain. */
const headersOf = ({ address, userAgent }: Client) =>
  new Headers({ [clientAddressHeader]: address, "user-agent": userAgent.slice(0, 500) });

const openedFrom = (headers: Headers, user: Opened["user"]): Opened => ({
  cookies: headers.getSetCookie(),
  user: { id: user.id, email: user.email, name: user.name, emailVerified: user.emailVerified },
});

const codeOf = (error: unknown): string | undefined => (isAPIError(error) ? error.body?.code : undefined);
