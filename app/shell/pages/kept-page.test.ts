import { UNSAFE_ErrorResponseImpl as ErrorResponse, redirect } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { noteSessionEnd } from "#app/lib/browsers/session-end.ts";
import { keepPage } from "./kept-page.ts";

const revalidate = vi.fn(() => Promise.resolve());
const online: (() => void)[] = [];
const state = {
  location: { pathname: "/account", search: "?tab=profile" },
  loaderData: { account: { name: "Dana" } },
  errors: null as object | null,
};

beforeEach(() => {
  vi.useFakeTimers();
  state.errors = null;
  revalidate.mockClear();
  vi.stubGlobal("window", { __reactRouterDataRouter: { state, revalidate } });
  vi.stubGlobal("addEventListener", (_: string, run: () => void) => online.push(run));
  vi.stubGlobal("removeEventListener", () => {});
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const lost = new TypeError("Failed to fetch");
const unavailable = new ErrorResponse(503, "", '{"error":{}}');

type Answered = Record<string, { type: "error" | "data"; result: unknown }>;
const answered = (result: unknown, path = "/account?tab=profile", method = "GET", id = "account") =>
  keepPage(
    { request: new Request(`http://localhost:3000${path}`, { method }) } as Parameters<typeof keepPage>[0],
    async () => ({ [id]: { type: "error", result } }),
  ) as Promise<Answered>;

test.each([
  lost,
  unavailable,
  new ErrorResponse(502, "", "<html>"),
  new Error("Unable to decode turbo-stream response"),
])("the page that is shown keeps its data when it cannot be loaded again: %s", async (error) => {
  expect(await answered(error)).toEqual({ account: { type: "data", result: { name: "Dana" } } });
  vi.advanceTimersByTime(60_000);
  expect(revalidate).toHaveBeenCalledTimes(1);
});

test("it is loaded again as soon as the connection is back", async () => {
  await answered(lost);
  online.at(-1)!();
  expect(revalidate).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(600_000);
  expect(revalidate).toHaveBeenCalledTimes(1);
});

test("answers about the record or the reader are passed on, and so are other pages and failed actions", async () => {
  for (const result of [new ErrorResponse(404, "", null), new ErrorResponse(403, "", {}), redirect("/auth")])
    expect(await answered(result)).toEqual({ account: { type: "error", result } });
  for (const [path, method, id] of [
    ["/account?tab=email", "GET", "account"],
    ["/invoices", "GET", "invoices"],
    ["/account?tab=profile", "GET", "invoices"],
    ["/account?tab=profile", "POST", "account"],
  ] as const)
    expect(await answered(lost, path, method, id)).toEqual({ [id]: { type: "error", result: lost } });
  state.errors = {};
  expect(await answered(lost)).toEqual({ account: { type: "error", result: lost } });
  vi.advanceTimersByTime(600_000);
  expect(revalidate).not.toHaveBeenCalled();
});

test("a redirect to the sign-in keeps the page only after its session is known to have ended", async () => {
  const result = redirect("/auth?next=%2Faccount");
  expect(await answered(result)).toEqual({ account: { type: "error", result } });
  noteSessionEnd();
  expect(await answered(result)).toEqual({ account: { type: "data", result: { name: "Dana" } } });
  noteSessionEnd(false);
  vi.advanceTimersByTime(600_000);
  expect(revalidate).not.toHaveBeenCalled();
});
