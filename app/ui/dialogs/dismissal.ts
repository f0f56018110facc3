const openMenu = "details[data-menu][open]";

/**
 * Closes elements that the browser does not close itself: `<details data-menu>` menus on outside clicks, on blur, on Escape and
 * on return to the page; and, without `closedby` support, dialogs on backdrop clicks. Call it once per page; works before
 * hydration too.
 */
export function handleDismissal(page: Document): void {
  const closeMenus = ({ target }: { target?: EventTarget | null }) => {
    for (const menu of page.querySelectorAll<HTMLDetailsElement>(openMenu))
      if (!menu.contains((target ?? null) as Node | null)) menu.open = false;
  };
  page.addEventListener("pointerdown", closeMenus);
  page.addEventListener("focusin", closeMenus);
  // The second press of a double press on a button is on the backdrop of the dialog that the first one opened.
  let presses = 0;
  page.addEventListener("mousedown", ({ detail }) => {
    presses = detail;
  });
  page.addEventListener(
    "cancel",
    (event) => {
      if (presses > 1) event.preventDefault();
    },
    true,
  );
  page.addEventListener("keydown", ({ key }) => {
    presses = 0;
    if (key !== "Escape") return;
    page.activeElement?.closest(openMenu)?.querySelector("summary")?.focus();
    closeMenus({});
  });
  addEventListener("pageshow", ({ persisted }) => {
    if (!persisted) return;
    closeMenus({});
    for (const drawer of page.querySelectorAll<HTMLElement>("[popover]:popover-open")) drawer.hidePopover();
  });
  if (!("closedBy" in HTMLDialogElement.prototype)) import("./dialog-dismissal.ts").catch(() => {});
}
