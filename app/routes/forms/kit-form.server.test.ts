import { beforeEach, expect, test } from "vitest";
import { countDownloads } from "#app/features/kit/kit.server.ts";
import { starterKit } from "#app/features/kit/starter-kit.ts";
import { rateLimit } from "#app/features/security/tables.server.ts";
import { useSettings } from "#app/platform/env.server.ts";
import { asAnonymous } from "#tests/fixtures/actors.ts";
import { formsOf } from "#tests/fixtures/refused-forms.ts";
import { pageHtml } from "#tests/fixtures/rendered-pages.tsx";
import { useDatabase } from "#tests/setup/test-database.ts";
import { kitForm } from "./forms.server.ts";

const { db, ctx } = useDatabase();
const visitor = asAnonymous(ctx);
const post = formsOf(kitForm);
beforeEach(() => void useSettings({ SECRET: "a".repeat(32) }));

test("without scripts the button of the page counts the download and leads to the file", async () => {
  const button = /<form[^>]*data-download[^>]*>/.exec(await pageHtml(visitor, "/downloads"))?.[0];
  expect(button).toContain('action="/downloads" method="post"');
  expect(await post(visitor, "/downloads", {})).toEqual({ status: 303, location: starterKit.path });
  expect(await countDownloads(ctx, "public_lite")).toBe(1);
  await db.update(rateLimit).set({ points: 10_000 });
  expect(await post(visitor, "/downloads", {})).toEqual({ status: 303, location: starterKit.path });
  expect(await countDownloads(ctx, "public_lite")).toBe(1);
});
