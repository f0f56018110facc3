/** For browsers without `closedby`: closes dialogs with `closedby="any"` on backdrop clicks. */
export function closeOnBackdrop(page: Document): void {
  page.addEventListener("click", (event) => {
    const dialog = event.target;
    if (!(dialog instanceof HTMLDialogElement) || dialog.getAttribute("closedby") !== "any") return;
    const { left, right, top, bottom } = dialog.getBoundingClientRect();
    const inside = event.clientX >= left && event.clientX <= right && event.clientY >= top && event.clientY <= bottom;
    if (!inside) dialog.close();
  });
}
