import {
  DatabaseProblem,
  databaseFailure,
  databaseRefusal,
  refusalReason,
} from "#app/platform/database/database-failure.server.ts";
import { SettingsError } from "#app/platform/env.server.ts";
import { explainError } from "#app/platform/log.server.ts";
import { EmbeddedFailure } from "#app/platform/postgres/failure.server.ts";

/** An expected reason not to start; its message is for the operator. */
export class StartRefused extends Error {}

/**
 * The message for an error that ended the start or a command, and the exit status: 2 for invalid settings, else 1. Expected
 * failures are sentences; PostgreSQL's refusals begin with its reason; other errors have their stack.
 */
export function explainFailure(error: unknown): { message: string; status: 1 | 2 } {
  if (error instanceof SettingsError) return { message: error.message, status: 2 };
  if (error instanceof StartRefused || error instanceof EmbeddedFailure || error instanceof DatabaseProblem)
    return { message: error.message, status: 1 };
  return { message: ofTheMachine(error) ?? ofTheDatabase(error) ?? explainError(error), status: 1 };
}

function ofTheMachine(error: unknown): string | null {
  const { code, port, path, syscall } = error as NodeJS.ErrnoException & { port?: number };
  if (code === "EADDRINUSE")
    return `Port ${port} is in use by another program. Set PORT to a free one, or stop that program.`;
  if (code === "EACCES" && syscall === "listen")
    return `Port ${port} needs more rights than this process has. Set PORT to 1024 or more.`;
  if (code === "EADDRNOTAVAIL" && syscall === "listen")
    return "HOST is not an address of this machine. Set it to one of its addresses, or to 0.0.0.0 for all.";
  if (code === "ENOENT" && syscall === "connect") return null;
  if (code === "ENOENT" && path) return `${path} does not exist. It is part of the installation or named by a setting.`;
  return null;
}

function ofTheDatabase(error: unknown): string | null {
  const refusal = databaseRefusal(error);
  const failure = databaseFailure(error);
  if (failure === "full") return "The database cannot write: its disk is full.";
  if (failure === "unavailable")
    return `The database is not available: ${refusal ? refusalReason(refusal) : innermostMessage(error)}.`;
  return refusal && `The database refused a statement: ${refusalReason(refusal)}.\n${explainError(error)}`;
}

function innermostMessage(error: unknown): string {
  let innermost = error as Error;
  while (innermost.cause instanceof Error) innermost = innermost.cause;
  return innermost.message || String((innermost as NodeJS.ErrnoException).code);
}
