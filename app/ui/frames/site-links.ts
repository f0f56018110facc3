import { bookLink, offeredCalls } from "#app/lib/offered-calls.ts";

/** A link of the header, drawer or footer. `note` is its sheet number, `text` a one-line description. */
export type SiteLink = { label: string; href: string; note?: string; text?: string };

/** The site's navigation: the source for header, drawer, footer and site map names. */
export const mainLinks: readonly SiteLink[] = [
  { label: "Home", href: "/" },
  { label: "Automation Grid", href: "/automation-grid" },
  { label: "Our Approach", href: "/our-approach" },
  { label: "Our Story", href: "/about" },
];

export const platformLinks: readonly SiteLink[] = [
  {
    note: "P-1",
    label: "Automation Blueprint",
    href: "/automation-blueprint-gtmarc",
    text: "Your analysis, from 15 minutes of answers",
  },
  { note: "P-2", label: "Training & Certification", href: "/training", text: "Courses for the people who run it" },
  { note: "P-3", label: "Downloads", href: "/downloads", text: "The free starter kit: templates and guides" },
  { note: "P-4", label: "Pricing", href: "/pricing", text: "Analysis, projects and retainer" },
];

export const footerColumns: readonly { title: string; links: readonly SiteLink[] }[] = [
  {
    title: "Explore",
    links: [
      { label: "Automation Grid", href: "/automation-grid" },
      { label: "Our Approach", href: "/our-approach" },
      { label: "Our Story", href: "/about" },
      { label: "Who We Help", href: "/who-we-help-old" },
      { label: "Training & Certification", href: "/training" },
      { label: "Downloads", href: "/downloads" },
      { label: "Newsletter archive", href: "/newsletter/archive" },
    ],
  },
  {
    title: "Start Your Blueprint",
    get links() {
      return [
        { label: "Automation Blueprint", href: "/automation-blueprint-gtmarc" },
        { label: "Sample Analysis", href: "/sample-analysis" },
        { label: "Pricing", href: "/pricing" },
        { label: "Four ways to build", href: "/compare" },
        { label: "Assumptions", href: "/assumptions" },
        { label: "FAQ", href: "/faq" },
        ...(offeredCalls().session.isOffered ? [bookLink("session", { href: "/contact#book" })] : []),
        { label: "Contact", href: "/contact" },
      ];
    },
  },
  {
    title: "Legal",
    links: [
      { label: "Privacy Policy", href: "/privacy-policy" },
      { label: "Terms of Service", href: "/terms-of-service" },
    ],
  },
];
