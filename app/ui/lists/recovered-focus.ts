import { useEffect, useRef } from "react";
import { focusRow, rowSelector } from "./list-keys.ts";

/**
 * Where the focus was: the element and its ancestors inside `main`, each with its following siblings, and rows with the other
 * rows.
 */
type Place = readonly { node: Element; after: readonly Element[]; otherRows: readonly Element[] }[];

const maxPlaces = 12;
const rows = `${rowSelector}, li`;
const fields = "input:not([type=hidden], [type=checkbox], [type=radio], :disabled), select, textarea";
const controls = "a[href], button:not(:disabled), input:not([type=hidden], :disabled), summary";
const headings = "h1, h2, h3, h4";

/**
 * The one rule for focus that would fall to the body, for an area of pages; mounted once, around all of them. When the element
 * with the focus disappears, the focus goes to the first of these that exists:
 *
 * 1. the same link elsewhere on the page, such as a card that moved to another column
 * 2. in a list, the row in the place of the one that disappeared, or the row itself if only its control did
 * 3. a control of the same small group (one without a heading), a field before a button
 * 4. the heading that follows, or that of the section
 * 5. by the same rules, the places that had the focus before
 * 6. the page's h1
 *
 * A closed dialog leaves the focus at its opener, or follows these rules if the opener disappeared. A new `path` starts at the h1.
 * Focus that a click on empty space takes away is not recovered.
 */
export function useRecoveredFocus(path: string) {
  const places = useRef<Place[]>([]);
  useEffect(() => {
    const remember = (target: EventTarget | null) => {
      if (!(target instanceof HTMLElement) || !target.closest("main") || target.closest("dialog, h1")) return;
      places.current = [placeOf(target), ...places.current.filter(([first]) => first?.node !== target)].slice(
        0,
        maxPlaces,
      );
    };
    const recover = () => {
      if (document.activeElement !== document.body || !document.hasFocus()) return;
      if (places.current.length === 0 || document.querySelector("dialog[open]")) return;
      // Also if the element still exists: an element that was moved has lost the focus.
      places.current.some(focusIn) || focusHeading(document.querySelector("main h1"));
    };
    const follow = ({ target }: FocusEvent) => remember(target);
    const leave = ({ target }: MouseEvent) => {
      const holder = "a[href], button, input, select, textarea, summary, label, iframe, [tabindex], dialog";
      if (target instanceof Element && !target.closest(holder)) places.current = [];
    };
    // A field may have had the focus since before hydration.
    remember(document.activeElement);
    const observer = new MutationObserver(recover);
    observer.observe(document.body, { childList: true, subtree: true });
    document.addEventListener("focusin", follow);
    document.addEventListener("mousedown", leave);
    document.addEventListener("close", recover, true);
    return () => {
      observer.disconnect();
      document.removeEventListener("focusin", follow);
      document.removeEventListener("mousedown", leave);
      document.removeEventListener("close", recover, true);
    };
  }, []);
  const shown = useRef(path);
  useEffect(() => {
    if (shown.current === path) return;
    shown.current = path;
    places.current = [];
    const isTyping = document.activeElement?.matches(`main :is(${fields})`);
    if (!isTyping && !document.querySelector("dialog[open]")) focusHeading(document.querySelector("main h1"));
  }, [path]);
}

function placeOf(element: HTMLElement): Place {
  const place: { node: Element; after: Element[]; otherRows: Element[] }[] = [];
  for (let node: Element | null = element; node && node.localName !== "main"; node = node.parentElement) {
    const siblings = [...(node.parentElement?.children ?? [])];
    const at = siblings.indexOf(node);
    const after = siblings.slice(at + 1);
    place.push({ node, after, otherRows: node.matches(rows) ? [...after, ...siblings.slice(0, at).reverse()] : [] });
  }
  return place;
}

/** Focuses the place or what is left of it; returns whether it could. */
function focusIn(place: Place): boolean {
  const [own] = place;
  if (!own) return false;
  if (own.node.isConnected && focused(own.node)) return true;
  const href = place.some(({ node }) => node.matches(rows)) && own.node.getAttribute("href");
  if (href && focused(document.querySelector(`main :is(${rows}) a[href="${CSS.escape(href)}"]`))) return true;
  let followers: readonly Element[] = [];
  for (const { node, after, otherRows } of place) {
    if (node.isConnected) return focusAround(node, followers);
    followers = after;
    const row = otherRows.find((other) => other.isConnected && other instanceof HTMLElement);
    if (row) {
      focusRow(row as HTMLElement);
      return document.activeElement !== document.body;
    }
  }
  return false;
}

/** Focuses within a connected element after its part before `followers` disappeared. */
function focusAround(node: Element, followers: readonly Element[]): boolean {
  const isPage = node.parentElement?.localName === "main";
  const isGroup = node.matches(rows) || !(isPage || node.querySelector(headings));
  if (isGroup && (focused(node.querySelector(fields)) || focused(node.querySelector(controls)))) return true;
  const follows = (element: Element) => element.isConnected && focusHeading(element.querySelector(headings));
  if (followers.some(follows)) return true;
  const section = node.closest("section, aside, article");
  return focusHeading(section?.querySelector(headings));
}

function focusHeading(heading: Element | null | undefined): boolean {
  if (!heading || heading.closest("dialog")) return false;
  heading.setAttribute("tabindex", "-1");
  return focused(heading);
}

/** Returns whether the element took the focus; only an h1 does not scroll into view. */
function focused(element: Element | null | undefined): boolean {
  if (!(element instanceof HTMLElement)) return false;
  element.focus({ preventScroll: element.matches("h1") });
  return document.activeElement === element;
}
