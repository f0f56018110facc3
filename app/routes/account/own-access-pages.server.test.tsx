import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { beforeEach, expect, test } from "vitest";
import { approveDueRequests, declineRequest, requestAccess } from "#app/features/access/access.server.ts";
import { AccessRequest, denialMessages } from "#app/features/access/access.ts";
import { issueCode, redeemCode, revokeCode } from "#app/features/access/codes/codes.server.ts";
import { blockPerson } from "#app/features/access/grants/blocks.server.ts";
import { checkAccess, revokeGrant } from "#app/features/access/grants/grants.server.ts";
import { findOwnAccess } from "#app/features/access/requests/own-access.server.ts";
import { nextSteps, type OwnAccess, ownAccessTitles } from "#app/features/access/requests/own-access.ts";
import { accessRequest } from "#app/features/access/tables.server.ts";
import { CodeWithinProvider } from "#app/features/content/code-within.tsx";
import { newId } from "#app/lib/uuid.ts";
import type { SignedInCtx } from "#app/platform/context.server.ts";
import { useSettings } from "#app/platform/env.server.ts";
import type { AccessRefusal } from "#app/shell/blueprint/member.server.ts";
import { NoAccess } from "#app/shell/blueprint/refused.tsx";
import { as, asAdmin, asAnonymous, later } from "#tests/fixtures/actors.ts";
import { InNewYork } from "#tests/fixtures/firm-dates.tsx";
import { pageHtml } from "#tests/fixtures/rendered-pages.tsx";
import { useDatabase } from "#tests/setup/test-database.ts";

const { db, ctx } = useDatabase();
const email = "dana@northfield.example";

beforeEach(() => {
  useSettings({ SECRET: "a".repeat(32), ACCESS_CODE_DELAY_BUSINESS_DAYS: 4, COMPANY_TIMEZONE: "America/New_York" });
});

const admin = () => asAdmin(ctx, `${newId()}@gtmarc.example`);
const ask = () => requestAccess(asAnonymous(ctx), AccessRequest.parse({ email, company_name: "Northfield" }));
const issue = async () => {
  const issued = await issueCode(await admin(), { email });
  if (!issued.ok) throw new Error(issued.reason.kind);
  return issued.value;
};
const redeem = async (dana: SignedInCtx) =>
  void (await redeemCode(dana, { code: (await issue()).code, address: "203.0.113.1" }));

/** How a person comes to each state; returns the person at that moment. */
const ways: Record<string, (dana: SignedInCtx) => Promise<SignedInCtx | undefined>> = {
  waiting: async () => void (await ask()),
  code_sent: async () => void (await issue()),
  code_expired: async (dana) => {
    await issue();
    return later(dana, { days: 31 });
  },
  code_withdrawn: async () => void (await revokeCode(await admin(), { id: (await issue()).id })),
  declined: async () => {
    await ask();
    const [request] = await db.select().from(accessRequest);
    await declineRequest(await admin(), { requestId: request!.id, reason: "unclear" });
    return undefined;
  },
  access_ended: async (dana) => {
    await redeem(dana);
    await revokeGrant(await admin(), { userId: dana.actor.userId });
    return undefined;
  },
  "suspended, devices": async (dana) => {
    await redeem(dana);
    for (const fingerprint of ["a", "b", "c", "d", "e", "f"])
      await checkAccess(dana, { userId: dana.actor.userId, fingerprint, userAgent: "" });
    return undefined;
  },
  "suspended, block": async (dana) => {
    await redeem(dana);
    await blockPerson(await admin(), { email, reason: "Competitor" });
    return undefined;
  },
  has_access: async (dana) => redeem(dana).then(() => undefined),
};

const textOf = (html: string) =>
  html
    .replace(/<[^>]+>/g, " ")
    .replaceAll("&#x27;", "'")
    .replace(/\s+/g, " ");

