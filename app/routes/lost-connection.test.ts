import { globSync, readFileSync } from "node:fs";
import { createMemoryRouter, type MiddlewareFunction } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { accountMessages } from "#app/features/accounts/accounts.ts";
import { profileNames } from "#app/features/accounts/profile/profile-fields.ts";
import type { FormFields, IntentHandlers } from "#app/lib/forms/form-intent.ts";
import { clientMiddleware } from "#app/root.tsx";

/*
 * Every form of the account, the admin area, the analysis and the booked call: a connection that drops at Save is said, and its page
 * stays with what was typed in it, although its data cannot be loaded again.
 */

const kept = "No connection. Your input is kept. Please try again.";
const files = globSync("app/routes/{account,admin,blueprint,booking}/**/*.tsx").filter((file) =>
  /export (async function|const) clientAction\b/.test(readFileSync(file, "utf8")),
);

type Values = Record<string, unknown>;
const given: Values = { role: "admin", moves: { groups: [{ to: "qualified", prospectIds: [] }], reason: null } };
const givenFor: Readonly<Record<string, Values>> = {
  block: { values: { from: "09:00", to: "10:00" } },
  profile: {
    ...{ first_name: "Dana", last_name: "Okafor", company_name: "Northfield" },
    base: JSON.stringify(Object.fromEntries(profileNames.map((name) => [name, null]))),
  },
  recovery: { code: "abcde-fghij" },
  dates: { values: { from: "2026-12-01", to: "2026-12-02" } },
};
/** The specified sentence of a code that could not be checked. */
const ownSentences: Readonly<Record<string, string>> = {
  "app/routes/account/auth.tsx code": accountMessages.codeNotChecked,
  "app/routes/account/auth.tsx recovery": accountMessages.codeNotChecked,
};
const form = { intents: [] as string[], values: {} as Values, lastRead: "" };

vi.mock("#app/lib/forms/form-intent.ts", () => ({
  runIntent: async (posted: FormData, handlers: IntentHandlers<unknown>) => {
    form.intents = Object.keys(handlers);
    const handler = handlers[String(posted.get("intent"))];
    return handler?.(typed);
  },
}));

/** The fields of a form that was filled in: those that its schemas demand, as `fill` finds them out. */
const typed: FormFields = {
  text: (name) => {
    form.lastRead = name;
    return String(form.values[name] ?? given[name] ?? "1");
  },
  json: (name) => {
    form.lastRead = name;
    form.values[name] ??= given[name] ?? {};
    return form.values[name];
  },
  all: () => {
    form.lastRead = "";
    return form.values as Record<string, string>;
  },
};

type Issue = { code: string; path: (string | number)[]; expected?: string; values?: unknown[]; format?: string };

/** Enters what a schema demanded. Returns false if it says nothing about it. */
function fill(error: unknown): boolean {
  const issues = (error as { issues?: Issue[] }).issues ?? [];
  for (const { path, expected, values, format } of issues) {
    const value = named[String(path.at(-1))] ?? values?.[0] ?? samples[expected ?? format ?? ""];
    const read = form.values[form.lastRead];
    const keys = typeof read === "object" || path.length === 0 ? [form.lastRead, ...path] : path;
    let at: Values = form.values;
    for (const key of keys.slice(0, -1)) at = at[key] as Values;
    if (value !== undefined) at[keys.at(-1)!] = value;
  }
  return issues.length > 0;
}
const samples: Values = {
  ...{ string: "Dana", number: 30, int: 30, boolean: true, array: [], object: {}, record: {} },
  ...{
    email: "dana@northfield.example",
    date: "2026-12-01",
    time: "09:00",
    uuid: "0198c0de-0000-7000-8000-000000000001",
    url: "https://northfield.example",
  },
};

const named: Values = {
  ...{ date: "2026-12-01", expectedClose: "2026-12-01", timezone: "UTC" },
  ...{
    estimated_loaded_cost_per_hour: "80",
    slug: "kickoff-call",
    hostIds: [samples["uuid"]],
    meetingUrl: samples["url"],
    code: "123456",
    newPassword: "Draw3Automate",
  },
  ...{ password: "Draw3Automate", confirmPassword: "Draw3Automate", confirmation: "Draw3Automate" },
};

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("addEventListener", () => {});
  vi.stubGlobal("removeEventListener", () => {});
  vi.stubGlobal(
    "fetch",
    vi.fn(() => Promise.reject(new TypeError("Failed to fetch"))),
  );
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

type Router = ReturnType<typeof createMemoryRouter>;

const until = (router: Router, isReached: (state: Router["state"]) => boolean) =>
  new Promise<void>((resolve) => {
    if (isReached(router.state)) return resolve();
    router.subscribe((state) => isReached(state) && resolve());
  });

type Page = { clientAction: (args: object) => Promise<unknown>; shouldRevalidate?: () => boolean };

/** Opens a page, loses the connection and sends its form. Returns what the form gets, and what is left of the page. */
async function save({ clientAction, shouldRevalidate }: Page, intent: string) {
  let isOnline = true;
  const router = createMemoryRouter(
    [
      {
        id: "root",
        middleware: clientMiddleware as unknown as MiddlewareFunction[],
        children: [
          {
            id: "page",
            path: "/page/:id?",
            shouldRevalidate,
            action: clientAction,
            loader: () => {
              if (!isOnline) throw new TypeError("Failed to fetch");
              return "shown";
            },
          },
        ],
      },
    ] as never,
    { initialEntries: ["/page/one"] },
  );
  vi.stubGlobal("window", { __reactRouterDataRouter: router, location: { href: "http://localhost:3000/page/one" } });
  router.initialize();
  await until(router, ({ initialized }) => initialized);
  isOnline = false;
  const sent = new FormData();
  sent.set("intent", intent);
  let data: unknown;
  router.subscribe(({ fetchers }) => {
    data = fetchers.get("form")?.data ?? data;
  });
  await router.fetch("form", "page", "/page/one", {
    formMethod: "post",
    formData: sent,
    formEncType: "multipart/form-data",
  });
  await until(router, ({ fetchers }) => (fetchers.get("form")?.state ?? "idle") === "idle");
  const { errors, loaderData } = router.state;
  router.dispose();
  return { data, errors, shown: loaderData["page"] };
}

test("the list of forms is not empty", () => {
  expect(files.length).toBeGreaterThan(45);
});

test.each(files)("%s keeps its forms when the connection drops", async (file) => {
  const page = (await import(/* @vite-ignore */ `../../${file}`)) as Page;
  form.intents = [];
  await save(page, "");
  const { intents } = form;
  expect(intents).not.toEqual([]);
  for (const intent of intents) {
    form.values = structuredClone(givenFor[intent] ?? {});
    let left = await save(page, intent);
    for (let attempt = 0; attempt < 8 && left.errors && fill(Object.values(left.errors)[0]); attempt += 1)
      left = await save(page, intent);
    expect(left, intent).toMatchObject({ errors: null, shown: "shown" });
    expect(JSON.stringify(left.data), intent).toContain(ownSentences[`${file} ${intent}`] ?? kept);
  }
});
