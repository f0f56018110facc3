import { expect, test } from "vitest";
import { crumbsOf } from "./crumbs.ts";

test("the first page is its own and only crumb", () => {
  expect(crumbsOf("/")).toEqual([{ label: "Home", href: "/" }]);
});

test("segments become words", () => {
  expect(crumbsOf("/blueprint/tech-stack")).toEqual([
    { label: "Home", href: "/" },
    { label: "Blueprint", href: "/blueprint" },
    { label: "Tech Stack", href: "/blueprint/tech-stack" },
  ]);
});

test("a given name replaces a segment, and null takes the link away", () => {
  expect(crumbsOf("/blueprint/wizard/mode", { "/blueprint": null, "/blueprint/wizard/mode": "How to begin" })).toEqual([
    { label: "Home", href: "/" },
    { label: "Blueprint" },
    { label: "Wizard", href: "/blueprint/wizard" },
    { label: "How to begin", href: "/blueprint/wizard/mode" },
  ]);
});

test("an address that cannot be decoded is shown as it is", () => {
  expect(crumbsOf("/100%").at(-1)?.label).toBe("100%");
});
