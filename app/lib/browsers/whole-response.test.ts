import { expect, test } from "vitest";
import { wholeResponse, wholeText } from "./whole-response.ts";

const page = () => wholeResponse("<p>é</p>", { status: 404, headers: new Headers({ "x-page": "1" }) });

test("a whole response is a response like any other", async () => {
  expect([page().status, page().statusText, page().headers.get("x-page")]).toEqual([404, "", "1"]);
  expect(await page().text()).toBe("<p>é</p>");
  const copy = new Response(page().body, page());
  expect([copy.status, await copy.text()]).toEqual([404, "<p>é</p>"]);
});

test("its text is known without reading it", async () => {
  const response = page();
  expect(wholeText(response)).toBe("<p>é</p>");
  expect(response.body).toBe(response.body);
  expect(wholeText(new Response("other"))).toBeUndefined();
});
