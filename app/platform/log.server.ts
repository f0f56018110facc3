import pino from "pino";
import { scrub } from "../lib/scrub.ts";

/**
 * Structured log on standard output, one JSON object a line. Everything passes `scrub`, so an address or a token that
 * slips into a message is redacted before it is written; control characters are escaped by JSON itself.
 */
export const log = pino({
  level: process.env["LOG_LEVEL"] ?? "info",
  base: null,
  timestamp: pino.stdTimeFunctions.isoTime,
  serializers: { err: (error: Error) => scrub(pino.stdSerializers.err(error)) },
  formatters: { level: (label) => ({ level: label }), log: (fields) => scrub(fields) as Record<string, unknown> },
  hooks: {
    logMethod(args, method) {
      method.apply(this, args.map((arg) => (typeof arg === "string" ? scrub(arg) : arg)) as Parameters<typeof method>);
    },
  },
});
