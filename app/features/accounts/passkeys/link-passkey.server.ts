import {
  generateRegistrationOptions,
  type PublicKeyCredentialCreationOptionsJSON,
  type RegistrationResponseJSON,
} from "@simplewebauthn/server";
import { type Refusal, refuse } from "#app/lib/refusal.ts";
import type { Result } from "#app/lib/result.ts";
import { keyedHash } from "#app/platform/secrets/hashes.server.ts";
import { type Registration, verifiedRegistration } from "./own-passkeys.server.ts";
import { passkeysArePossible, relyingParty } from "./relying-party.server.ts";

/*
 * A passkey in place of the password of a new member, made on the page of their link. Like the authenticator, its challenge follows from the link and
 * SECRET, so nothing is stored before the last step. It is used once, as the link is.
 */

const challengeOf = (token: string) => keyedHash("passkey of a link", token);

/** Without the name of the user, which the page knows; null where browsers have no passkeys. */
export async function linkPasskeyOptions(token: string): Promise<PublicKeyCredentialCreationOptionsJSON | null> {
  if (!passkeysArePossible()) return null;
  const { rpName, rpID } = relyingParty();
  return generateRegistrationOptions({
    ...{ rpName, rpID, userName: "", attestationType: "none" },
    userID: new Uint8Array(Buffer.from(keyedHash("user of a link", token), "base64url")),
    challenge: new Uint8Array(Buffer.from(challengeOf(token), "base64url")),
    authenticatorSelection: { residentKey: "required", userVerification: "preferred" },
  });
}

/** Refusal: not_verified. */
export const verifiedLinkPasskey = async (
  token: string,
  response: RegistrationResponseJSON,
): Promise<Result<Registration, Refusal<"not_verified">>> =>
  passkeysArePossible() ? verifiedRegistration(response, challengeOf(token)) : refuse("not_verified");
