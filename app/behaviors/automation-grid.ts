// The grid and its drawings: filters without a new page, drawings in a dialog, both in the address. Without this script
// the filters are links to the grid as the server filters it, and each card is a link to its drawing's own page.
import { outliveDoubleClick } from "#app/island-kit/dialogs.ts";
import { watchLateMarks } from "#app/ui/late-marks.ts";

type Part = "lede" | "main" | "aside" | "foot";
const parts: readonly Part[] = ["lede", "main", "aside", "foot"];

const find = <El extends HTMLElement>(selector: string, within: ParentNode = document) =>
  within.querySelector<El>(selector);
const all = <El extends HTMLElement>(selector: string) => document.querySelectorAll<El>(selector);
const closest = ({ target }: Event, selector: string) =>
  target instanceof Element ? target.closest<HTMLAnchorElement>(selector) : null;

// Drawings are pages of the same site; one that was fetched is kept until the grid is left.
const fetched = new Map<string, Promise<Document>>();
function drawingAt(href: string): Promise<Document> {
  let drawing = fetched.get(href);
  if (!drawing) {
    drawing = documentAt(href);
    drawing.catch(() => fetched.delete(href));
    fetched.set(href, drawing);
  }
  return drawing;
}

/** Parsed by the request itself: turning a string into a document is refused under Trusted Types. */
function documentAt(href: string): Promise<Document> {
  const { promise, resolve, reject } = Promise.withResolvers<Document>();
  const request = new XMLHttpRequest();
  request.open("GET", href);
  request.responseType = "document";
  request.onload = () =>
    request.status === 200 && request.responseXML
      ? resolve(request.responseXML)
      : reject(new Error(`${href}: ${request.status}`));
  request.onerror = () => reject(new Error(`${href}: the connection failed`));
  request.send();
  return promise;
}

// Pointing at a card for a moment, touching it or reaching it by keyboard fetches its drawing ahead of the press.
const fetchAhead = (link: HTMLAnchorElement | null) => void (link && drawingAt(link.href).catch(() => {}));
let pointed: ReturnType<typeof setTimeout> | undefined;
document.addEventListener("pointerover", (event) => {
  clearTimeout(pointed);
  pointed = setTimeout(fetchAhead, 80, closest(event, "a[data-drawing]"));
});
for (const type of ["pointerdown", "focusin"])
  document.addEventListener(type, (event) => fetchAhead(closest(event, "a[data-drawing]")));

// What is shown follows the address: ?filter= and the drawing's number as fragment.
document.addEventListener("click", (event) => {
  const link = closest(event, "a[data-filter], a[data-drawing]");
  if (!link || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  const { drawing } = link.dataset;
  if (drawing === undefined) history.pushState(null, "", link.href);
  else history.pushState({ drawing }, "", `${location.pathname}${location.search}#${drawing}`);
  show();
  const dialog = find<HTMLDialogElement>("dialog#drawing");
  if (drawing !== undefined && dialog) outliveDoubleClick(dialog, event);
});
addEventListener("popstate", show);
addEventListener("hashchange", show);

function show() {
  showFilter();
  showDrawing();
}

function showFilter() {
  const asked = new URLSearchParams(location.search).get("filter");
  const filters = [...all("a[data-filter]")];
  const chosen = filters.find(({ dataset }) => dataset.filter === asked)?.dataset.filter || "";
  for (const link of filters) {
    const isChosen = link.dataset.filter === chosen;
    if (!isChosen) link.removeAttribute("aria-current");
    else {
      link.setAttribute("aria-current", "true");
      link.scrollIntoView({ block: "nearest", inline: "nearest" });
    }
  }
  let shown = 0;
  for (const card of all("[data-card]")) {
    card.hidden = chosen !== "" && card.dataset.card !== chosen;
    if (!card.hidden) shown += 1;
  }
  const count = find("[data-shown]");
  if (count && count.textContent !== String(shown)) count.textContent = String(shown);
  const empty = find("[data-empty]");
  if (empty) empty.hidden = shown > 0;
}

function showDrawing() {
  const dialog = find<HTMLDialogElement>("dialog#drawing");
  if (!dialog) return;
  const link = find<HTMLAnchorElement>(`a[data-drawing="${CSS.escape(location.hash.slice(1))}"]`);
  if (!link) return dialog.close();
  if (!dialog.open) {
    link.focus({ preventScroll: true });
    dialog.showModal();
  }
  void fill(dialog, link);
}

/** At once what the card knows, then the rest from the drawing's page. */
async function fill(dialog: HTMLDialogElement, link: HTMLAnchorElement) {
  const { drawing } = link.dataset;
  if (dialog.dataset.drawing === drawing && dialog.dataset.state !== "failed") return;
  Object.assign(dialog.dataset, { drawing, state: "waiting" });
  const card = link.closest("[data-card]")!;
  find("h2", dialog)!.textContent = link.textContent;
  find("[data-part=strip]", dialog)!.replaceChildren(...copies(find("[data-part=strip]", card)!));
  find<HTMLAnchorElement>("[data-page]", dialog)!.href = link.href;
  for (const part of parts) partOf(dialog, part).replaceChildren();
  partOf(dialog, "lede").textContent = find("[data-part=lede]", card)!.textContent;
  dialog.scrollTo(0, 0);
  try {
    const page = await drawingAt(link.href);
    if (dialog.dataset.drawing !== drawing) return;
    for (const part of parts) partOf(dialog, part).replaceChildren(...copies(partOf(page, part)));
    watchLateMarks();
    dialog.dataset.state = "ready";
  } catch {
    if (dialog.dataset.drawing === drawing) dialog.dataset.state = "failed";
  }
}
const partOf = (within: ParentNode, part: Part) => find(`[data-part=${part}]`, within)!;
const copies = (from: Element) => [...from.childNodes].map((node) => document.importNode(node, true));

/** However the dialog was closed, the address forgets the drawing: one step back if a press had opened it. */
document.addEventListener(
  "close",
  ({ target }) => {
    if (!(target instanceof HTMLDialogElement) || target.id !== "drawing" || !location.hash) return;
    if ((history.state as { drawing?: string } | null)?.drawing) history.back();
    else history.replaceState(null, "", location.pathname + location.search);
  },
  { capture: true },
);

// A step's note can be put away without moving (WCAG 1.4.13): Escape closes it before it closes the dialog.
document.addEventListener("keydown", (event) => {
  const step = event.key === "Escape" && find("[data-step]:is(:hover, :focus-within):not([data-quiet])");
  if (!step) return;
  event.preventDefault();
  step.dataset.quiet = "";
});
for (const type of ["pointerout", "focusout"])
  document.addEventListener(type, ({ target }) => {
    const step = target instanceof Element ? target.closest<HTMLElement>("[data-quiet]") : null;
    if (step && !step.matches(":hover")) delete step.dataset.quiet;
  });

if (document.readyState === "loading") addEventListener("DOMContentLoaded", start, { once: true });
else start();
function start() {
  for (const link of all("a[data-drawing]")) link.setAttribute("aria-haspopup", "dialog");
  show();
}
