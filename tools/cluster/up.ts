import { once } from "node:events";
import { startCluster } from "./cluster.ts";
import { startSite } from "./site.ts";

/** Starts the cluster with two processes of the product and leaves it running until Ctrl-C. */
export async function up(report: (line: string) => void): Promise<boolean> {
  const stopped = Promise.race([once(process, "SIGINT"), once(process, "SIGTERM")]);
  const cluster = await startCluster(report);
  try {
    const site = await startSite(cluster, report);
    report(
      `Site: ${site.url}\nDATABASE_URL=${cluster.url}\nDATABASE_READ_URL=${cluster.readUrl}\nCtrl-C stops everything.`,
    );
    await stopped;
    await site.stop();
    return true;
  } finally {
    await cluster.stop();
  }
}
