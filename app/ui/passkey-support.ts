import { useSyncExternalStore } from "react";

const unchanging = () => () => {};

/** Whether this browser supports passkeys; false on the server and before hydration. */
export const usePasskeySupport = (): boolean =>
  useSyncExternalStore(
    unchanging,
    () => typeof window.PublicKeyCredential === "function",
    () => false,
  );
