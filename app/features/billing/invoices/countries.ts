/** ISO 3166-1 alpha-2 codes of billing addresses. Their English names come from Intl. */
const codes =
  "AD AE AF AG AI AL AM AO AR AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BW BY BZ CA CD CF CG CH CI CK CL CM CN CO CR CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GT GU GW GY HK HN HR HT HU ID IE IL IM IN IQ IS IT JE JM JO JP KE KG KH KI KM KN KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PR PS PT PW PY QA RE RO RS RW SA SB SC SE SG SI SK SL SM SN SO SR SS ST SV SX SZ TC TD TG TH TJ TL TM TN TO TR TT TV TW TZ UA UG US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW".split(
    " ",
  );

const names = new Intl.DisplayNames("en", { type: "region" });

/** `countryName("AT")` is "Austria"; unknown codes are returned unchanged. */
export const countryName = (code: string): string => (isCountry(code) ? (names.of(code) ?? code) : code);

const known: ReadonlySet<string> = new Set(codes);
export const isCountry = (code: string): boolean => known.has(code);

/** Sorted by name, the United States first. */
export const countries: readonly { value: string; label: string }[] = codes
  .map((value) => ({ value, label: names.of(value) ?? value }))
  .sort((one, other) =>
    one.value === "US" ? -1 : other.value === "US" ? 1 : one.label.localeCompare(other.label, "en"),
  );
