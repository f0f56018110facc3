import { expect, test } from "vitest";
import { DownloadReport } from "#app/features/kit/downloads.ts";
import { recordDownload } from "#app/features/kit/kit.server.ts";
import { asAnonymous } from "#tests/fixtures/actors.ts";
import { pageHtml } from "#tests/fixtures/rendered-pages.tsx";
import { useDatabase } from "#tests/setup/test-database.ts";

const { ctx } = useDatabase();

test("the counter of downloads is shown from the first one", async () => {
  const counter = async () =>
    /<span( hidden="")?><br\/>Downloads so far: <span data-count="1">(\d+)</.exec(
      await pageHtml(asAnonymous(ctx), "/downloads"),
    )!;
  expect((await counter())[1]).toBe(' hidden=""');
  await recordDownload(asAnonymous(ctx), DownloadReport.parse({ download_type: "public_lite" }), {
    isPrivate: false,
  });
  expect(await counter()).toMatchObject({ 1: undefined, 2: "1" });
});
