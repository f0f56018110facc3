import { DatabaseNotReached } from "#app/platform/database-wait.server.ts";
import { SettingsError } from "#app/platform/env.server.ts";
import { explainError } from "#app/platform/log.server.ts";
import { EmbeddedFailure } from "#app/platform/postgres/failure.server.ts";

/** Returns the message for an error that ended a command, and the exit status: 2 for invalid settings. */
export function explainFailure(error: unknown): { message: string; status: 1 | 2 } {
  if (error instanceof SettingsError) return { message: error.message, status: 2 };
  if (error instanceof EmbeddedFailure || error instanceof DatabaseNotReached)
    return { message: error.message, status: 1 };
  return { message: explainError(error), status: 1 };
}
