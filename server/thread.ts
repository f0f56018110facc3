import { drawAnalysisTask } from "#app/features/analysis/analysis-pdf.server.ts";
import { drawDocumentTask } from "#app/features/billing/pdf/files.server.ts";
import { readCalendarTask } from "#app/features/booking/hosts/hosts.server.ts";
import { drawVersionTask } from "#app/features/full-blueprint/version-pdf.server.ts";
import { serveThread } from "#app/platform/threads.server.ts";

export const serveTasks = (): void =>
  serveThread([drawAnalysisTask, drawDocumentTask, drawVersionTask, readCalendarTask]);
