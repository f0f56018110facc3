import type { DeviceKind } from "#app/features/analytics/storage/device-kinds.ts";
import { ownValue } from "#app/lib/program/own-value.ts";

/** Our own names of browsers, with those that other products use. */
const otherNames: Readonly<Record<string, string>> = {
  Chrome:
    "google chrome, chrome, crios, chrome mobile, chromium, chrome webview, chromium-webview, android webview, headless chrome, chrome headless, chrome mobile ios, mobile chrome",
  Firefox: "firefox, fxios, firefox mobile, mobile firefox, firefox mobile ios, firefox focus",
  Safari: "safari, ios, ios-webview, mobile safari, safari technology preview",
  Edge: "edge, edge-chromium, edge-ios, microsoft edge, edge mobile",
  Opera: "opera, opera mobile, opera-mini, opera mini, opera gx, opera touch",
  "Samsung Internet": "samsung, samsung browser, samsung internet",
  Vivaldi: "vivaldi",
};
const browsers: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(otherNames).flatMap(([own, others]) => others.split(", ").map((name) => [name, own])),
);
const systems: readonly [RegExp, string][] = [
  [/^windows/i, "Windows"],
  [/^(?:mac|os x)/i, "macOS"],
  [/^android/i, "Android"],
  [/^ipad ?os/i, "iPadOS"],
  [/^ios/i, "iOS"],
  [/^(?:gnu\/)?linux|^(?:ubuntu|debian|fedora)/i, "Linux"],
  [/^chrom(?:e|ium) ?os/i, "ChromeOS"],
];
const devices: Readonly<Record<string, DeviceKind>> = {
  ...{ desktop: "desktop", laptop: "desktop", mobile: "phone", tablet: "tablet" },
};

/** `browserNamed("Microsoft Edge") === "Edge"`; other names are returned unchanged. */
export const browserNamed = (name: string): string => ownValue(browsers, name.trim().toLowerCase()) ?? name;
export const systemNamed = (name: string): string => systems.find(([pattern]) => pattern.test(name))?.[1] ?? name;
export const deviceNamed = (name: string): DeviceKind => ownValue(devices, name.toLowerCase()) ?? "unknown";
