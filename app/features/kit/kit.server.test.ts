import { expect, test } from "vitest";
import { env } from "#app/platform/env.server.ts";
import { as, asAnonymous } from "#tests/fixtures/actors.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { DownloadReport } from "./downloads.ts";
import { countDownloads, recordDownload } from "./kit.server.ts";
import { exportPersonalData, forgetPerson } from "./personal-data.server.ts";
import { downloadTracking } from "./tables.server.ts";

const { db, ctx } = useDatabase();
const visitor = asAnonymous(ctx);

const report = DownloadReport.parse({
  download_type: "public_lite",
  session_id: "other-session",
  file_format: "zip",
  tier: "public",
  referrer: "https://search.example/results?q=private+words",
  utm_source: "newsletter",
  utm_campaign: "spring",
  metadata: { user_agent: "Browser/1", version: "1.0" },
});

test("a download is stored as one row with its referrer, and counted", async () => {
  expect(await countDownloads(ctx, "public_lite")).toBe(0);
  await recordDownload(visitor, report, { isPrivate: false });
  await recordDownload(visitor, DownloadReport.parse({ download_type: "public_lite" }), { isPrivate: false });
  const rows = await db.select().from(downloadTracking);
  expect(rows).toMatchObject([
    {
      downloadType: "public_lite",
      sessionId: "anonymous",
      fileFormat: "zip",
      tier: "public",
      referrer: "https://search.example",
      utmSource: "newsletter",
      utmMedium: null,
      utmCampaign: "spring",
      metadata: { user_agent: "Browser/1", version: "1.0" },
      createdAt: ctx.now,
    },
    { sessionId: "anonymous", referrer: "direct", metadata: { version: "1.0" } },
  ]);
  expect(await countDownloads(ctx, "public_lite")).toBe(2);
});

test("a referrer of this site is stored without its secret link", async () => {
  const token = "Zk3_v9-QwErTyUiOpAsDfGhJkLzXcVbNm1234567890";
  for (const path of [`/booking/${token}?x=1`, `/share/${token}`]) {
    const referrer = `${env().SITE_URL}${path}`;
    await recordDownload(visitor, { ...report, referrer }, { isPrivate: false });
  }
  const rows = await db.select().from(downloadTracking).orderBy(downloadTracking.referrer);
  expect(rows.map(({ referrer }) => referrer)).toEqual(["/booking/:token", "/share/:token"]);
});

test("the user is the signed-in one, whatever the body says", async () => {
  const dana = await as(ctx, "dana@northfield.example");
  await recordDownload(dana, report, { isPrivate: false });
  const [row] = await db.select().from(downloadTracking);
  expect(row!.sessionId).toBe(dana.actor.userId);
});

test("a visitor who asks not to be tracked is only counted", async () => {
  await recordDownload(await as(ctx, "dana@northfield.example"), report, { isPrivate: true });
  const [row] = await db.select().from(downloadTracking);
  expect(row).toMatchObject({
    sessionId: "anonymous",
    referrer: "direct",
    utmSource: null,
    utmCampaign: null,
    metadata: { version: "1.0" },
  });
  expect(await countDownloads(ctx, "public_lite")).toBe(1);
});

test("a person's downloads are exported; deleting the person removes the reference and keeps the count", async () => {
  const dana = await as(ctx, "dana@northfield.example");
  const omar = await as(ctx, "omar@northfield.example");
  for (const who of [dana, omar]) await recordDownload(who, report, { isPrivate: false });
  const person = { userId: dana.actor.userId, email: dana.actor.email };
  expect((await exportPersonalData(ctx, person))["downloads"]).toHaveLength(1);
  await forgetPerson(ctx, person);
  expect((await exportPersonalData(ctx, person))["downloads"]).toEqual([]);
  expect((await exportPersonalData(ctx, { ...person, userId: omar.actor.userId }))["downloads"]).toHaveLength(1);
  expect((await exportPersonalData(ctx, { ...person, userId: null }))["downloads"]).toEqual([]);
  expect(await countDownloads(ctx, "public_lite")).toBe(2);
});

test("an invalid report is refused with an error for its field", () => {
  const parsed = DownloadReport.safeParse({ download_type: "paid", file_format: "exe" });
  expect(parsed.error!.issues.map(({ path }) => path.join("."))).toEqual(["download_type", "file_format"]);
});
