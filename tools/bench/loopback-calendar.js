// Preloaded into the measured servers: requests for https://calendar.example go to the bench's own HTTP server. The product reaches
// public https addresses only, and the compared builds must stay as they are.
import { Resolver } from "node:dns/promises";
import http from "node:http";
import https from "node:https";
import { syncBuiltinESMExports } from "node:module";

const name = "calendar.example";
const { resolve4, resolve6 } = Resolver.prototype;
// Any public address: no connection to it is made.
Resolver.prototype.resolve4 = function (host, ...rest) {
  return host === name ? Promise.resolve(["9.9.9.9"]) : resolve4.call(this, host, ...rest);
};
Resolver.prototype.resolve6 = function (host, ...rest) {
  return host === name ? Promise.resolve([]) : resolve6.call(this, host, ...rest);
};
const { request } = https;
https.request = (url, options, respond) => {
  if (url.hostname !== name) return request(url, options, respond);
  const here = new URL(url.pathname, process.env.BENCH_CALENDARS);
  return http.request(here, { ...options, agent: false, lookup: undefined }, respond);
};
syncBuiltinESMExports();
