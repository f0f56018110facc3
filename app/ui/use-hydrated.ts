import { useSyncExternalStore } from "react";

const never = () => () => {};

/** Whether scripts handle the page already: false on the server, and in the browser until React has taken over. */
export const useIsHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
