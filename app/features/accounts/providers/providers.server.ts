/** Sign-in with identity providers, for routes. */
export {
  disconnectProvider,
  finishProviderSignIn,
  listProviders,
  listSignInMethods,
  providerMinutes,
  startProviderSignIn,
} from "./provider-sign-in.server.ts";
