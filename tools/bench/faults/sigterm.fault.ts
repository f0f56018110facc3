import type { Fault } from "./fault.ts";
import { startProcess } from "./site.ts";
import { withSite } from "./with-site.ts";

export const fault: Fault = {
  title: "`SIGTERM` under load, one process, started again",
  run: () =>
    withSite(async (scene) => {
      const { site, dataDir } = scene;
      site.signal("SIGTERM");
      const { status, ms } = await site.ended();
      const port = Number(new URL(site.url).port);
      Object.assign(site, await startProcess({ dataDir, port }));
      return {
        healedAt: performance.now(),
        notes: [`stopped in ${ms} ms with status ${status}`],
        problems: [
          ...(status === 0 ? [] : [`it ended with status ${status}`]),
          ...(ms > 10_000 ? [`it took ${ms} ms`] : []),
        ],
      };
    }),
};
