// The chunk with React DOM; loaded by browser.ts with the first island.
import { createElement, type FunctionComponent } from "react";
import { hydrateRoot } from "react-dom/client";
import { guardSending } from "#app/ui/form-sending.ts";

guardSending(document);

export function hydrate(el: HTMLElement, component: FunctionComponent): void {
  const element = createElement(component, JSON.parse(el.dataset.props!));
  hydrateRoot(el, element, { identifierPrefix: el.dataset.idPrefix! });
  el.dataset.alive = "";
  // Toasts report a lost connection, so their code is loaded before one is needed.
  void import("#app/islands/toast-host.tsx").catch(() => {});
}
