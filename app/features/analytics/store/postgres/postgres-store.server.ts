import type { VisitStore } from "../visit-store.ts";
import { deletion } from "./deletion.server.ts";
import { derivation } from "./derivation.server.ts";
import { hitReads, hitWrites } from "./hits.server.ts";
import { reportReads } from "./reports.server.ts";
import { visitReads } from "./visits.server.ts";

/** Hits, visits and views in the tables of the database. */
export const postgresStore: VisitStore = {
  ...hitWrites,
  ...hitReads,
  ...derivation,
  ...deletion,
  ...visitReads,
  ...reportReads,
};
