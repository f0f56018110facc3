/* Properties of `window` that the product sets or reads. It imports nothing of the product: when a file changes that a file with
   global declarations imports, all files are type-checked anew. */
interface Window {
  /**
   * Controls edited before hydration, with their text or checked state. Filled by an inline script (early-events.tsx);
   * undefined after hydration.
   */
  heldEdits?: Map<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement, string | boolean> | undefined;
  heldSubmits?: { form: HTMLFormElement; submitter: HTMLElement | null }[] | undefined;
  heldPresses?: Set<HTMLElement> | undefined;
  /** React Router's own, in the browser. */
  __reactRouterDataRouter: { navigate(to: string): Promise<void> };
  /** Set by the accessibility journeys. */
  axe?: { run: (context: unknown, options: import("axe-core").RunOptions) => Promise<import("axe-core").AxeResults> };
}
