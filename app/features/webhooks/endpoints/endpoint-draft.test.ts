import { expect, test } from "vitest";
import { EndpointInput } from "../webhooks.ts";
import { changesSince, draftOf, emptyEndpoint, inputOf, toggleEvent } from "./endpoint-draft.ts";

const stored = { ...emptyEndpoint, url: "https://flows.example/hook", headerNames: ["authorization"] };

test("an unchanged draft keeps stored header values and has no rate", () => {
  const result = inputOf(draftOf(stored));
  expect(result).toEqual({
    ok: true,
    input: {
      ...{ url: stored.url, description: "", events: ["*"], ratePerMinute: null },
      headers: [{ name: "authorization", value: null }],
    },
  });
  expect(result.ok && EndpointInput.safeParse(result.input).success).toBe(true);
});

test("a draft reports an error per invalid field", () => {
  const draft = { ...draftOf(emptyEndpoint), events: [], headers: [{ name: "x-key", value: "" }] };
  for (const rate of ["0", "-1", "1.5", "6,001", "many"]) {
    const result = inputOf({ ...draft, rate });
    expect(result.ok ? [] : Object.keys(result.fields).toSorted()).toEqual([
      "events",
      "headers",
      "ratePerMinute",
      "url",
    ]);
  }
});

test.each(["", "1", "6,000", " 120 "])("a rate of %j is accepted", (rate) => {
  expect(inputOf({ ...draftOf(stored), rate }).ok).toBe(true);
});

test("choosing all events or a group replaces the individual events in it", () => {
  expect(toggleEvent(["booking.made", "payment.received"], "booking.*")).toEqual(["payment.received", "booking.*"]);
  expect(toggleEvent(["booking.*"], "*")).toEqual(["*"]);
  expect(toggleEvent(["*"], "booking.made")).toEqual(["booking.made"]);
  expect(toggleEvent(["booking.made"], "booking.made")).toEqual([]);
});

test("a colleague's changes are listed with their stored values", () => {
  expect(changesSince(stored, stored)).toEqual([]);
  expect(changesSince(stored, { ...stored, events: ["booking.*"], ratePerMinute: 60, headerNames: [] })).toEqual([
    { label: "Events", value: "booking.*" },
    { label: "Headers", value: "None" },
    { label: "Maximum per minute", value: "60" },
  ]);
});

test("a URL without https:// is refused before its host is looked up", () => {
  for (const url of ["flows.example/hook", "127.0.0.1:3001/hook", "ftp://flows.example"])
    expect(inputOf({ ...draftOf(emptyEndpoint), url })).toMatchObject({
      fields: { url: "The address must begin with https://." },
    });
  expect(inputOf({ ...draftOf(emptyEndpoint), url: " HTTPS://flows.example/hook " })).toMatchObject({ ok: true });
});
