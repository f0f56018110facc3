export { proveFreshPasskey, startFreshPasskey } from "./fresh-passkey.server.ts";
export {
  finishPasskey,
  listPasskeys,
  removePasskey,
  renamePasskey,
  startPasskey,
} from "./own-passkeys.server.ts";
export { passkeysArePossible, signInByPasskey, startPasskeySignIn } from "./passkey-sign-in.server.ts";
