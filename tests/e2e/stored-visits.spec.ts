import { type BrowserContext, expect, type Page } from "@playwright/test";
import { everyHitQuery } from "#app/features/analytics/storage/every-hit.server.ts";
import { type HitKind, hitKindName, hitKinds } from "#app/features/analytics/storage/hit-kinds.ts";
import { collectedUrl, hide, isCollected } from "./collected-rows.ts";
import { test } from "./journey.ts";
import { newPerson } from "./people.ts";
import { storedRows } from "./stored-rows.ts";

/* The database rows after visits of a real browser through the server, on a host name. */

/** Headless browsers identify themselves as automated and are rejected as bots. */
const userAgent =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";

// Its own client address: the forms of all journeys together would exceed the hourly limit of one address.
test.use({ extraHTTPHeaders: { "x-forwarded-for": "203.0.113.57" }, userAgent });

/** Sends a form with its honeypot field filled in, like a bot. */
async function fallIntoHoneypot(page: Page) {
  await page.evaluate(() => {
    const form = document.createElement("form");
    const field = Object.assign(document.createElement("input"), { name: "email_confirm", value: "me@spam.example" });
    const button = Object.assign(document.createElement("button"), { id: "send-honeypot", textContent: "Send" });
    form.append(field, button);
    form.addEventListener("submit", (event) => event.preventDefault());
    document.querySelector("main")?.prepend(form);
  });
  await page.locator("#send-honeypot").click();
}

/** Clicks a button without an effect three times, and makes a script fail. */
async function meetProblems(page: Page) {
  await page.evaluate(() => {
    const button = Object.assign(document.createElement("button"), { id: "without-effect", textContent: "Nothing" });
    button.type = "button";
    document.querySelector("main")?.prepend(button);
    setTimeout(() => {
      throw new Error("a failure of this page");
    });
  });
  // At once: three clicks within a second are rage.
  await page.locator("#without-effect").click({ clickCount: 3 });
}

async function subscribe(page: Page, email: string) {
  await page.getByRole("banner").getByRole("button", { name: "Newsletter" }).click();
  await page.getByRole("dialog").getByLabel("Email").fill(email);
  const answered = page.waitForResponse("**/api/functions/newsletter-signup");
  await page.getByRole("dialog").getByRole("button", { name: "Subscribe" }).click();
  expect((await answered).ok()).toBe(true);
}

const hitsFrom = (source: string) =>
  storedRows<{ kind: number; type: string | null }>(
    `select distinct h.kind, t.text as type from ${everyHitQuery} h join analytics_session s on s.id = h.session_id
     join analytics_term source on source.id = s.source_id left join analytics_term t on t.id = h.type_id
     where source.text = $1`,
    [source],
  );

test("every kind of payload that a browser sends is stored with its session, and the page's own log is accepted", async ({
  page,
}) => {
  const { email } = newPerson("collected");
  const logged: number[] = [];
  page.on("response", (response) => {
    if (response.url().endsWith("/api/client-log")) logged.push(response.status());
  });
  await page.goto(`${collectedUrl()}/downloads?utm_source=stored-letter`);
  await isCollected(page);
  // Before the download: its messages would count as the effect of the clicks.
  await meetProblems(page);
  await page.locator("form[data-download] button").click();
  await expect(page.getByRole("status").filter({ hasText: /download/i })).toBeVisible();
  await fallIntoHoneypot(page);
  await subscribe(page, email);
  await hide(page);

  const stored = async () => {
    const rows = await hitsFrom("stored-letter");
    return new Set(rows.map(({ kind, type }) => (type ? `${hitKindName(kind)} ${type}` : hitKindName(kind))));
  };
  const expected = [
    ...["page_view", "page_metrics", "event click", "event engagement", "event security_event"],
    ...["performance lcp", "performance ttfb", "behavior rage_click", "behavior error"],
    ...["conversion download", "conversion goal_complete"],
  ];
  await expect
    .poll(async () =>
      expected.filter(
        (
          (kept) => (one) =>
            !kept.has(one)
        )(await stored()),
      ),
    )
    .toEqual([]);
  const kinds = new Set((await hitsFrom("stored-letter")).map(({ kind }) => hitKindName(kind)));
  expect([...kinds].sort()).toEqual((Object.keys(hitKinds) as HitKind[]).sort());
  await expect.poll(() => logged).toContain(204);

  expect(
    await storedRows(
      `select count(*)::int as sessions, bool_and(s.rule is null) as counted, max(i.email) as email
       from analytics_session s join analytics_term source on source.id = s.source_id
       left join analytics_identity i on i.session_key = s.key where source.text = 'stored-letter'`,
    ),
  ).toEqual([{ sessions: 1, counted: true, email }]);
  await expect
    .poll(() => storedRows("select rule from security_event where rule = 'honeypot_triggered'"))
    .toHaveLength(1);
});

const wishes = [
  {
    name: "Global Privacy Control",
    header: "sec-gpc",
    ask: (context: BrowserContext) =>
      context.addInitScript(() => {
        Object.defineProperty(Navigator.prototype, "globalPrivacyControl", { value: true });
      }),
  },
  {
    name: "Do Not Track",
    header: "dnt",
    ask: (context: BrowserContext) =>
      context.addInitScript(() => {
        Object.defineProperty(Navigator.prototype, "doNotTrack", { value: "1" });
      }),
  },
];

for (const { name, header, ask } of wishes)
  test(`with ${name} the database has page views of the visit and no identifying data`, async ({ browser }) => {
    const { email } = newPerson("private");
    const source = `private-${name.toLowerCase().replaceAll(" ", "-")}`;
    const [before] = await storedRows<{ at: Date; sessions: number }>(
      "select clock_timestamp() as at, (select count(*)::int from analytics_session where client is not null) as sessions",
    );
    const context = await browser.newContext({
      userAgent,
      extraHTTPHeaders: { [header]: "1", "x-forwarded-for": "203.0.113.58" },
    });
    await ask(context);
    const page = await context.newPage();
    for (const path of [`/pricing?utm_source=${source}`, "/faq"]) {
      await page.goto(`${collectedUrl()}${path}`);
      await isCollected(page);
      await meetProblems(page);
      await hide(page);
    }
    await subscribe(page, email);
    await page.goto(`${collectedUrl()}/automation-blueprint-gtmarc`);
    await isCollected(page);
    await hide(page);

    const hits = () =>
      storedRows(
        `select t.text as page, h.kind, h.session_id, h.value, h.detail from ${everyHitQuery} h
         join analytics_term t on t.id = h.page_id where h.at > $1 order by h.at`,
        [before!.at],
      );
    const anonymousView = (path: string) => ({
      ...{ page: path, kind: hitKinds.page_view, session_id: null, value: null, detail: null },
    });
    await expect
      .poll(hits)
      .toEqual(["/pricing", "/faq", "/automation-blueprint-gtmarc"].map((path) => anonymousView(path)));
    expect(
      await storedRows(
        `select (select count(*)::int from analytics_session where client is not null) as sessions,
           (select count(*)::int from analytics_identity where email = $1) as identities,
           (select count(*)::int from analytics_term where text in ($1, $2)) as terms,
           (select count(*)::int from funnel_event where occurred_at > $3
              and (session_id is not null or session_key is not null or user_id is not null)) as steps`,
        [email, source, before!.at],
      ),
    ).toEqual([{ sessions: before!.sessions, identities: 0, terms: 0, steps: 0 }]);
    await context.close();
  });
