import { expect, test } from "vitest";
import { dayMs } from "#app/lib/durations.ts";
import { countStored } from "#tests/fixtures/stored-visits.ts";
import { columnStore } from "#tests/setup/column-store.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { visitStore } from "../current-store.server.ts";

const { db, ctx } = useDatabase();

test.runIf(columnStore.isUsed)(
  "hits that arrive after their session was deleted are deleted, whenever they happened",
  async () => {
    const stored = new Date();
    const gone = { sessionId: 999_999, kind: 1, pageId: null, typeId: null, nameId: null, value: null, detail: null };
    // A batch that waited for days, or of an import that was removed meanwhile.
    const atMicros = (stored.getTime() - 40 * dayMs) * 1000;
    await visitStore().insertHits(ctx, [{ ...gone, atMicros }]);
    expect(await countStored(db, "hit")).toBe(1);
    await visitStore().deleteOrphans(ctx, new Date(stored.getTime() - 2 * dayMs));
    expect(await countStored(db, "hit")).toBe(0);
  },
);
