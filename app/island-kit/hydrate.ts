// The chunk with React DOM; loaded by browser.ts with the first island.
import { createElement, type FunctionComponent, type ReactElement, useEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import { guardSending } from "#app/ui/forms/form-sending.ts";

guardSending(document);

function Root({ element, onHydrated }: { element: ReactElement; onHydrated: () => void }) {
  useEffect(onHydrated, [onHydrated]);
  return element;
}

/** Ends when the island has been hydrated. Until then its nodes must stay as they are. */
export async function hydrate(el: HTMLElement, component: FunctionComponent): Promise<void> {
  const element = createElement(component, JSON.parse(el.dataset.props!));
  await new Promise<void>((onHydrated) => {
    hydrateRoot(el, createElement(Root, { element, onHydrated }), { identifierPrefix: el.dataset.idPrefix! });
  });
  el.dataset.alive = "";
  // Toasts report a lost connection, so their code is loaded before one is needed.
  void import("#app/islands/toast-host.tsx").catch(() => {});
}
