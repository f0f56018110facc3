import type { MetaDescriptor } from "react-router";

export const feedPaths = { rss: "/newsletter/feed.xml", atom: "/newsletter/atom.xml" } as const;

export const feedLinks: readonly MetaDescriptor[] = [
  {
    tagName: "link",
    rel: "alternate",
    type: "application/rss+xml",
    title: "GTMarc newsletter (RSS)",
    href: feedPaths.rss,
  },
  {
    tagName: "link",
    rel: "alternate",
    type: "application/atom+xml",
    title: "GTMarc newsletter (Atom)",
    href: feedPaths.atom,
  },
];
