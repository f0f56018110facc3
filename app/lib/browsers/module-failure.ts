/**
 * Whether an error means that the page's code could not be fetched, by the messages of the engines (Chromium, Firefox,
 * WebKit) and of the build's own loader for style sheets. False for all others, including bugs in code that did load.
 */
export function isModuleFailure(error: unknown): boolean {
  return error instanceof Error && phrases.test(error.message);
}

const phrases =
  /dynamically imported module|importing a module script failed|failed to load module script|unable to preload css/i;
