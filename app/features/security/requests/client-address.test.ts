import fc from "fast-check";
import { expect, test } from "vitest";
import { addressList } from "#app/platform/outside/ip-address.server.ts";
import { clientAddress, limitKey } from "./client-address.server.ts";

const none = addressList([]);
const proxies = addressList(["10.0.0.0/8", "2001:db8:1::/48", "127.0.0.1"]);
const xff = (value: string) => ({ "x-forwarded-for": value });
const forwarded = (value: string) => ({ forwarded: value });

test.each<[string, string, Record<string, string>, string]>([
  ["the peer without a header", "10.0.0.1", {}, "10.0.0.1"],
  ["the last hop before a trusted proxy", "10.0.0.1", xff("198.51.100.4"), "198.51.100.4"],
  ["not the left part, which the visitor controls", "10.0.0.1", xff("1.1.1.1, 198.51.100.4"), "198.51.100.4"],
  ["the first untrusted hop of a chain", "10.0.0.1", xff("1.1.1.1, 198.51.100.4, 10.2.2.2"), "198.51.100.4"],
  ["the proxy in front of an unreadable hop", "10.0.0.1", xff("198.51.100.4, unknown"), "10.0.0.1"],
  ["the last readable proxy of a chain", "10.0.0.1", xff("198.51.100.4, garbage, 10.2.2.2"), "10.2.2.2"],
  ["the peer when the last entry is empty", "10.0.0.1", xff("198.51.100.4, "), "10.0.0.1"],
  ["the peer when the whole header is empty", "10.0.0.1", xff(""), "10.0.0.1"],
  ["the trusted hop at the left end", "10.0.0.1", xff("10.3.3.3, 10.2.2.2"), "10.3.3.3"],
  ["IPv4 with a port", "10.0.0.1", xff("198.51.100.4:54321"), "198.51.100.4"],
  ["a proxy of the chain with a port", "10.0.0.1", xff("198.51.100.4:1, 10.2.2.2:2"), "198.51.100.4"],
  ["bracketed IPv6", "10.0.0.1", xff("[2001:DB8:9::5]"), "2001:db8:9::5"],
  ["bracketed IPv6 with a port", "10.0.0.1", xff("[2001:db8:9::5]:4711"), "2001:db8:9::5"],
  ["bare IPv6", "2001:db8:1::1", xff("2001:db8:9::5"), "2001:db8:9::5"],
  ["IPv4 mapped into IPv6", "::ffff:10.0.0.1", xff("::ffff:198.51.100.4"), "198.51.100.4"],
  ["the peer when a port is not a number", "10.0.0.1", xff("198.51.100.4:http"), "10.0.0.1"],
  ["the peer when brackets hold IPv4", "10.0.0.1", xff("[198.51.100.4]"), "10.0.0.1"],

  ["Forwarded's for", "10.0.0.1", forwarded("for=198.51.100.4"), "198.51.100.4"],
  ["among the other parameters", "10.0.0.1", forwarded("proto=https;For=198.51.100.4;by=10.0.0.1"), "198.51.100.4"],
  ["a quoted address", "10.0.0.1", forwarded('for="198.51.100.4:80"'), "198.51.100.4"],
  ["quoted IPv6 with a port", "10.0.0.1", forwarded('for="[2001:db8:9::5]:4711"'), "2001:db8:9::5"],
  ["quoted IPv6 through a chain", "10.0.0.1", forwarded('for="[2001:db8:9::5]", for=10.2.2.2'), "2001:db8:9::5"],
  ["not Forwarded's left part", "10.0.0.1", forwarded("for=1.1.1.1,for=198.51.100.4"), "198.51.100.4"],
  ["the peer of an unknown client", "10.0.0.1", forwarded("for=198.51.100.4, for=unknown"), "10.0.0.1"],
  ["the peer of a hidden client", "10.0.0.1", forwarded("for=_hidden"), "10.0.0.1"],
  ["an address with a hidden port", "10.0.0.1", forwarded('for="198.51.100.4:_secret"'), "198.51.100.4"],
  ["the peer of an element without for", "10.0.0.1", forwarded("for=198.51.100.4, proto=https"), "10.0.0.1"],
  ["the peer of an element with two for", "10.0.0.1", forwarded("for=198.51.100.4;for=1.1.1.1"), "10.0.0.1"],
  ["the peer of unquoted IPv6", "10.0.0.1", forwarded("for=[2001:db8:9::5]"), "10.0.0.1"],
  ["the peer of an open quote", "10.0.0.1", forwarded('for=", for=198.51.100.4'), "10.0.0.1"],
  ["the peer of a quote around a hop", "10.0.0.1", forwarded('for="x, for="[2001:db8:9::5]"'), "10.0.0.1"],
  ["a quoted comma inside another parameter", "10.0.0.1", forwarded('by="a,b\\"c";for=198.51.100.4'), "198.51.100.4"],

  [
    "both headers when they agree",
    "10.0.0.1",
    { ...xff("198.51.100.4"), ...forwarded("for=198.51.100.4") },
    "198.51.100.4",
  ],
  [
    "the peer when one header is forged",
    "10.0.0.1",
    { ...xff("198.51.100.4"), ...forwarded("for=1.1.1.1") },
    "10.0.0.1",
  ],
  ["the peer when one header is unreadable", "10.0.0.1", { ...xff("198.51.100.4"), ...forwarded("x") }, "10.0.0.1"],
])("the client is %s", (_what, peer, headers, expected) => {
  expect(clientAddress(peer, new Headers(headers), proxies)).toBe(expected);
});

test.each([
  ["when no proxy is trusted", none, "203.0.113.9"],
  ["when the peer is not a trusted proxy", proxies, "203.0.113.9"],
  ["in its IPv4 form", proxies, "::ffff:203.0.113.9"],
])("the peer counts %s, regardless of the headers", (_when, trusted, peer) => {
  for (const headers of [{}, xff("1.1.1.1"), forwarded("for=1.1.1.1")])
    expect(clientAddress(peer, new Headers(headers), trusted)).toBe("203.0.113.9");
});

test("a forged left part never changes the result: only the client's own address or the proxy's is returned", () => {
  const written = fc.string({ unit: fc.constantFrom(...'for=";,:[]_\\ 1.2ab') });
  const client = (headers: Record<string, string>) => clientAddress("10.0.0.1", new Headers(headers), proxies);
  fc.assert(
    fc.property(written, (text) => {
      expect(client(xff(`${text}, 198.51.100.4`))).toBe("198.51.100.4");
      for (const entry of ["for=198.51.100.4", 'for="198.51.100.4:80"'])
        expect(["198.51.100.4", "10.0.0.1"]).toContain(client(forwarded(`${text}, ${entry}`)));
      expect(["2001:db8:9::5", "10.0.0.1"]).toContain(client(forwarded(`${text}, for="[2001:db8:9::5]"`)));
    }),
    { numRuns: 5000 },
  );
});

test("limits use a whole IPv4 address or the /64 of an IPv6 one as key", () => {
  expect(limitKey("203.0.113.9")).toBe("203.0.113.9");
  expect(limitKey("2001:db8:0:7:1:2:3:4")).toBe(limitKey("2001:db8:0:7:ffff::1"));
  expect(limitKey("2001:db8:0:7::1")).not.toBe(limitKey("2001:db8:0:8::1"));
});
