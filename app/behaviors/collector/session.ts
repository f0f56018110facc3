import { cleanText } from "./clean.ts";
import type { Data } from "./queue.ts";

type Device = Navigator & {
  connection?: { effectiveType?: string; downlink?: number };
  deviceMemory?: number;
  /** Pending in some browsers: never wait for it. */
  getBattery?: () => Promise<{ level: number }>;
};

/**
 * The campaign of an address: its own words, `?ref=` as the source, and for a click on an ad the name of its id as the medium. The id
 * itself is not sent.
 */
export function campaign(search = location.search): Data {
  const query = new URLSearchParams(search);
  const word = (name: string) => cleanText(query.get(name) ?? "") || undefined;
  return {
    utm_source: word("utm_source") || word("ref"),
    utm_medium: word("utm_medium") || /\b(?:gclid|[gw]braid|msclkid|ttclid|li_fat_id)(?==.)/.exec(search)?.[0],
    utm_campaign: word("utm_campaign"),
  };
}

/**
 * The session payload: the source of the visit (`referrer`: undefined if it is this site) and basic browser facts (spec: collected). `visitor_fingerprint` is always null:
 * the server's daily hash is the only identifier besides the session id (spec: privacy-signals).
 */
export function sessionData(referrer: string | undefined): Data {
  const device: Device = navigator;
  const metadata: Data = {
    dev_mode: false,
    origin: location.origin,
    screen_resolution: `${screen.width}x${screen.height}`,
    viewport_size: `${innerWidth}x${innerHeight}`,
    color_depth: screen.colorDepth,
    pixel_ratio: devicePixelRatio,
    timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    language: device.language,
    platform: device.platform,
    touch_support: device.maxTouchPoints > 0,
    webdriver: device.webdriver,
    connection_type: device.connection?.effectiveType,
    network_speed: device.connection?.downlink,
    cpu_cores: device.hardwareConcurrency,
    memory_gb: device.deviceMemory,
  };
  device.getBattery?.().then(
    // Rounded to quarters: the exact level could identify visitors.
    ({ level }) => (metadata["battery_level"] = Math.round(level * 4) / 4),
    () => {},
  );
  return { visitor_fingerprint: null, referrer, ...campaign(), metadata };
}