/** The wizard's page: the 403 screen, or "open". */
async function wizardHtml(dana: SignedInCtx): Promise<string> {
  try {
    await pageHtml(dana, "/blueprint/wizard/mode");
    return "open";
  } catch (thrown) {
    const { data, status } = thrown as { data: AccessRefusal; status: number };
    expect(status).toBe(403);
    const router = createMemoryRouter([{ path: "/", element: <NoAccess refusal={data} /> }]);
    return renderToStaticMarkup(
      <InNewYork>
        <CodeWithinProvider value="4 to 7 business days">
          <RouterProvider router={router} />
        </CodeWithinProvider>
      </InNewYork>,
    );
  }
}

/** A page does not link to itself: it has the form. */
const ownAddress: Record<string, string> = { code: "/verify-access", request: "/request-access" };
const titles = Object.values(ownAccessTitles);

test.each(Object.keys(ways))("%s: account, code page, request page and wizard say the same", async (way) => {
  const start = await as(ctx, email);
  const dana = (await ways[way]!(start)) ?? start;
  const access = (await findOwnAccess(dana)) as OwnAccess;
  expect(access.state).toBe(way.split(",")[0]);
  const pages = {
    code: await pageHtml(dana, "/verify-access"),
    request: await pageHtml(dana, "/request-access"),
    ...(way === "has_access" ? {} : { account: await pageHtml(dana, "/account"), wizard: await wizardHtml(dana) }),
  };
  for (const [page, html] of Object.entries(pages)) {
    const text = textOf(html);
    expect(
      titles.filter((title) => text.includes(title)),
      page,
    ).toEqual([ownAccessTitles[access.state]]);
    const steps = nextSteps(access).filter(({ href }) => href !== ownAddress[page]);
    for (const { href } of steps) expect(html, page).toContain(`href="${href}"`);
    if (access.state === "suspended") {
      expect(text, page).toContain(denialMessages[access.reason]);
      expect(html, page).not.toMatch(/name="code"|name="company_name"/);
    }
  }
  if (way === "has_access") expect(await wizardHtml(dana)).toBe("open");
});

test.each(["suspended, devices", "suspended, block"])(
  "%s: the landing page says so and offers no code",
  async (way) => {
    const dana = await as(ctx, email);
    const landing = () => pageHtml(dana, "/automation-blueprint-gtmarc");
    expect(await landing()).toContain('data-dialog="access-request"');
    await ways[way]!(dana);
    const access = (await findOwnAccess(dana)) as Extract<OwnAccess, { state: "suspended" }>;
    const html = await landing();
    expect(textOf(html)).toContain(ownAccessTitles.suspended);
    expect(textOf(html)).toContain(denialMessages[access.reason]);
    expect(html).toContain(`href="${nextSteps(access)[0].href}"`);
    expect(html).not.toMatch(/data-dialog="access-|Already have an access code/);
  },
);

test("the code page does not say that codes come by email beside a code that was not emailed", async () => {
  const dana = await as(ctx, email);
  await ways["code_sent"]!(dana);
  const text = textOf(await pageHtml(dana, "/verify-access"));
  expect(text).toContain("It was not emailed");
  expect(text).not.toMatch(/codes? [^.:]*by email/i);
  expect(text).toContain("twelve letters and digits in three groups");
});

test("a person who waits is not asked to request again; the form is there again after a decline", async () => {
  const dana = await as(ctx, email);
  const hasForm = async () => (await pageHtml(dana, "/request-access")).includes('name="company_name"');
  expect(await hasForm()).toBe(true);
  expect(await pageHtml(dana, "/request-access")).not.toContain("Create an account");
  await ask();
  expect(await hasForm()).toBe(false);
  expect(await pageHtml(dana, "/request-access")).not.toContain("What happens next");
  const [request] = await db.select().from(accessRequest);
  await declineRequest(await admin(), { requestId: request!.id, reason: "unclear" });
  expect(await hasForm()).toBe(true);
  expect(await approveDueRequests(later(ctx, { days: 9 }))).toEqual({ ok: true, value: 0 });
});
