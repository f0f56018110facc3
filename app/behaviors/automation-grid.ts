// The grid and its drawings: search and filters without a page load, drawings in a dialog, all stored in the URL. Without this
// script the server searches and filters, and each card links to its drawing's page.

import { outliveDoubleClick } from "#app/island-kit/dialogs.ts";
import { type GridChoice, type GridEntry, gridChoice, gridQuery, isShown } from "#app/lib/search/grid-search.ts";
import { watchLateMarks } from "#app/ui/logos/late-marks.ts";

type Part = "lede" | "main" | "aside" | "foot";
const parts: readonly Part[] = ["lede", "main", "aside", "foot"];

const find = <El extends HTMLElement>(selector: string, within: ParentNode = document) =>
  within.querySelector<El>(selector);
const all = <El extends HTMLElement>(selector: string) => [...document.querySelectorAll<El>(selector)];
const closest = <El extends HTMLElement = HTMLAnchorElement>({ target }: Event, selector: string) =>
  (target as Element).closest?.<El>(selector);

// Drawings are pages of this site; fetched ones are cached until the grid is left.
const fetched = new Map<string, Promise<Document>>();
function drawingAt(href: string): Promise<Document> {
  let drawing = fetched.get(href);
  if (!drawing) {
    void loadStepNotes();
    drawing = documentAt(href).then(withStyles);
    drawing.catch(() => fetched.delete(href));
    fetched.set(href, drawing);
  }
  return drawing;
}

/** Without it, Escape closes the dialog instead of a step's note. */
const loadStepNotes = () => import("./step-notes.ts").catch(() => {});

/** Parsed by the request: Trusted Types block parsing a string as a document. */
function documentAt(href: string): Promise<Document> {
  const { promise, resolve, reject } = Promise.withResolvers<Document>();
  const request = new XMLHttpRequest();
  request.open("GET", href);
  request.responseType = "document";
  // Also after a failed connection; the status is 0 then.
  request.onloadend = () => (request.status === 200 ? resolve(request.response) : reject(href));
  request.send();
  return promise;
}

/** Adds the page's style sheets that the grid does not have, and waits for them. */
async function withStyles(page: Document): Promise<Document> {
  const sheets = "link[rel=stylesheet]";
  for (const link of page.querySelectorAll<HTMLLinkElement>(sheets)) {
    if (find(`${sheets}[href="${link.getAttribute("href")}"]`)) continue;
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const added = document.importNode(link);
    Object.assign(added, { onload: resolve, onerror: reject });
    document.head.append(added);
    await promise.catch((error) => {
      added.remove();
      throw error;
    });
  }
  return page;
}

// Hovering over, touching or focusing a card prefetches its drawing.
const fetchAhead = (link: HTMLAnchorElement | null | undefined) => void (link && drawingAt(link.href).catch(() => {}));
let pointed: ReturnType<typeof setTimeout> | undefined;
document.addEventListener("pointerover", (event) => {
  clearTimeout(pointed);
  pointed = setTimeout(fetchAhead, 80, closest(event, "a[data-drawing]"));
});
for (const type of ["pointerdown", "focusin"])
  document.addEventListener(type, (event) => fetchAhead(closest(event, "a[data-drawing]")));

