import type { MetaDescriptor } from "react-router";
import { firmName } from "#app/lib/firm.ts";

export const feedPaths = { rss: "/newsletter/feed.xml", atom: "/newsletter/atom.xml" } as const;

export const feedLinks: readonly MetaDescriptor[] = [
  {
    tagName: "link",
    rel: "alternate",
    type: "application/rss+xml",
    get title() {
      return `${firmName()} newsletter (RSS)`;
    },
    href: feedPaths.rss,
  },
  {
    tagName: "link",
    rel: "alternate",
    type: "application/atom+xml",
    get title() {
      return `${firmName()} newsletter (Atom)`;
    },
    href: feedPaths.atom,
  },
];
