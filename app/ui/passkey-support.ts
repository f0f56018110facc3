import { useSyncExternalStore } from "react";

const unchanging = () => () => {};

/** Whether this browser knows passkeys; false on the server and until the page is hydrated. */
export const usePasskeySupport = (): boolean =>
  useSyncExternalStore(
    unchanging,
    () => typeof window.PublicKeyCredential === "function",
    () => false,
  );