// The page follows the URL: the query of grid-search.ts, and the drawing's number as fragment.
document.addEventListener("click", (event) => {
  if (closest(event, "[data-again]")) void show();
  const link = closest(event, "a[data-choice], a[data-drawing]");
  if (!link || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  const { drawing, without, stepTo } = link.dataset;
  // Moving between drawings replaces the history entry, so that closing still returns to the grid.
  const write = stepTo ? "replaceState" : "pushState";
  if (drawing === undefined) history.pushState(null, "", link.href);
  else history[write](stepTo ? history.state : { drawing }, "", `${location.search}#${drawing}`);
  void show();
  if (without !== undefined) find("form[data-grid] summary")?.focus();
  const dialog = find<HTMLDialogElement>("dialog#drawing");
  if (drawing !== undefined && dialog) outliveDoubleClick(dialog, event);
});
addEventListener("popstate", show);
addEventListener("hashchange", show);

// The form applies at each change; search text after a pause, as one history entry until another control changes.
let typed: ReturnType<typeof setTimeout> | undefined;
for (const type of ["input", "submit"])
  document.addEventListener(type, (event) => {
    const form = closest<HTMLFormElement>(event, "form[data-grid]");
    if (!form) return;
    if (type === "submit") event.preventDefault();
    clearTimeout(typed);
    const isTyped = (event.target as HTMLInputElement).type === "search";
    typed = setTimeout(apply, isTyped ? 200 : 0, form, isTyped);
  });

function apply(form: HTMLFormElement, isTyped: boolean) {
  typed = undefined;
  const data = new FormData(form);
  const query = gridQuery({ ...chosen(), tools: data.getAll("tool") as string[], words: String(data.get("q")).trim() });
  if (query === gridQuery(chosen())) return;
  const write = isTyped && history.state?.isTyped ? "replaceState" : "pushState";
  history[write]({ isTyped }, "", location.pathname + query);
  void show();
}

const areas = () => all<HTMLAnchorElement>("a[data-filter]");
const boxes = () => all<HTMLInputElement>("input[name=tool]");
const chosen = () =>
  gridChoice(
    new URLSearchParams(location.search),
    areas().map(({ dataset }) => dataset.filter!),
    boxes().map(({ value }) => value),
  );

let kept: { card: HTMLElement; entry: GridEntry }[] | undefined;
/** The cards with their text, which `matches` folds as the server does (`entryOf`). */
const cards = () =>
  (kept ??= all("[data-card]").map((card) => ({
    card,
    entry: {
      area: card.dataset.card!,
      tools: card.dataset.tools!.split(" "),
      text: [...card.querySelectorAll("h2, [data-part]")].map((part) => part.textContent).join(" "),
    },
  })));

/** The search, loaded when someone searches. Where it does not load, the server searches. */
let search: typeof import("#app/lib/search/search-fold.ts") | undefined;
const matches = (text: string, words: string) => search!.matchesSearch(search!.searchFold(text), words);

async function show() {
  if (chosen().words && !search)
    try {
      search = await import("#app/lib/search/search-fold.ts");
    } catch {
      return location.reload();
    }
  showChoice();
  showDrawing();
}

const write = (el: Element | null, count: number) => {
  if (el && el.textContent !== `${count}`) el.textContent = `${count}`;
};

function showChoice() {
  const form = find<HTMLFormElement>("form[data-grid]");
  if (!form) return;
  const choice = chosen();
  const { area, tools, words } = choice;
  const to = (change: Partial<GridChoice>) => location.pathname + gridQuery({ ...choice, ...change });
  const count = (change: Partial<GridChoice>) =>
    cards().filter(({ entry }) => isShown(entry, { ...choice, ...change }, matches)).length;

  const field = form.elements.namedItem("q") as HTMLInputElement;
  if (!typed && field.value.trim() !== words) field.value = words;
  for (const link of areas()) {
    const name = link.dataset.filter!;
    link.href = to({ area: name });
    write(link.lastElementChild, count({ area: name }));
    if (name !== area) link.removeAttribute("aria-current");
    else {
      if (area || !link.hasAttribute("aria-current")) link.scrollIntoView({ block: "nearest", inline: "nearest" });
      link.setAttribute("aria-current", "true");
    }
  }
  const list = find("[data-chosen]")!;
  list.replaceChildren();
  for (const box of boxes()) {
    const others = tools.filter((id) => id !== box.value);
    box.checked = tools.includes(box.value);
    write(box.parentElement!.lastElementChild, count({ tools: [...others, box.value] }));
    if (!box.checked) continue;
    const item = find<HTMLTemplateElement>("[data-chosen-tool]")!.content.cloneNode(true) as DocumentFragment;
    const link = find<HTMLAnchorElement>("a", item)!;
    link.href = to({ tools: others });
    link.dataset.without = box.value;
    find("[data-name]", item)!.textContent = box.nextElementSibling!.textContent;
    list.append(item);
  }
  for (const { card, entry } of cards()) card.hidden = !isShown(entry, choice, matches);
  const shown = count({});
  write(find("[data-shown]"), shown);
  const reason = words || tools.length > 0 ? "search" : "area";
  for (const empty of all("[data-empty]")) empty.hidden = shown > 0 || empty.dataset.empty !== reason;
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

/** Shows the card's content at once, then the rest from the drawing's page. */
async function fill(dialog: HTMLDialogElement, link: HTMLAnchorElement) {
  const { drawing } = link.dataset;
  if (dialog.dataset.drawing === drawing && dialog.dataset.state !== "failed") return;
  Object.assign(dialog.dataset, { drawing, state: "waiting" });
  const card = link.closest<HTMLElement>("[data-card]")!;
  showNeighbors(dialog, card);
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
    partOf(dialog, "foot").className = partOf(page, "foot").className;
    watchLateMarks();
    dialog.dataset.state = "ready";
  } catch {
    if (dialog.dataset.drawing === drawing) dialog.dataset.state = "failed";
  }
}
/** Links the previous and next visible card, wrapping around. */
function showNeighbors(dialog: HTMLElement, card: HTMLElement) {
  const listed = all(card.hidden ? "[data-card]" : "[data-card]:not([hidden])");
  for (const step of dialog.querySelectorAll<HTMLAnchorElement>("[data-step-to]")) {
    const away = step.dataset.stepTo === "prev" ? -1 : 1;
    const link = find<HTMLAnchorElement>("a", listed.at((listed.indexOf(card) + away) % listed.length))!;
    step.href = link.href;
    step.dataset.drawing = link.dataset.drawing!;
    find("[data-id]", step)!.textContent = link.dataset.drawing!;
    find("[data-title]", step)!.textContent = link.textContent;
  }
}

const partOf = (within: ParentNode, part: Part) => find(`[data-part=${part}]`, within)!;
const copies = (from: Element) => [...from.childNodes].map((node) => document.importNode(node, true));

/** However the dialog was closed, removes the drawing from the URL: one step back if a click had opened it. */
document.addEventListener(
  "close",
  ({ target }) => {
    if (!(target instanceof HTMLDialogElement) || target.id !== "drawing") return;
    find(`[data-card] a[data-drawing="${target.dataset.drawing}"]`)?.focus();
    if (!location.hash) return;
    if ((history.state as { drawing?: string } | null)?.drawing) history.back();
    else history.replaceState(null, "", location.pathname + location.search);
  },
  { capture: true },
);

if (document.readyState === "loading") addEventListener("DOMContentLoaded", start);
else start();
function start() {
  for (const link of all("a[data-drawing]")) link.setAttribute("aria-haspopup", "dialog");
  void show();
}
