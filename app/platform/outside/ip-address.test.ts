import { expect, test } from "vitest";
import { addressList, canonicalAddress, isListed, isLoopbackAddress } from "./ip-address.server.ts";

test.each([
  ["203.0.113.9", "203.0.113.9"],
  ["::ffff:203.0.113.9", "203.0.113.9"],
  ["::FFFF:CB00:7109", "203.0.113.9"],
  ["0:0:0:0:0:ffff:7f00:1", "127.0.0.1"],
  ["2001:DB8:0:0:0:0:0:1", "2001:db8::1"],
  ["fe80::1%eth0", "fe80::1"],
  ["127.1", null],
  ["010.0.0.1", null],
  ["1.2.3.4:80", null],
  ["[::1]", null],
  ["unknown", null],
  ["", null],
])("the canonical form of %s is %s", (text, canonical) => {
  expect(canonicalAddress(text)).toBe(canonical);
});

test.each(["127.0.0.1", "127.8.9.10", "::1", "0:0:0:0:0:0:0:1", "::ffff:127.0.0.1", "::ffff:7f12:1"])(
  "%s is loopback",
  (address) => {
    expect(isLoopbackAddress(address)).toBe(true);
  },
);

test.each(["126.255.255.255", "128.0.0.1", "::2", "::ffff:10.0.0.1", "127.0.0.1.evil.example", "localhost", ""])(
  "%s is not loopback",
  (address) => {
    expect(isLoopbackAddress(address)).toBe(false);
  },
);

test("a list matches its addresses and blocks in every notation", () => {
  const list = addressList(["10.0.0.0/8", "192.0.2.7", "2001:DB8:1::/48", "fd00::/16", "::ffff:198.51.100.1"]);
  for (const address of ["10.9.8.7", "::ffff:10.9.8.7", "192.0.2.7", "2001:db8:1::5", "198.51.100.1"])
    expect(isListed(address, list), address).toBe(true);
  for (const address of ["11.0.0.1", "192.0.2.8", "2001:db8:2::5", "unknown"])
    expect(isListed(address, list), address).toBe(false);
});

test.each([
  "proxy.example",
  "10.0.0.0/33",
  "10.0.0.0/x",
  "10.0.0.0/",
  "::/129",
  "1.2.3.4/8/9",
  "::ffff:10.0.0.0/104",
  "",
])("the list entry %s is rejected, and the error names it", (entry) => {
  expect(() => addressList([entry])).toThrow(RangeError);
  expect(() => addressList([entry])).toThrow(entry);
});

test.each(["0.0.0.0/0", "::/0", "0.0.0.0/1", "10.0.0.0/7", "8000::/1", "2001::/15"])(
  "the block %s is too large and is rejected",
  (entry) => {
    expect(() => addressList([entry])).toThrow(entry);
  },
);
