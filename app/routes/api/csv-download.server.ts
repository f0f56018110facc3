import type { Context } from "hono";

/** The response of a download in the API document. */
export const csvFile = { description: "The file", content: { "text/csv": { schema: { type: "string" as const } } } };

/** Sends a CSV file named `gtmarc-{name}.csv`; generators are streamed. */
export const csvDownload = (c: Context, name: string, file: string | AsyncGenerator<string, undefined>) =>
  c.body(typeof file === "string" ? file : streamOf(file), 200, {
    "content-type": "text/csv; charset=utf-8",
    "content-disposition": `attachment; filename="gtmarc-${name}.csv"`,
    "cache-control": "no-store",
  });

export function streamOf(parts: AsyncGenerator<string | Uint8Array, undefined>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { value, done } = await parts.next();
      if (done) controller.close();
      else controller.enqueue(typeof value === "string" ? encoder.encode(value) : value);
    },
    cancel: async () => void (await parts.return(undefined)),
  });
}
