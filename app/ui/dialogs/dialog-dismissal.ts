/** For browsers without `closedby`: closes dialogs with `closedby="any"` on backdrop clicks. */
document.addEventListener("click", ({ target: dialog, detail, clientX, clientY }) => {
  // The second click of a double click on the button that opened it.
  if (detail > 1) return;
  if (!(dialog instanceof HTMLDialogElement) || dialog.getAttribute("closedby") !== "any") return;
  const { left, right, top, bottom } = dialog.getBoundingClientRect();
  const inside = clientX >= left && clientX <= right && clientY >= top && clientY <= bottom;
  if (!inside) dialog.close();
});

export {};
