import { postgresStore } from "./postgres/postgres-store.server.ts";
import type { VisitStore } from "./visit-store.ts";

/** The store of this process. */
export const visitStore = (): VisitStore => postgresStore;
