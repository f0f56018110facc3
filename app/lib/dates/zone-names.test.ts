import { expect, test } from "vitest";
import { dateStyleOf } from "#app/lib/browsers/accepted-language.ts";
import { wallClock } from "./wall-clock.ts";
import { americanName, americanZone, currentZoneName, listZones, zoneText } from "./zone-names.ts";

const instants = [new Date("2026-01-15T12:00Z"), new Date("2026-07-15T12:00Z")];
const clock = (at: Date, zone: string) =>
  new Intl.DateTimeFormat("en-US", { timeZone: zone, timeStyle: "short" }).format(at);

test("US zones have their American names, all others their IANA name", () => {
  expect(americanZone("America/Los_Angeles")).toBe("Pacific Time");
  expect(americanZone("America/New_York")).toBe("Eastern Time");
  expect(americanZone("America/Phoenix")).toBe("Mountain Standard Time");
  expect(americanZone("Pacific/Honolulu")).toBe("Hawaii Time");
  expect(americanZone("Europe/Vienna")).toBe("Europe/Vienna");
  expect(americanZone("Pacific/Pago_Pago")).toBe("Pacific/Pago Pago");
  expect(zoneText("America/Los_Angeles", dateStyleOf("en-US"))).toBe("Pacific Time");
  expect(zoneText("America/Los_Angeles", dateStyleOf("de-AT"))).toBe("America/Los Angeles");
});

test("zones with the same name have the same clock", () => {
  const zones = Intl.supportedValuesOf("timeZone").filter((zone) => americanName(zone) !== null);
  const representative = new Map([
    ["Eastern Time", "America/New_York"],
    ["Central Time", "America/Chicago"],
    ["Mountain Time", "America/Denver"],
    ["Mountain Standard Time", "America/Phoenix"],
    ["Pacific Time", "America/Los_Angeles"],
    ["Alaska Time", "America/Anchorage"],
    ["Hawaii-Aleutian Time", "America/Adak"],
    ["Hawaii Time", "Pacific/Honolulu"],
  ]);
  expect(new Set(zones.map(americanName))).toEqual(new Set(representative.keys()));
  for (const zone of zones)
    for (const at of instants)
      expect([zone, clock(at, zone)]).toEqual([zone, clock(at, representative.get(americanName(zone)!)!)]);
});

test("every zone is listed by its current name, and a former name means the same clock", () => {
  const listed = listZones();
  for (const [former, name] of [
    ["Asia/Katmandu", "Asia/Kathmandu"],
    ["Asia/Calcutta", "Asia/Kolkata"],
    ["Asia/Saigon", "Asia/Ho_Chi_Minh"],
    ["Asia/Rangoon", "Asia/Yangon"],
    ["Europe/Kiev", "Europe/Kyiv"],
    ["America/Godthab", "America/Nuuk"],
    ["America/Buenos_Aires", "America/Argentina/Buenos_Aires"],
    ["America/Coral_Harbour", "America/Atikokan"],
    ["Pacific/Enderbury", "Pacific/Kanton"],
    ["Pacific/Truk", "Pacific/Chuuk"],
  ] as const) {
    expect(currentZoneName(former)).toBe(name);
    expect(listed).toContain(name);
    expect(listed).not.toContain(former);
    for (const at of ["2026-01-01T12:00Z", "2026-07-01T12:00Z"])
      expect(wallClock(new Date(at), name), name).toEqual(wallClock(new Date(at), former));
  }
  expect(currentZoneName("Europe/Vienna")).toBe("Europe/Vienna");
  expect(listed.filter((zone) => currentZoneName(zone) !== zone)).toEqual([]);
  expect(listed).toEqual([...new Set(listed)]);
  expect(listed).toContain("UTC");
});
