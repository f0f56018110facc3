import { hourMs } from "#app/lib/durations.ts";
import { log } from "#app/platform/log.server.ts";

/** Strangers can send any host. */
const maxPerHour = 20;
const maxLength = 100;

/**
 * Returns a function that logs each refused host once, with the expected one: behind a proxy that drops the port or sends its own
 * name, every request is refused. At most twenty hosts an hour.
 */
export function unknownHostLog(siteUrl: string, clock: () => number = () => performance.now()): (host: string) => void {
  const expected = new URL(siteUrl).host;
  const logged = new Set<string>();
  let hour = clock();
  let inHour = 0;
  return (received) => {
    const host = received.slice(0, maxLength);
    if (clock() - hour > hourMs) {
      hour = clock();
      inHour = 0;
      logged.clear();
    }
    if (logged.has(host) || inHour >= maxPerHour) return;
    logged.add(host);
    inHour += 1;
    log.warn(
      { host, expected },
      "requests for this host are refused with 421: set SITE_URL, or let the proxy pass the host on unchanged, with its port (nginx: proxy_set_header Host $http_host)",
    );
  };
}
