import { expect, test } from "vitest";
import { crumbsOf } from "./crumbs.ts";

test("the home page has a single crumb", () => {
  expect(crumbsOf("/")).toEqual([{ label: "Home", href: "/" }]);
});

test("segments become words", () => {
  expect(crumbsOf("/blueprint/tech-stack")).toEqual([
    { label: "Home", href: "/" },
    { label: "Blueprint", href: "/blueprint" },
    { label: "Tech Stack", href: "/blueprint/tech-stack" },
  ]);
});

test("a given name replaces a segment, and null removes the link", () => {
  expect(crumbsOf("/blueprint/wizard/mode", { "/blueprint": null, "/blueprint/wizard/mode": "How to begin" })).toEqual([
    { label: "Home", href: "/" },
    { label: "Blueprint" },
    { label: "Wizard", href: "/blueprint/wizard" },
    { label: "How to begin", href: "/blueprint/wizard/mode" },
  ]);
});

test("a path that cannot be decoded is shown unchanged", () => {
  expect(crumbsOf("/100%").at(-1)?.label).toBe("100%");
});
