import { readFileSync } from "node:fs";
import type { Place } from "./place.ts";
import { type Running, run } from "./program.ts";

type Change = readonly [RegExp, string];
export type Proxy = { name: string; running: Running };

/** The proxy in front of the site: HAProxy, or nginx with `CLUSTER_PROXY=nginx`. The configurations are those of deploy/. */
export function startProxy(place: Place): Proxy {
  if (process.env["CLUSTER_PROXY"] === "nginx") {
    const file = place.write("nginx-site.conf", nginxConfiguration(place));
    return { name: "nginx", running: run("nginx-site", ["nginx", "-e", "stderr", "-c", file], place) };
  }
  const file = place.write("haproxy-site.cfg", haproxyConfiguration(place));
  return { name: "HAProxy", running: run("haproxy-site", ["haproxy", "-db", "-f", file], place) };
}

/** deploy/haproxy.cfg with the ports of this run and without TLS. */
const haproxyConfiguration = ({ ports }: Place): string =>
  changed("deploy/haproxy.cfg", [
    // The files that an ordinary user may open.
    [/maxconn \d+/, "maxconn 1000"],
    // It runs as that user from the start.
    [/ {2}# Ports below 1024 [^\n]+\n(?: {2}(?:user|group|chroot) [^\n]+\n)+/, ""],
    [/bind :443 ssl [^\n]+/, `bind 127.0.0.1:${ports.site}`],
    [/frontend plain\n(?: {2}[^\n]+\n)+/, ""],
    [/server one \S+/g, `server one 127.0.0.1:${ports.one}`],
    [/server two \S+/g, `server two 127.0.0.1:${ports.two}`],
  ]);

/** deploy/nginx.conf with the ports of this run and without TLS, inside of what Debian's nginx.conf has around it. */
function nginxConfiguration({ ports, folder }: Place): string {
  const site = changed("deploy/nginx.conf", [
    [/listen 443 [^\n]+/, `listen 127.0.0.1:${ports.site};`],
    [/ {2}ssl_[^\n]+\n/g, ""],
    [/server \{\s+listen 80;[^}]+\}/, ""],
    // The address of this run has a port, which $host lacks.
    [/Host \$host;/g, "Host $http_host;"],
    [/server 127\.0\.0\.1:3001/, `server 127.0.0.1:${ports.one}`],
    [/server 127\.0\.0\.1:3002/, `server 127.0.0.1:${ports.two}`],
  ]);
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
    .map((name) => `${name}_temp_path ${folder}/nginx-${name};`)
    .join("\n");
  return `daemon off;\nmaster_process off;\npid ${folder}/nginx.pid;\nevents {}\nhttp {\n${temporary}\n${site}\n}\n`;
}

/** Throws if a line that has to change is not in the file. */
function changed(file: string, changes: readonly Change[]): string {
  return changes.reduce(
    (text, [pattern, line]) => {
      const next = text.replace(pattern, line);
      if (next === text) throw new Error(`${file} has no line ${pattern}`);
      return next;
    },
    readFileSync(file, "utf8"),
  );
}
