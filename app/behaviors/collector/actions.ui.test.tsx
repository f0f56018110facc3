import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { watchActions } from "./actions.ts";
import type { Data } from "./queue.ts";

const { warn } = console;
let rows: Data[];
let listeners: { type: string; run: (event: never) => void }[];
beforeEach(() => {
  vi.useFakeTimers();
  [rows, listeners] = [[], []];
  watchActions(
    (_, data) => rows.push(data),
    (_, type, run) => listeners.push({ type, run }),
    () => false,
  );
});
afterEach(() => {
  console.warn = warn;
  document.body.replaceChildren();
});

const fire = (type: string, event: object = {}) => {
  for (const listener of listeners) if (listener.type === type) listener.run(event as never);
};
const behaviors = () => rows.flatMap(({ behavior_type }) => (behavior_type ? [behavior_type] : []));

/** Presses an element three times within half a second, then waits until a press without an effect is dead. */
async function pressThrice(element: Element, effect: () => void) {
  for (const timeStamp of [0, 200, 400]) {
    fire("click", { target: element, timeStamp, isTrusted: true });
    effect();
    await vi.advanceTimersByTimeAsync(200);
  }
  await vi.advanceTimersByTimeAsync(3000);
}

function add(html: string): Element {
  document.body.insertAdjacentHTML("beforeend", html);
  return document.body.lastElementChild!;
}

test("a button without an effect has rage and dead clicks", async () => {
  await pressThrice(add("<button>Save</button>"), () => {});
  expect(behaviors()).toEqual(["rage_click", "dead_click"]);
});

test("a menu that opens and closes has neither: a popover changes no attribute, only toggles", async () => {
  add('<nav id="drawer" popover="auto"></nav>');
  const menu = add('<button popovertarget="drawer">Menu</button>');
  await pressThrice(menu, () => fire("toggle", { target: document.querySelector("nav") }));
  expect(behaviors()).toEqual([]);
});

test("a filter that shows other cards has neither", async () => {
  const card = add("<article></article>");
  await pressThrice(add('<a href="/automation-grid?filter=sales" data-filter="sales">Sales</a>'), () => {
    card.toggleAttribute("hidden");
  });
  await pressThrice(add("<button>All</button>"), () => {
    card.toggleAttribute("hidden");
  });
  expect(behaviors()).toEqual([]);
});
