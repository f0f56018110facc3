// Notes of the steps of an automation, on its own page and in the grid's dialog.

// A step's note can be closed without moving the pointer (WCAG 1.4.13): Escape closes it before it closes the dialog.
document.addEventListener("keydown", (event) => {
  const step =
    event.key === "Escape" &&
    document.querySelector<HTMLElement>("[data-step]:is(:hover, :focus-within):not([data-quiet])");
  if (!step) return;
  event.preventDefault();
  step.dataset.quiet = "";
});
for (const type of ["pointerout", "focusout"])
  document.addEventListener(type, ({ target }) => {
    const step = target instanceof Element ? target.closest<HTMLElement>("[data-quiet]") : null;
    if (step && !step.matches(":hover")) delete step.dataset.quiet;
  });

export {};
