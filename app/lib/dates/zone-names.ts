/*
 * Readable names of time zones: American names in the United States ("Pacific Time"), IANA names elsewhere. A list of
 * our own, because Node and browsers name zones differently.
 */
import { zoneName } from "./wall-clock.ts";

const american: Readonly<Record<string, string>> = {
  Eastern:
    "New_York Detroit Indiana/Indianapolis Indiana/Marengo Indiana/Petersburg Indiana/Vevay Indiana/Vincennes Indiana/Winamac Indianapolis Fort_Wayne Kentucky/Louisville Kentucky/Monticello Louisville",
  Central:
    "Chicago Indiana/Knox Indiana/Tell_City Menominee North_Dakota/Beulah North_Dakota/Center North_Dakota/New_Salem",
  Mountain: "Denver Boise Shiprock",
  "Mountain Standard": "Phoenix",
  Pacific: "Los_Angeles",
  Alaska: "Anchorage Juneau Metlakatla Nome Sitka Yakutat",
  "Hawaii-Aleutian": "Adak Atka",
};

const names = new Map<string, string>([
  ...Object.entries(american).flatMap(([name, cities]) =>
    cities.split(" ").map((city) => [`America/${city}`, `${name} Time`] as const),
  ),
  ["Pacific/Honolulu", "Hawaii Time"] as const,
]);

/** `Pacific Time`; null outside the United States. */
export const americanName = (zone: string): string | null => names.get(zone) ?? null;

/** `Pacific Time`, or `Europe/Vienna`: for the admin area, mails and documents. */
export const americanZone = (zone: string): string => americanName(zone) ?? zoneName(zone);

/** `Pacific Time` for American readers, otherwise `America/Los Angeles`. */
export const zoneText = (zone: string, style: { isMonthFirst: boolean }): string =>
  style.isMonthFirst ? americanZone(zone) : zoneName(zone);

/** Former names that Node and browsers still use for zones. */
const formerNames: Readonly<Record<string, string>> = {
  "Africa/Asmera": "Africa/Asmara",
  "America/Buenos_Aires": "America/Argentina/Buenos_Aires",
  "America/Catamarca": "America/Argentina/Catamarca",
  "America/Coral_Harbour": "America/Atikokan",
  "America/Cordoba": "America/Argentina/Cordoba",
  "America/Godthab": "America/Nuuk",
  "America/Indianapolis": "America/Indiana/Indianapolis",
  "America/Jujuy": "America/Argentina/Jujuy",
  "America/Louisville": "America/Kentucky/Louisville",
  "America/Mendoza": "America/Argentina/Mendoza",
  "Asia/Calcutta": "Asia/Kolkata",
  "Asia/Katmandu": "Asia/Kathmandu",
  "Asia/Rangoon": "Asia/Yangon",
  "Asia/Saigon": "Asia/Ho_Chi_Minh",
  "Atlantic/Faeroe": "Atlantic/Faroe",
  "Europe/Kiev": "Europe/Kyiv",
  "Pacific/Enderbury": "Pacific/Kanton",
  "Pacific/Ponape": "Pacific/Pohnpei",
  "Pacific/Truk": "Pacific/Chuuk",
};

/** Returns `Asia/Kathmandu` for `Asia/Katmandu`; other names are unchanged. Both names stay valid. */
export const currentZoneName = (zone: string): string => formerNames[zone] ?? zone;

/** Every zone that this runtime knows, by its current name, in alphabetical order, and UTC. */
export const listZones = (): string[] => [
  ...new Set([...Intl.supportedValuesOf("timeZone").map(currentZoneName).sort(), "UTC"]),
];
