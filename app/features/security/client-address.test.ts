import { expect, test } from "vitest";
import { clientAddress, limitKey, trustedProxies } from "./client-address.server.ts";

const none = trustedProxies([]);
const proxies = trustedProxies(["10.0.0.0/8", "2001:db8:1::/48", "127.0.0.1"]);

test.each([
  ["the peer, when nobody is trusted", "203.0.113.9", "1.1.1.1", none, "203.0.113.9"],
  ["the peer, when the peer is no trusted proxy", "203.0.113.9", "1.1.1.1", proxies, "203.0.113.9"],
  ["the last hop before a trusted proxy", "10.0.0.1", "198.51.100.4", proxies, "198.51.100.4"],
  ["never the left part that a visitor wrote", "10.0.0.1", "1.1.1.1, 2.2.2.2, 198.51.100.4", proxies, "198.51.100.4"],
  [
    "the first untrusted hop through a chain of proxies",
    "10.0.0.1",
    "1.1.1.1, 198.51.100.4, 10.2.2.2",
    proxies,
    "198.51.100.4",
  ],
  ["the proxy itself when it passes nothing on", "10.0.0.1", undefined, proxies, "10.0.0.1"],
  ["past nonsense between the hops", "10.0.0.1", "garbage, 198.51.100.4, , unknown", proxies, "198.51.100.4"],
  ["IPv4 written as IPv6", "::ffff:203.0.113.9", undefined, none, "203.0.113.9"],
  ["IPv6 through a trusted IPv6 proxy", "2001:db8:1::1", "2001:db8:9::5", proxies, "2001:db8:9::5"],
])("the client is %s", (_what, peer, forwarded, trusted, expected) => {
  expect(clientAddress(peer, forwarded, trusted)).toBe(expected);
});

test("an entry that is neither address nor block is named", () => {
  expect(() => trustedProxies(["proxy.example"])).toThrow("proxy.example");
});

test("limits count a whole IPv4 address and the /64 of an IPv6 one", () => {
  expect(limitKey("203.0.113.9")).toBe("203.0.113.9");
  expect(limitKey("2001:db8:0:7:1:2:3:4")).toBe(limitKey("2001:db8:0:7:ffff::1"));
  expect(limitKey("2001:db8:0:7::1")).not.toBe(limitKey("2001:db8:0:8::1"));
});
