import { expect, test, vi } from "vitest";
import { anonymous } from "#app/lib/actor.ts";
import { readSettings } from "#app/platform/env.server.ts";
import { requestContext, type VisitorView } from "#app/shell/request-context.ts";
import type { Render } from "../pages/page-renderer.ts";
import { SignedInPages } from "./signed-in-pages.ts";

const settings = readSettings({ SECRET: "a-secret-of-at-least-thirty-two-characters" });
const ctx = { db: null as never, now: new Date("2026-11-21T10:00:00Z"), actor: anonymous };
const dana: VisitorView = {
  account: { label: "Dana", email: "dana@northwind.example", isAdmin: false, adminId: null },
  hasWizardAccess: true,
  suspension: null,
  hasAnalysis: false,
};
const ravi: VisitorView = {
  ...dana,
  account: { label: "Ravi", email: "ravi@acme.example", isAdmin: false, adminId: null },
};

function site(status = 200, freshSeconds?: ReadonlyMap<string, number>) {
  const rendered: VisitorView[] = [];
  const render: Render = async (_, context) => {
    const { view, actor } = context.get(requestContext);
    expect(actor).toBe(anonymous);
    const { account, hasWizardAccess } = await view();
    rendered.push(await view());
    return new Response(`<p title="${account?.email}">${account?.label}, ${hasWizardAccess}</p>`, {
      status,
      headers: { "content-type": "text/html; charset=utf-8", "content-security-policy": "script-src 'self'" },
    });
  };
  const pages = new SignedInPages(render, settings, freshSeconds);
  const get = async (view: VisitorView, headers: { "if-none-match"?: string } = {}, now = ctx.now) => {
    const asked = { encodings: undefined, ifNoneMatch: headers["if-none-match"] };
    const answer = await pages.answer({ ...ctx, now }, view, "/faq", asked);
    return answer && new Response(answer.body, answer);
  };
  return { get, rendered };
}

test("one rendering serves every visitor of a kind with their own name, and contains no personal data", async () => {
  const { get, rendered } = site();
  expect(await (await get(dana))?.text()).toBe('<p title="dana@northwind.example">Dana, true</p>');
  expect(await (await get(ravi))?.text()).toBe('<p title="ravi@acme.example">Ravi, true</p>');
  expect(rendered).toHaveLength(1);
  expect(JSON.stringify(rendered)).not.toContain("dana");
});

test("a page is rendered again in the next year of the firm, because the footer shows the year", async () => {
  const { get, rendered } = site();
  for (const now of ["2026-11-21T10:00:00Z", "2027-01-01T04:59:00Z", "2027-01-01T05:00:00Z", "2027-06-01T10:00:00Z"])
    await get(dana, {}, new Date(now));
  expect(rendered).toHaveLength(2);
});

test("a name with special patterns of String.replace is inserted literally", async () => {
  const label = "$` $$ $1";
  expect(await (await site().get({ ...dana, account: { ...dana.account!, label } }))?.text()).toBe(
    `<p title="dana@northwind.example">${label}, true</p>`,
  );
});

test("an admin's id is inserted for that admin only", async () => {
  const render: Render = async (_, context) => {
    const { account } = await context.get(requestContext).view();
    return new Response(`<html data-admin="${account?.adminId ?? "none"}">`, {
      headers: { "content-type": "text/html; charset=utf-8" },
    });
  };
  const pages = new SignedInPages(render, settings);
  const get = async (view: VisitorView) => {
    const answer = await pages.answer(ctx, view, "/faq", { encodings: undefined, ifNoneMatch: undefined });
    return [await new Response(answer?.body).text(), answer?.headers["etag"]];
  };
  const admin = (adminId: string) => ({ ...dana, account: { ...dana.account!, isAdmin: true, adminId } });
  const [first, firstTag] = await get(admin("one"));
  const [second, secondTag] = await get(admin("two"));
  expect([first, second]).toEqual(['<html data-admin="one">', '<html data-admin="two">']);
  expect(firstTag).not.toBe(secondTag);
  expect((await get(dana))[0]).toBe('<html data-admin="none">');
});

test("visitors with other permissions get another copy", async () => {
  const { get, rendered } = site();
  await get(dana);
  expect(await (await get({ ...dana, hasWizardAccess: false }))?.text()).toContain("Dana, false");
  await get({ ...dana, hasAnalysis: true });
  await get({ ...dana, account: { ...dana.account!, isAdmin: true, adminId: "an-admin" } });
  expect(rendered).toHaveLength(4);
});

test("the copy is the visitor's own: private, and unchanged only for the same visitor", async () => {
  const { get } = site();
  const first = await get(dana);
  expect(first?.headers.get("cache-control")).toBe("private, no-cache");
  expect(first?.headers.get("vary")).toContain("cookie");
  expect(first?.headers.get("content-security-policy")).toBe("script-src 'self'");
  const etag = first?.headers.get("etag") ?? "";
  expect((await get(dana, { "if-none-match": etag }))?.status).toBe(304);
  expect((await get(ravi, { "if-none-match": etag }))?.status).toBe(200);
});

test.each(["O'Neil", 'Da"na', "<b>Dana</b>", "A & B", "back\\slash", "new\nline"])(
  "%j needs escaping in HTML, so the page is rendered for that visitor alone",
  async (label) => {
    const { get, rendered } = site();
    expect(await get({ ...dana, account: { ...dana.account!, label } })).toBeNull();
    expect(rendered).toHaveLength(0);
  },
);

test("a page without a session and a page that fails are not kept", async () => {
  expect(await site().get({ account: null, hasWizardAccess: false, suspension: null, hasAnalysis: false })).toBeNull();
  const failing = site(500);
  expect(await failing.get(dana)).toBeNull();
  expect(await failing.get(dana)).toBeNull();
  expect(failing.rendered).toHaveLength(2);
});

test("a page with changing numbers is kept for its configured seconds only", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  try {
    const { get, rendered } = site(200, new Map([["/faq", 3]]));
    await get(dana);
    vi.advanceTimersByTime(2900);
    await get(dana);
    expect(rendered).toHaveLength(1);
    vi.advanceTimersByTime(200);
    await get(dana);
    expect(rendered).toHaveLength(2);
  } finally {
    vi.useRealTimers();
  }
});
