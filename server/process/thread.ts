import { drawAnalysisTask } from "#app/features/analysis/pdf/analysis-pdf.server.ts";
import { writeSheetTask } from "#app/features/analysis/sheets/analysis-sheet.server.ts";
import { drawDocumentTask } from "#app/features/billing/pdf/files.server.ts";
import { readMultistatusTask } from "#app/features/booking/calendars/dav-request.server.ts";
import { readOwnEventsTask } from "#app/features/booking/calendars/own-reader.server.ts";
import { readCalendarTask } from "#app/features/booking/hosts/hosts.server.ts";
import { drawVersionTask } from "#app/features/full-blueprint/pdf/version-pdf.server.ts";
import { readMailTask } from "#app/features/mail/receiving/inbound-mail.server.ts";
import { readPostmarkTask } from "#app/features/mail/receiving/postmark.server.ts";
import { replyTextTask } from "#app/features/mail/receiving/replies.server.ts";
import {
  checkImportTask,
  leftRowsTask,
  previewImportTask,
  readImportTask,
} from "#app/features/pipeline/import/import-reading.server.ts";
import { serveThread } from "#app/platform/threads.server.ts";

export const serveTasks = (): void =>
  serveThread([
    drawAnalysisTask,
    writeSheetTask,
    drawDocumentTask,
    drawVersionTask,
    readCalendarTask,
    readOwnEventsTask,
    readMultistatusTask,
    readMailTask,
    readPostmarkTask,
    replyTextTask,
    readImportTask,
    previewImportTask,
    checkImportTask,
    leftRowsTask,
  ]);
