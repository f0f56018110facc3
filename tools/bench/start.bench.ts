/** Time of the first and second start until ready, time of a stop, and idle memory (PSS of Node and PostgreSQL together). */
import { rmSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { memoryOf, startServer } from "./running-server.ts";

type Row = { what: string; value: number; unit: string; target: string };

const restSeconds = 20;

export async function run(): Promise<{ rows: Row[] }> {
  const first = await startServer({ port: 3292, keepData: true });
  const firstStop = await first.stop();
  const later: number[] = [];
  let memory: ReturnType<typeof memoryOf> = null;
  for (let round = 0; round < 5; round += 1) {
    const server = await startServer({ port: 3292, dataDir: first.dataDir, keepData: true });
    later.push(server.readyMs);
    if (round === 4) {
      await fetch(server.url);
      await pause(restSeconds * 1000);
      memory = memoryOf(server.pid, first.dataDir);
    }
    await server.stop();
  }
  rmSync(first.dataDir, { recursive: true, force: true });
  const median = later.sort((one, other) => one - other)[2]!;
  const rows: Row[] = [
    {
      what: "first start on an empty data directory, until ready",
      value: Math.round(first.readyMs),
      unit: "ms",
      target: "",
    },
    { what: "second start, until ready (median of 5)", value: Math.round(median), unit: "ms", target: "<= 3000" },
    { what: "stop", value: Math.round(firstStop), unit: "ms", target: "<= 10000" },
  ];
  if (memory) {
    rows.push({ what: `Node after ${restSeconds} s`, value: memory.nodeMb, unit: "MB PSS", target: "" });
    rows.push({ what: `PostgreSQL after ${restSeconds} s`, value: memory.postgresMb, unit: "MB PSS", target: "" });
    rows.push({ what: "together", value: memory.nodeMb + memory.postgresMb, unit: "MB PSS", target: "<= 300" });
  }
  return { rows };
}
