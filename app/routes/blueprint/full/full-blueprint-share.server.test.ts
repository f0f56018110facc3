import { expect, test } from "vitest";
import { endFullBlueprintShare, shareFullBlueprint } from "#app/features/full-blueprint/comments/sharing.server.ts";
import { asAnonymous } from "#tests/fixtures/actors.ts";
import { value } from "#tests/fixtures/admin-command.ts";
import { pageContext } from "#tests/fixtures/page-context.ts";
import { publishedBlueprint } from "#tests/fixtures/published-blueprint.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { loader } from "./full-blueprint-share.tsx";

const { ctx } = useDatabase();

const privately = {
  "cache-control": "private, no-store",
  "referrer-policy": "no-referrer",
  "x-robots-tag": "noindex, nofollow",
};
/** The data or the thrown response, with its headers. */
const open = (token: string) =>
  loader({
    request: new Request(`http://localhost/share/${token}/full`),
    context: pageContext(asAnonymous(ctx)),
    params: { token },
  } as never).catch((thrown) => thrown as Awaited<ReturnType<typeof loader>>);

test("anyone can read a shared full blueprint until sharing ends; no response is cached, indexed or sent as a referrer", async () => {
  const { dana, blueprintId: id } = await publishedBlueprint(ctx);
  const { url } = value(await shareFullBlueprint(dana, { id }));
  const token = url.split("/").at(-2)!;
  expect(await open(token)).toMatchObject({
    data: {
      number: 1,
      blueprint: { sections: [{ title: "Leads" }, { title: "Support" }], tasks: [{ title: "Build it" }] },
    },
    init: { headers: privately },
  });
  await endFullBlueprintShare(dana, id);
  expect(await open(token)).toMatchObject({ init: { status: 410, headers: privately } });
  expect(await open("x")).toMatchObject({ init: { status: 404, headers: privately } });
});
