import { rowReads } from "../row-reads.server.ts";
import type { VisitStore } from "../visit-store.ts";
import { deletion } from "./deletion.server.ts";
import { derivation } from "./derivation.server.ts";
import { hitWrites } from "./hits.server.ts";
import { reportReads } from "./reports.server.ts";

/** Hits, visits and views in the tables of the database. */
export const postgresStore: VisitStore = {
  ...hitWrites,
  ...derivation,
  ...deletion,
  ...reportReads,
  ...rowReads(reportReads),
};
