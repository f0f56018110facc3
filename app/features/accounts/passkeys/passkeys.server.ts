/** Passkeys, for other features and routes. */
export {
  finishPasskey,
  listPasskeys,
  removePasskey,
  renamePasskey,
  startPasskey,
} from "./own-passkeys.server.ts";
export { passkeysArePossible, signInByPasskey, startPasskeySignIn } from "./passkey-sign-in.server.ts";
