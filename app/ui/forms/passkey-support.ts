import { useSyncExternalStore } from "react";

const unchanging = () => () => {};

/**
 * Whether this browser supports passkeys. Assumed on the server, so that the page does not move at hydration: hide what needs
 * passkeys if scripts are off.
 */
export const usePasskeySupport = (): boolean =>
  useSyncExternalStore(
    unchanging,
    () => typeof window.PublicKeyCredential === "function",
    () => true,
  );
