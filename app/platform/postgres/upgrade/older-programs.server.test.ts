import { chmodSync, chownSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { layoutOf } from "#app/platform/postgres/layout.server.ts";
import { scratch } from "#tests/fixtures/scratch.ts";
import { findPrograms } from "./older-programs.server.ts";

const ownerId = 65_534;

test.runIf(process.geteuid?.() === 0)(
  "root never runs programs that lie next to the data of another user as root",
  async () => {
    const layout = layoutOf(scratch());
    const bin = join(layout.home, "postgresql-9.6", "bin");
    for (const folder of [layout.cluster, bin]) mkdirSync(folder, { recursive: true });
    chmodSync(layout.root, 0o755);
    chownSync(layout.cluster, ownerId, ownerId);
    writeFileSync(join(bin, "postgres"), '#!/bin/sh\necho "postgres (PostgreSQL) 9.$(id -u)"\n', { mode: 0o755 });
    const found = await findPrograms(layout, 9);
    expect(found).toMatchObject({ ok: true, value: { version: `9.${ownerId}.0` } });
  },
);
