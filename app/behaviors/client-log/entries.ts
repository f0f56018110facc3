export type LogEntry = {
  level: "info" | "warn" | "error";
  message: string;
  page_path: string;
  data: Record<string, string | number | boolean>;
};

const perPrefix = 3;
const withinMs = 5000;
const prefixLength = 50;
const maxEntries = 20;

/**
 * Queues scrubbed log lines of the page's own code until `flush`. Messages with the same first 50 characters are logged at most
 * three times in five seconds; the rest are dropped.
 */
export function makeClientLog(parts: {
  now: () => number;
  clean: (text: string) => string;
  path: () => string;
  post: (body: string) => void;
}) {
  const recent = new Map<string, number[]>();
  let entries: LogEntry[] = [];
  return {
    log(level: LogEntry["level"], text: string, data: LogEntry["data"] = {}) {
      const message = parts.clean(text);
      const prefix = message.slice(0, prefixLength);
      const now = parts.now();
      const times = (recent.get(prefix) ?? []).filter((at) => now - at < withinMs);
      recent.set(prefix, times);
      if (times.length >= perPrefix || entries.length >= maxEntries) return;
      times.push(now);
      entries.push({ level, message, page_path: parts.path(), data });
    },
    flush() {
      if (entries.length === 0) return;
      const body = JSON.stringify({ entries });
      entries = [];
      parts.post(body);
    },
  };
}
