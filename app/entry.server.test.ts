import { createStaticHandler, RouterContextProvider } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import { handleError } from "./entry.server.tsx";
import { log } from "./platform/log.server.ts";
import { requestContext } from "./shell/request-context.ts";

const errors = vi.spyOn(log, "error").mockImplementation(() => {});
afterEach(() => errors.mockClear());

const context = new RouterContextProvider();
context.set(requestContext, { requestId: "r" } as never);

test("a POST to a page without an action is refused and is no error in the log", async () => {
  const { query } = createStaticHandler([{ id: "faq", path: "/faq", loader: () => null }]);
  const request = new Request("http://localhost:3000/faq", { method: "POST", body: "x" });
  const result = await query(request);
  if (result instanceof Response) throw new Error("no page");
  expect(result.statusCode).toBe(405);
  for (const error of Object.values(result.errors ?? {})) handleError(error, { request, context });
  expect(Object.values(result.errors ?? {})).toHaveLength(1);
  expect(errors).not.toHaveBeenCalled();
});

test("a loader that fails is an error in the log", () => {
  handleError(new Error("down"), { request: new Request("http://localhost:3000/faq"), context });
  expect(errors).toHaveBeenCalledOnce();
});
