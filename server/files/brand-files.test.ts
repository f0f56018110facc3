import { readFileSync } from "node:fs";
import { Resvg } from "@resvg/resvg-js";
import { beforeEach, expect, test } from "vitest";
import { useSettings } from "#app/platform/env.server.ts";
import { readPicture } from "#app/platform/settings/picture.server.ts";
import { manifestText } from "../pages/site-texts.ts";
import { assets, publicFiles } from "./assets.ts";
import { withoutWordmark } from "./brand-files.ts";

const secret = "s".repeat(32);
const unchanged = { SECRET: secret, FIRM_NAME: "GTMarc", FIRM_LOGO: undefined, FIRM_ACCENT: undefined };
beforeEach(() => {
  useSettings(unchanged);
});

const fetch = (path: string) => assets("public").request(path);
const logoOf = (viewBox: string) => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBox}"><path d="M0 0h9v9z"/></svg>`;
  const logo = readPicture(`data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`);
  if (typeof logo === "string") throw new Error(logo);
  return logo;
};

test("a firm with a name has its initial on its accent color as icon, and none of the default icons", async () => {
  expect(await (await fetch("/favicon.svg")).text()).toBe(readFileSync("public/favicon.svg", "utf8"));
  useSettings({ FIRM_NAME: "harbor", FIRM_ACCENT: "#0b5c8a" });
  const icon = await (await fetch("/favicon.svg")).text();
  expect(icon).toContain('fill="#0b5c8a"');
  expect(icon).toContain(">H</text>");
  for (const path of ["/apple-touch-icon.png", "/icon-192.png", "/icon-512.png"])
    expect((await fetch(path)).status, path).toBe(404);
  for (const path of ["/favicon.ico", "/logo.svg"])
    expect((await fetch(path)).headers.get("location"), path).toBe("/favicon.svg");
  const { icons } = JSON.parse(manifestText()) as { icons: { src: string }[] };
  expect(icons.map(({ src }) => src)).toEqual(["/favicon.svg"]);
});

test("a square logo is the icon, a wide one is not; the logo has its old address too", async () => {
  const square = logoOf("0 0 40 40");
  useSettings({ FIRM_NAME: "Harbor", FIRM_LOGO: square });
  expect(await (await fetch("/favicon.svg")).text()).toContain(square.url);
  expect((await fetch("/logo.svg")).headers.get("location")).toBe(`/brand/logo?v=${square.hash}`);
  useSettings({ FIRM_LOGO: logoOf("0 0 200 40") });
  expect(await (await fetch("/favicon.svg")).text()).toContain(">H</text>");
});

test("mail programs in a browser, which are other sites, may show the logo and share pictures", async () => {
  expect((await fetch("/brand/logo")).status).toBe(404);
  useSettings({ FIRM_NAME: "Harbor", FIRM_LOGO: logoOf("0 0 40 40") });
  const logo = await fetch("/brand/logo");
  expect(logo.headers.get("content-type")).toBe("image/svg+xml");
  const picture = await publicFiles("public").request("/og/pricing.png");
  for (const { headers } of [logo, picture]) expect(headers.get("cross-origin-resource-policy")).toBe("cross-origin");
});

test("share pictures of a firm with a name differ from the default ones only where the wordmark was", async () => {
  const original = readFileSync("public/og/pricing.png");
  const picture = async () => Buffer.from(await (await publicFiles("public").request("/og/pricing.png")).arrayBuffer());
  expect((await picture()).equals(original)).toBe(true);
  useSettings({ FIRM_NAME: "Harbor" });
  const changed = await picture();
  expect(changed.equals(withoutWordmark(original)!)).toBe(true);
  const [before, after] = [pixelsOf(original), pixelsOf(changed)];
  const differing = [...before.keys()].filter((at) => before[at] !== after[at]).map((at) => at >> 2);
  expect(differing.length).toBeGreaterThan(1000);
  for (const [axis, range] of [
    [(at: number) => at % 1200, [60, 300]],
    [(at: number) => Math.floor(at / 1200), [50, 130]],
  ] as const) {
    expect(differing.reduce((least, at) => Math.min(least, axis(at)), 9999)).toBeGreaterThanOrEqual(range[0]!);
    expect(differing.reduce((most, at) => Math.max(most, axis(at)), 0)).toBeLessThan(range[1]!);
  }
  expect((await publicFiles("public").request("/og/absent.png")).status).toBe(404);
});

const pixelsOf = (png: Buffer) =>
  new Resvg(
    `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630"><image width="1200" height="630" href="data:image/png;base64,${png.toString("base64")}"/></svg>`,
  ).render().pixels;
