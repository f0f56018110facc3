import { expect, test } from "vitest";
import { type Embedded, startEmbedded } from "#app/platform/postgres/embedded.server.ts";
import { startProduct } from "./fixtures/product.ts";
import { scratch } from "./fixtures/scratch.ts";

/** Several processes of the built product on one database. */

const urlOf = ({ connection: { host, user, database } }: Embedded): string =>
  `postgresql:///${database}?host=${encodeURIComponent(String(host))}&user=${user}`;

test("processes that start together on an empty database all become ready, each in its role", async () => {
  const database = await startEmbedded({ dataDir: scratch(), role: "command" });
  const settings = { DATABASE_URL: urlOf(database), SECRET: "s".repeat(32) };
  const roles: Record<string, string>[] = [
    {},
    { JOBS: "off" },
    { SERVE: "off" },
    { SERVE: "off", DATABASE_POOLER: "transaction" },
  ];
  const products = await Promise.all(roles.map((role) => startProduct(scratch(), { ...settings, ...role })));
  const status = async (path: string) =>
    Promise.all(products.map(({ url }) => fetch(`${url}${path}`).then((response) => response.status)));
  expect(await status("/readyz")).toEqual([200, 200, 200, 200]);
  expect(await status("/pricing")).toEqual([200, 200, 404, 404]);
  for (const product of products) product.signal("SIGTERM");
  expect(await Promise.all(products.map(async ({ ended }) => (await ended()).status))).toEqual([0, 0, 0, 0]);
  await database.stop();
});
