import fc from "fast-check";
import { expect, test } from "vitest";
import { readPayloads } from "./payload.ts";

const read = (value: unknown) => readPayloads(JSON.stringify(value));
const fieldsOf = (value: unknown) => {
  const result = read(value);
  if (result.ok || result.reason.kind !== "invalid_input") return [];
  return result.reason.issues.map(({ path }) => path.join("."));
};
const page = { page_path: "/pricing" };
const valid = [
  { type: "session", session_id: "s1", data: { referrer: "https://example.org/", metadata: { language: "en-US" } } },
  { type: "page_view", session_id: "s1", data: { ...page, page_title: "Pricing", referrer: "", duration: 12.5 } },
  { type: "event", session_id: "s1", data: { ...page, event_type: "click", event_name: "cta", element_text: "Go" } },
  { type: "performance", session_id: "s1", data: { ...page, metric_type: "lcp", metric_value: 812.3 } },
  { type: "page_metrics", session_id: "s1", data: { page_load_time: 900, ttfb: 40, dns_time: 0, tcp_time: 3 } },
  { type: "behavior", session_id: "s1", data: { ...page, behavior_type: "rage_click", element_selector: "#buy" } },
  { type: "conversion", session_id: "s1", data: { ...page, conversion_type: "download", conversion_name: "kit" } },
];

test.each(valid)("$type is accepted, alone, without a session id, and in an array", (payload) => {
  const { session_id: _, ...withoutId } = payload;
  expect(read(payload).ok).toBe(true);
  expect(read(withoutId).ok).toBe(true);
  expect(read([payload, withoutId]).ok).toBe(true);
});

test("a session is accepted with any data", () => {
  for (const data of [
    undefined,
    null,
    {},
    "text",
    7,
    [],
    { referrer: 1, metadata: "x" },
    { metadata: { dev_mode: "no" } },
  ])
    expect(read({ type: "session", data }).ok, JSON.stringify(data)).toBe(true);
});

test("a session keeps the facts by which it is judged, and no others", () => {
  const facts = { dev_mode: false, origin: "https://gtmarc.example", webdriver: true, timezone: "Europe/Vienna" };
  expect(read({ type: "session", data: { metadata: { ...facts, cpu_cores: 8 } } })).toMatchObject({
    value: { payloads: [{ data: { metadata: facts } }] },
  });
  expect(JSON.stringify(read({ type: "session", data: { metadata: { cpu_cores: 8 } } }))).not.toContain("cpu_cores");
});

test("another type is refused", () => {
  for (const type of ["pageview", "", null, 7, undefined]) expect(fieldsOf({ type, data: page })).toEqual(["type"]);
  expect(fieldsOf([{ type: "other", data: {} }, { type: "page_view" }])).toEqual(["0.type", "1.data"]);
});

test("required texts must be present and within their maximum length", () => {
  const event = { type: "event", data: { event_type: "click", event_name: "cta", page_path: "/" } };
  for (const field of ["event_type", "event_name", "page_path"]) {
    expect(fieldsOf({ ...event, data: { ...event.data, [field]: "" } })).toEqual([`data.${field}`]);
    expect(fieldsOf({ ...event, data: { ...event.data, [field]: undefined } })).toEqual([`data.${field}`]);
    expect(fieldsOf({ ...event, data: { ...event.data, [field]: "x".repeat(2001) } })).toEqual([`data.${field}`]);
  }
  expect(fieldsOf({ type: "page_view", data: { page_path: "" } })).toEqual(["data.page_path"]);
  expect(fieldsOf({ type: "page_view" })).toEqual(["data"]);
  expect(fieldsOf({ ...valid[1], session_id: "x".repeat(201) })).toEqual(["session_id"]);
});

test("enums and numbers are validated", () => {
  const metric = (metric_type: unknown, metric_value: unknown) =>
    fieldsOf({ type: "performance", data: { ...page, metric_type, metric_value } });
  for (const name of ["lcp", "fid", "cls", "inp", "ttfb", "fcp"]) expect(metric(name, 0)).toEqual([]);
  expect(metric("tbt", 1)).toEqual(["data.metric_type"]);
  for (const bad of [-1, "12", null, 1e12]) expect(metric("lcp", bad)).toEqual(["data.metric_value"]);
  expect(fieldsOf({ type: "behavior", data: { ...page, behavior_type: "scroll" } })).toEqual(["data.behavior_type"]);
  expect(fieldsOf({ type: "conversion", data: { ...page, conversion_type: "sale", conversion_name: "x" } })).toEqual([
    "data.conversion_type",
  ]);
});

test("long optional texts are cut, and invalid optional fields are ignored", () => {
  const result = read({
    type: "event",
    data: {
      ...page,
      event_type: "click",
      event_name: "cta",
      element_text: "x".repeat(300),
      element_id: 7,
      metadata: "no",
    },
  });
  expect(result).toMatchObject({
    ok: true,
    value: { payloads: [{ data: { element_text: "x".repeat(100), element_id: null, metadata: null } }] },
  });
});

test("an array holds 1 to 50 payloads", () => {
  expect(read(Array(50).fill(valid[1])).ok).toBe(true);
  expect(fieldsOf(Array(51).fill(valid[1]))).toEqual([""]);
  expect(fieldsOf([])).toEqual([""]);
});

test("invalid payloads of an array are counted, and the others accepted", () => {
  const other = { type: "other", data: {} };
  expect(read([other, valid[1], { type: "page_view" }, valid[0]])).toMatchObject({
    ok: true,
    value: { payloads: [valid[1], valid[0]], rejected: 2 },
  });
});

test("half an emoji is removed from a text, and its batch accepted", () => {
  const session_id = "case-02";
  const batch = [
    { type: "page_view", session_id, data: { page_path: "/landing", page_title: "T", referrer: "" } },
    { type: "session", session_id, data: { referrer: "", utm_source: "newsletter", utm_medium: "email" } },
    {
      type: "behavior",
      session_id,
      data: { behavior_type: "warning", page_path: "/landing", metadata: { message: "xxx\ud83d" } },
    },
  ];
  expect(read(batch)).toMatchObject({
    ok: true,
    value: { payloads: [batch[0], batch[1], { data: { metadata: { message: "xxx" } } }], rejected: 0 },
  });
  const cutHere = { ...batch[1], data: { utm_campaign: `${"a".repeat(99)}\u{1f600} sale` } };
  expect(read(cutHere)).toMatchObject({ ok: true, value: { payloads: [{ data: { utm_campaign: "a".repeat(99) } }] } });
  expect(read({ type: "page_view", data: { page_path: "/\ud83da" } })).toMatchObject({
    ok: true,
    value: { payloads: [{ data: { page_path: "/a" } }] },
  });
});

test("text that the database cannot store is refused", () => {
  expect(fieldsOf({ type: "page_view", data: { page_path: "/a\0" } })).toEqual(["data.page_path"]);
  expect(fieldsOf({ ...valid[2], data: { ...valid[2]!.data, metadata: { "note\ud800": "" } } })).toEqual([
    "data.metadata",
  ]);
  expect(read({ type: "page_view", data: { page_path: "/\u{1f600}" } }).ok).toBe(true);
});

test("reading a body never throws", () => {
  fc.assert(fc.property(fc.string(), (body) => void readPayloads(body)));
  fc.assert(fc.property(fc.json(), (body) => void readPayloads(body)));
  const type = fc.constantFrom(
    "session",
    "page_view",
    "event",
    "performance",
    "page_metrics",
    "behavior",
    "conversion",
  );
  fc.assert(fc.property(fc.record({ type, data: fc.jsonValue() }), (value) => void read(value)));
});
