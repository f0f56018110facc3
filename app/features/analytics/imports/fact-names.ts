import { ownValue } from "#app/lib/own-value.ts";

/** Our own names of browsers and systems that other products name differently. */
const browsers: Readonly<Record<string, string>> = {
  ...{ "google chrome": "Chrome", chrome: "Chrome", crios: "Chrome", "chrome mobile": "Chrome", chromium: "Chrome" },
  ...{
    "chrome webview": "Chrome",
    "chromium-webview": "Chrome",
    "android webview": "Chrome",
    "headless chrome": "Chrome",
  },
  ...{ "chrome headless": "Chrome", "chrome mobile ios": "Chrome", "mobile chrome": "Chrome" },
  ...{ firefox: "Firefox", fxios: "Firefox", "firefox mobile": "Firefox", "mobile firefox": "Firefox" },
  ...{ "firefox mobile ios": "Firefox", "firefox focus": "Firefox" },
  ...{
    safari: "Safari",
    ios: "Safari",
    "ios-webview": "Safari",
    "mobile safari": "Safari",
    "safari technology preview": "Safari",
  },
  ...{ edge: "Edge", "edge-chromium": "Edge", "edge-ios": "Edge", "microsoft edge": "Edge", "edge mobile": "Edge" },
  ...{ opera: "Opera", "opera mobile": "Opera", "opera-mini": "Opera", "opera mini": "Opera", "opera gx": "Opera" },
  ...{ "opera touch": "Opera", samsung: "Samsung Internet", "samsung browser": "Samsung Internet" },
  ...{ "samsung internet": "Samsung Internet", vivaldi: "Vivaldi" },
};
const systems: readonly [RegExp, string][] = [
  [/^windows/i, "Windows"],
  [/^(?:mac|os x)/i, "macOS"],
  [/^android/i, "Android"],
  [/^ipad ?os/i, "iPadOS"],
  [/^ios/i, "iOS"],
  [/^(?:gnu\/)?linux|^(?:ubuntu|debian|fedora)/i, "Linux"],
  [/^chrom(?:e|ium) ?os/i, "ChromeOS"],
];

/** `browserNamed("Microsoft Edge") === "Edge"`; other names are returned unchanged. */
export const browserNamed = (name: string): string => ownValue(browsers, name.trim().toLowerCase()) ?? name;
export const systemNamed = (name: string): string => systems.find(([pattern]) => pattern.test(name))?.[1] ?? name;
