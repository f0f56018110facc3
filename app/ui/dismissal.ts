/**
 * Closes elements that the browser does not close itself: `<details data-menu>` menus on outside clicks, on blur, on Escape and
 * on return to the page; and, without `closedby` support, dialogs on backdrop clicks. Call it once per page; works before
 * hydration too.
 */
export function handleDismissal(page: Document): void {
  const openMenus = () => page.querySelectorAll<HTMLDetailsElement>("details[data-menu][open]");
  const closeMenusOutside = (target: EventTarget | null) => {
    for (const menu of openMenus()) if (!(target instanceof Node && menu.contains(target))) menu.open = false;
  };
  page.addEventListener("pointerdown", (event) => closeMenusOutside(event.target));
  page.addEventListener("focusin", (event) => closeMenusOutside(event.target));
  page.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    for (const menu of openMenus()) {
      const hadFocus = menu.contains(page.activeElement);
      menu.open = false;
      if (hadFocus) menu.querySelector("summary")?.focus();
    }
  });
  page.defaultView?.addEventListener("pageshow", (event) => {
    if (!event.persisted) return;
    closeMenusOutside(null);
    for (const drawer of page.querySelectorAll<HTMLElement>("[popover]:popover-open")) drawer.hidePopover();
  });
  if (!("closedBy" in HTMLDialogElement.prototype))
    import("./dialog-dismissal.ts").then(
      ({ closeOnBackdrop }) => closeOnBackdrop(page),
      () => {},
    );
}
