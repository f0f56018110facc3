import { globSync, readFileSync } from "node:fs";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

type Action = (args: object) => Promise<unknown>;

const files = globSync("app/routes/**/*.tsx").filter((file) =>
  /export (async function|const) (clientAction|action)\b/.test(readFileSync(file, "utf8")),
);

beforeEach(() => {
  vi.stubGlobal(
    "fetch",
    vi.fn(() => Promise.reject(new Error("An unknown intent called the server"))),
  );
});
afterEach(() => {
  expect(fetch).not.toHaveBeenCalled();
  vi.unstubAllGlobals();
});

const post = (intent: string | null) => {
  const body = new FormData();
  if (intent !== null) body.set("intent", intent);
  body.set("id", "0198c0de-0000-7000-8000-000000000001");
  const request = new Request("http://localhost:3000/", { method: "POST", body });
  return { request, params: { id: "0198c0de-0000-7000-8000-000000000001", token: "t" }, context: {} };
};

test("the list of actions is not empty", () => {
  expect(files.length).toBeGreaterThan(20);
});

test.each(files)("%s returns 400 to an unknown and to a missing intent, and calls nothing", async (file) => {
  const route = (await import(/* @vite-ignore */ `../../${file}`)) as { clientAction?: Action; action?: Action };
  for (const act of [route.clientAction, route.action])
    for (const intent of ["no-such-intent", "toString", null]) {
      if (!act) continue;
      const thrown = await act(post(intent)).catch((error: unknown) => error);
      expect(thrown, `${file} with ${intent}`).toBeInstanceOf(Response);
      expect((thrown as Response).status).toBe(400);
    }
});
