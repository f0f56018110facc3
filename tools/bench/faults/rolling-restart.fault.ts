import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { startEmbedded } from "../../../app/platform/postgres/embedded.server.ts";
import { type Fault, outcomeOf } from "./fault.ts";
import { Load } from "./load.ts";
import { nextPort, readiness, removeFolder, scratchFolder, secret, startProcess, storedIn, urlOf } from "./site.ts";

const leastRequests = 5_000;

/** Two processes on one database behind nginx; each in turn is stopped with a grace period of five seconds and restarted. */
export const fault: Fault = {
  title: `rolling restart of two processes behind nginx, at least ${leastRequests} requests`,
  needs: ["nginx"],
  async run() {
    const folder = scratchFolder();
    const databaseDir = `${folder}/database`;
    const database = await startEmbedded({ dataDir: databaseDir, role: "command" });
    const settings = { DATABASE_URL: urlOf(database), ...secret, STOP_GRACE_SECONDS: "5" };
    const ports = [nextPort(), nextPort()];
    const start = (port: number) => startProcess({ dataDir: `${folder}/data-${port}`, port, settings });
    const sites = [await start(ports[0]!), await start(ports[1]!)];
    const port = nextPort();
    const proxy = startNginx(folder, port, ports);
    const url = `http://127.0.0.1:${port}`;
    while ((await readiness(url))?.code !== 200) await pause(50);
    const load = new Load(() => url, { visitors: 12, pauseMs: 5 });
    let rounds = 0;
    try {
      await load.moreWrites(50);
      for (; rounds < 2 || (load.total < leastRequests && rounds < 6); rounds += 1)
        for (const index of [0, 1]) {
          await sites[index]!.stop();
          await pause(500);
          sites[index] = await start(ports[index]!);
          // nginx retries a failed peer after its fail_timeout.
          await pause(1_500);
        }
      while (load.total < leastRequests) await pause(100);
      await load.end();
      const broken = load.counts.unavailable + load.counts.closed + load.counts.failed;
      return await outcomeOf(load, storedIn(databaseDir), {
        notes: [`${rounds * 2} restarts`],
        problems: broken > 0 ? [`${broken} requests failed: ${reasonsOf(folder)}`] : [],
      });
    } finally {
      await load.end();
      proxy.kill("SIGTERM");
      for (const site of sites) await site.stop();
      await database.stop();
      removeFolder(folder);
    }
  },
};

/** Returns nginx's log lines other than refused connections, which it passes to the other process. */
function reasonsOf(folder: string): string {
  const lines = readFileSync(`${folder}/nginx/error.log`, "utf8").split("\n");
  const reasons = lines.flatMap(
    (line) => /\*\d+ (.*?), client:.*?request: "(\S+)/.exec(line)?.slice(1, 3).join(" ") ?? [],
  );
  return [...new Set(reasons.filter((reason) => !reason.includes("111: Connection refused")))].join("; ");
}

/** The configuration of docs/operations.md. By default nginx does not repeat POSTs that were sent. */
function startNginx(folder: string, port: number, ports: number[]): ChildProcess {
  mkdirSync(`${folder}/nginx`, { recursive: true });
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
    .map((name) => `${name}_temp_path ${folder}/nginx/${name};`)
    .join("\n  ");
  writeFileSync(
    `${folder}/nginx/nginx.conf`,
    `daemon off; worker_processes 1; pid ${folder}/nginx/pid; error_log ${folder}/nginx/error.log;
events { worker_connections 1024; }
http {
  access_log off;
  ${temporary}
  upstream gtmarc {
    ${ports.map((each) => `server 127.0.0.1:${each} max_fails=1 fail_timeout=1s;`).join("\n    ")}
    keepalive 16;
  }
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://gtmarc;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $http_host;
      proxy_set_header X-Forwarded-For $http_x_forwarded_for;
      proxy_next_upstream error timeout;
    }
  }
}
`,
  );
  const child = spawn("nginx", ["-c", `${folder}/nginx/nginx.conf`, "-p", folder], { stdio: "inherit" });
  process.once("exit", () => child.kill("SIGKILL"));
  return child;
}
