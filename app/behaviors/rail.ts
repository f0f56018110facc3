// A self-moving row of cards: `[data-rail]` with a `[data-rail-track]` that scrolls one list, and buttons. Without this script
// the track is an ordinary scrolling region. The list is copied at both ends, so that the row never ends; copies are hidden
// from assistive technology, and a click on one clicks its original.

const pixels = 1;
const everyMs = 40;
/** Pause after the user has moved the row. */
const restMs = 2000;
const dragFrom = 5;

const still = matchMedia("(prefers-reduced-motion: reduce)");
const hovers = matchMedia("(hover: hover)");

function start() {
  for (const rail of document.querySelectorAll<HTMLElement>("[data-rail]")) {
    const track = rail.querySelector<HTMLElement>("[data-rail-track]");
    const list = track?.querySelector("ul");
    if (track && list) run(rail, track, list);
  }
}
if (document.readyState === "loading") addEventListener("DOMContentLoaded", start, { once: true });
else start();

function run(rail: HTMLElement, track: HTMLElement, list: HTMLUListElement) {
  // Read when the row comes near: reading it before the first paint would force a layout.
  let position = 0;
  let restUntil = 0;
  /** Where the last press of a button scrolls to; null once the user scrolls in another way. */
  let turn: number | null = null;
  let stopped = false;
  let drag: { pointer: number; x: number; moved: boolean } | null = null;

  const period = () => list.offsetWidth;
  const isRepeated = () => list.previousElementSibling !== null;
  const inReach = (left: number) => {
    if (!isRepeated()) return left;
    const lowest = period() / 2;
    return lowest + ((((left - lowest) % period()) + period()) % period());
  };
  const scrollTo = (left: number) => {
    position = left;
    track.scrollLeft = left;
  };

  function repeat() {
    for (const place of ["beforebegin", "afterend"] as const) {
      const copy = list.cloneNode(true) as HTMLUListElement;
      copy.ariaHidden = "true";
      for (const control of copy.querySelectorAll("button")) control.tabIndex = -1;
      list.insertAdjacentElement(place, copy);
    }
    scrollTo(track.scrollLeft + period());
  }

  const holds = () =>
    stopped ||
    still.matches ||
    drag !== null ||
    document.hidden ||
    performance.now() < restUntil ||
    track.matches(":focus-within") ||
    (hovers.matches && track.matches(":hover")) ||
    document.querySelector(":modal") !== null;

  // Steps are timed: a late timer moves the row by the elapsed time, up to a limit.
  let clock: ReturnType<typeof setInterval> | undefined;
  function move() {
    let last = performance.now();
    clock = setInterval(() => {
      // A timer can run between a scroll and its event, and would undo the scroll.
      adoptScroll();
      const now = performance.now();
      if (holds()) {
        last = now;
        return;
      }
      const due = Math.floor((now - last) / everyMs);
      if (due < 1) return;
      last = due > 5 ? now : last + due * everyMs;
      scrollTo(inReach(position + Math.min(due, 5) * pixels));
    }, everyMs);
  }

  new IntersectionObserver(
    ([entry]) => {
      clearInterval(clock);
      if (!entry?.isIntersecting) return;
      position = track.scrollLeft;
      if (!still.matches && !isRepeated()) repeat();
      move();
    },
    { rootMargin: "200px" },
  ).observe(track);

  /** Adopts a scroll by touch, wheel, arrow key or focus, and pauses the row. */
  function adoptScroll() {
    if (Math.abs(track.scrollLeft - position) <= 1) return;
    position = track.scrollLeft;
    restUntil = performance.now() + restMs;
  }
  track.addEventListener("scroll", adoptScroll);
  for (const type of ["pointerdown", "wheel", "keydown"] as const)
    track.addEventListener(type, () => (turn = null), { passive: true });
  track.addEventListener("scrollend", () => {
    // A focused card, or one that gets the focus back after its dialog, must stay visible.
    if (track.querySelector(":focus") || document.querySelector(":modal")) return;
    const left = inReach(track.scrollLeft);
    if (!drag && Math.abs(left - track.scrollLeft) > 1) scrollTo(left);
  });

  // Browsers do not scroll to a partly visible focused card.
  track.addEventListener("focusin", ({ target }) => {
    if (target instanceof Element && target !== track && target.matches(":focus-visible"))
      target.closest("li")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  });

  track.addEventListener("pointerdown", ({ button, pointerId, pointerType, clientX }) => {
    restUntil = performance.now() + restMs;
    if (button === 0 && pointerType !== "touch") drag = { pointer: pointerId, x: clientX, moved: false };
  });
  track.addEventListener("pointermove", ({ pointerId, clientX }) => {
    if (drag?.pointer !== pointerId) return;
    if (!drag.moved && Math.abs(clientX - drag.x) < dragFrom) return;
    if (!drag.moved) track.setPointerCapture(pointerId);
    drag.moved = true;
    track.dataset.dragging = "";
    scrollTo(inReach(position - (clientX - drag.x)));
    drag.x = clientX;
  });
  for (const type of ["pointerup", "pointercancel"] as const)
    track.addEventListener(type, ({ pointerId }) => {
      if (drag?.pointer !== pointerId) return;
      const { moved } = drag;
      drag = null;
      if (!moved) return;
      // The click that ends a drag opens nothing and leaves no focus, which would stop the row.
      addEventListener("click", swallow, { capture: true });
      setTimeout(() => {
        removeEventListener("click", swallow, { capture: true });
        delete track.dataset.dragging;
      });
      if (document.activeElement instanceof HTMLElement && track.contains(document.activeElement))
        document.activeElement.blur();
    });

  // On a click on a copy, the original moves to the copy's position, is focused and gets the click.
  const copyUnder = ({ target }: Event) =>
    target instanceof Element ? target.closest<HTMLElement>("[aria-hidden] > li") : null;
  track.addEventListener("mousedown", (event) => {
    if (copyUnder(event)) event.preventDefault();
  });
  track.addEventListener("click", (event) => {
    const copy = copyUnder(event);
    const copies = copy?.parentElement;
    if (!copy || !copies) return;
    event.preventDefault();
    event.stopPropagation();
    const original = list.children[[...copies.children].indexOf(copy)]?.querySelector("button");
    if (!original) return;
    // Not from `position`, which may be a pixel behind.
    scrollTo(track.scrollLeft + list.offsetLeft - copies.offsetLeft);
    original.focus({ preventScroll: true });
    original.dispatchEvent(new PointerEvent("click", event));
  });

  rail.addEventListener("click", ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>("[data-rail-turn], [data-rail-stop]") : null;
    if (!button) return;
    if (button.dataset.railStop !== undefined) {
      stopped = !stopped;
      button.ariaPressed = String(stopped);
      return;
    }
    const card = period() / list.children.length;
    // A press during a turn adds to it.
    const from = turn !== null && performance.now() < restUntil ? turn : position;
    const left = (Math.round(from / card) + Number(button.dataset.railTurn)) * card;
    turn = Math.min(Math.max(left, 0), track.scrollWidth - track.clientWidth);
    // A step before the first frame of the turn would end it.
    restUntil = performance.now() + restMs;
    track.scrollTo({ left: turn, behavior: still.matches ? "auto" : "smooth" });
  });
  rail.dataset.alive = "";
}

function swallow(event: Event) {
  event.preventDefault();
  event.stopPropagation();
}
