import type { IncomingMessage, ServerResponse } from "node:http";
import { expect, test, vi } from "vitest";
import { minuteMs } from "#app/lib/durations.ts";
import { FrozenPages } from "./frozen-pages.ts";
import { frozenChoices, frozenPaths, frozenSeconds } from "./frozen-paths.ts";

const grid = () => new FrozenPages(frozenPaths, frozenChoices);

/** Requests a page as a browser without a session; returns the response from memory, or undefined. */
function ask(frozen: FrozenPages, url: string, headers: Record<string, string> = {}) {
  const sent: { status?: number; body?: string } = {};
  const response = {
    writeHead: (status: number) => {
      sent.status = status;
      return response;
    },
    end: (body?: Buffer) => {
      sent.body = body?.toString();
    },
  };
  const request = { method: "GET", url, headers: { host: "gtmarc.example", ...headers } };
  const answered = frozen.answer(request as never as IncomingMessage, response as never as ServerResponse, () => true);
  return answered ? sent : null;
}

test.each([
  ["/automation-grid", "/automation-grid"],
  ["/automation-grid?filter=Customer%20Lifecycle", "/automation-grid?filter=Customer%20Lifecycle"],
  ["/automation-grid?filter=Customer+Lifecycle&utm_source=x", "/automation-grid?filter=Customer%20Lifecycle"],
  ["/services?filter=Marketing%20%26%20Demand%20Generation", "/services?filter=Marketing%20%26%20Demand%20Generation"],
  ["/automation-grid?filter=", "/automation-grid"],
  ["/automation-grid?other=Customer%20Lifecycle", "/automation-grid"],
  ["/automation-grid/S-03?filter=Customer%20Lifecycle", "/automation-grid/S-03"],
  ["/?filter=Customer%20Lifecycle", "/"],
  ["/automation-grid?filter=Customer+Lifecycle&q=&tool=", "/automation-grid?filter=Customer%20Lifecycle"],
  ["/?q=lead&tool=slack", "/"],
])("%s gets the copy of %s", (url, address) => {
  expect(grid().addressOf(url)).toBe(address);
});

test.each([
  "/automation-grid?q=lead",
  "/automation-grid?tool=hubspot&tool=slack",
  "/automation-grid?filter=Customer+Lifecycle&tool=&tool=slack",
  "/services?q=lead",
  "/automation-grid?filter=nonsense",
  "/automation-grid?filter=%E0%A4%A",
])("the search or unknown choice %j is rendered for each request, and never kept", (url) => {
  expect(grid().addressOf(url)).toBeNull();
});

test.each(["/automation-grid/S-99", "/account", "/account?filter=Customer%20Lifecycle", ""])(
  "%j is never kept",
  (url) => {
    expect(grid().addressOf(url)).toBeNull();
  },
);

test("each filter is answered with its own copy, and an unknown one with none", () => {
  const frozen = grid();
  frozen.keep("/automation-grid", Buffer.from("all"), {});
  frozen.keep("/automation-grid?filter=Customer%20Lifecycle", Buffer.from("four"), {});
  expect(ask(frozen, "/automation-grid?filter=Customer+Lifecycle")?.body).toBe("four");
  expect(ask(frozen, "/automation-grid?filter=Everything")).toBeNull();
  expect(ask(frozen, "/automation-grid")?.body).toBe("all");
});

test("a filter's first request is rendered and does not get the plain page", () => {
  const frozen = grid();
  frozen.keep("/automation-grid", Buffer.from("all"), {});
  expect(ask(frozen, "/automation-grid?filter=Revenue%20Operation")).toBeNull();
});

test("a visitor with a session or a token is never answered from memory", () => {
  const frozen = grid();
  frozen.keep("/automation-grid", Buffer.from("all"), {});
  expect(ask(frozen, "/automation-grid", { cookie: "gtmarc_session=x" })).toBeNull();
  expect(ask(frozen, "/automation-grid", { authorization: "Bearer x" })).toBeNull();
});

test("a browser that has the current copy gets 304", () => {
  const frozen = grid();
  frozen.keep("/automation-grid", Buffer.from("all"), {});
  let etag = "";
  frozen.answer(
    { method: "GET", url: "/automation-grid", headers: { host: "gtmarc.example" } } as never,
    {
      writeHead: (_: number, headers: string[]) => {
        etag = headers[headers.indexOf("etag") + 1]!;
      },
      end: () => {},
    } as never,
    () => true,
  );
  expect(ask(frozen, "/automation-grid", { "if-none-match": etag })?.status).toBe(304);
});

test("a page that counts something is answered from memory for its seconds only", () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  try {
    expect(frozenSeconds.get("/downloads")).toBe(3);
    const frozen = new FrozenPages(frozenPaths, frozenChoices, frozenSeconds);
    frozen.keep("/downloads", Buffer.from("12 downloads"), {});
    frozen.keep("/faq", Buffer.from("questions"), {});
    vi.advanceTimersByTime(2900);
    expect(ask(frozen, "/downloads")?.body).toBe("12 downloads");
    vi.advanceTimersByTime(200);
    expect(ask(frozen, "/downloads")).toBeNull();
    expect(frozen.copy("/downloads", undefined)).toBeNull();
    expect(ask(frozen, "/faq")?.body).toBe("questions");
    frozen.keep("/downloads", Buffer.from("13 downloads"), {});
    expect(ask(frozen, "/downloads")?.body).toBe("13 downloads");
  } finally {
    vi.useRealTimers();
  }
});

test("copies last until the year in the footers changes, and the year is read once a minute", () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  try {
    let year = "2026";
    const frozen = new FrozenPages(frozenPaths, frozenChoices, frozenSeconds, () => year);
    frozen.keep("/faq", Buffer.from("© 2026"), {});
    vi.advanceTimersByTime(3 * minuteMs);
    expect(ask(frozen, "/faq")?.body).toBe("© 2026");
    year = "2027";
    vi.advanceTimersByTime(minuteMs);
    expect(ask(frozen, "/faq")).toBeNull();
    expect(frozen.copy("/faq", undefined)).toBeNull();
    frozen.keep("/faq", Buffer.from("© 2027"), {});
    expect(ask(frozen, "/faq")?.body).toBe("© 2027");
  } finally {
    vi.useRealTimers();
  }
});
