/**
 * Whether an error says that code of the page could not be fetched, as the engines put it (Chromium, Firefox, WebKit) and
 * as the build's own loader does for style sheets. Anything else, a bug in code that did arrive included, is not one.
 */
export function isModuleFailure(error: unknown): boolean {
  return error instanceof Error && phrases.test(error.message);
}

const phrases =
  /dynamically imported module|importing a module script failed|failed to load module script|unable to preload css/i;
