export {
  disconnectProvider,
  finishProviderSignIn,
  listProviders,
  listSignInMethods,
  providerMinutes,
  startProviderSignIn,
} from "./provider-sign-in.server.ts";
