import fc from "fast-check";
import { expect, test } from "vitest";
import { type ClickHit, judgeClicks, type TrackedMail } from "./judge-clicks.ts";

/* Gateways and people, constructed from the named reports. Seconds since our mail server accepted the mail. */

const sentAt = new Date("2026-11-23T14:00:00Z");
const mail = (links: number, delivered?: number): TrackedMail => ({
  sentAt,
  deliveredAt: delivered === undefined ? null : new Date(sentAt.getTime() + delivered * 1000),
  links,
});

let next = 0;
function hit(seconds: number, link: number | null, changes: Partial<ClickHit> = {}): ClickHit {
  next += 1;
  return {
    id: String(next).padStart(6, "0"),
    at: new Date(sentAt.getTime() + seconds * 1000),
    link,
    method: "GET",
    client: "person",
    agent: "browser",
    request: "navigation",
    hasLanguage: true,
    otherRecipients: 0,
    otherDomains: 0,
    ...changes,
  };
}
const gateway = (changes: Partial<ClickHit> = {}): Partial<ClickHit> => ({ client: "gateway", ...changes });

type Pattern = { name: string; source: string; mail: TrackedMail; hits: ClickHit[] };

const gateways: Pattern[] = [
  {
    name: "all links are fetched within two seconds of delivery by HEAD, then by GET (link protection at the gateway)",
    source: "mail-tracker#200, civicrm-core#35328",
    mail: mail(4),
    hits: [0, 1, 2, 3].flatMap((link) => [
      hit(0.6 + link / 10, link, gateway({ method: "HEAD", request: "unknown", hasLanguage: false })),
      hit(1 + link / 10, link, gateway({ request: "unknown", hasLanguage: false })),
    ]),
  },
  {
    name: "one HEAD request per link, minutes after delivery (link check when the mail is opened)",
    source: "civicrm-core#35328",
    mail: mail(1),
    hits: [hit(240, 0, gateway({ method: "HEAD", request: "unknown" }))],
  },
  {
    name: "a product that names itself in its user agent",
    source: "mautic#16263 (blocked user agents)",
    mail: mail(2),
    hits: [hit(45, 1, gateway({ agent: "scanner", request: "unknown" }))],
  },
  {
    name: "no user agent at all",
    source: "mautic#9798 (different headers)",
    mail: mail(1),
    hits: [hit(90, 0, gateway({ agent: "none", request: "unknown", hasLanguage: false }))],
  },
  {
    name: "a browser's user agent and headers, one link, while our server still hands the mail over (inline scan)",
    source: "mautic#16263 (under two seconds since sending)",
    mail: { sentAt: new Date(sentAt.getTime() + 5000), deliveredAt: null, links: 3 },
    hits: [hit(1, 2, gateway())],
  },
  {
    name: "greylisted for ten minutes, then scanned at once when it is delivered",
    source: "django-anymail#200 (delivered instead of sent)",
    mail: mail(3, 600),
    hits: [hit(601.5, 0, gateway()), hit(603, 1, gateway({ client: "gateway-2" }))],
  },
  {
    name: "every link within two seconds, four minutes after delivery, with a spoofed browser (delayed sandbox)",
    source: "django-anymail#200 (a cluster up to five minutes later, seven links)",
    mail: mail(7),
    hits: [0, 1, 2, 3, 4, 5, 6].map((link) => hit(250 + link / 4, link, gateway())),
  },
  {
    name: "every link from another address with another user agent (distributed engines)",
    source: "mautic#9798 (different addresses and headers)",
    mail: mail(5),
    hits: [0, 1, 2, 3, 4].map((link) => hit(120 + link / 3, link, gateway({ client: `gateway-${link}` }))),
  },
  {
    name: "the only link from three addresses within ten seconds",
    source: "mautic#9798 (different addresses)",
    mail: mail(1),
    hits: [0, 4, 8].map((seconds, n) => hit(30 + seconds, 0, gateway({ client: `gateway-${n}` }))),
  },
  {
    name: "every link of the HTML, the one that people cannot see included, slowly",
    source: "mautic#9162 (a dummy link)",
    mail: mail(3),
    hits: [hit(300, 0, gateway()), hit(315, 1, gateway()), hit(330, null, gateway()), hit(345, 2, gateway())],
  },
  {
    name: "says it is a current Chrome, but sends none of its headers",
    source: "resend-node#901 (user agent of a current browser)",
    mail: mail(2),
    hits: [hit(400, 1, gateway({ request: "bare" }))],
  },
  {
    name: "a headless browser without a language, within a minute",
    source: "mautic#9162 (the link is opened by a program)",
    mail: mail(2),
    hits: [hit(40, 0, gateway({ hasLanguage: false }))],
  },
  {
    name: "one address asks for links of mails to many firms (cloud gateway)",
    source: "suped.com and beehiiv.com articles on shared addresses of cloud gateways",
    mail: mail(2),
    hits: [hit(200, 0, gateway({ otherRecipients: 14, otherDomains: 9 }))],
  },
  {
    name: "one address asks for links of colleagues within a minute of delivery (the firm's own gateway)",
    source: "django-anymail#200 (forwarded within a firm)",
    mail: mail(3),
    hits: [hit(20, 0, gateway({ otherRecipients: 5, otherDomains: 1 }))],
  },
  {
    name: "all links of a short mail within ten seconds, half a minute after delivery",
    source: "arternal.com article: every link together, immediately after delivery",
    mail: mail(3),
    hits: [hit(30, 0, gateway()), hit(33.5, 1, gateway()), hit(37, 2, gateway())],
  },
  {
    name: "the preview that a mail program fetches when the pointer rests on a link",
    source: "gophish#499",
    mail: mail(2),
    hits: [hit(500, 0, { request: "preview" })],
  },
];

const people: (Pattern & { links: number[]; scannerHits: number })[] = [
  {
    name: "opens one link after reading for a while",
    source: "one link or two, django-anymail#200",
    mail: mail(4),
    hits: [hit(1800, 2)],
    links: [2],
    scannerHits: 0,
  },
  {
    name: "clicks quickly, twelve seconds after the notification",
    source: "one weak sign decides nothing",
    mail: mail(3),
    hits: [hit(12, 0)],
    links: [0],
    scannerHits: 0,
  },
  {
    name: "clicks twice on the same link, and comes back the next day",
    source: "a double click is one click",
    mail: mail(2),
    hits: [hit(600, 1), hit(600.3, 1), hit(87_000, 1, { client: "person-next-day" })],
    links: [1],
    scannerHits: 0,
  },
  {
    name: "opens three links in tabs, one after the other",
    source: "a person takes more than two seconds for three links",
    mail: mail(5),
    hits: [hit(900, 0), hit(902, 1), hit(904.5, 3)],
    links: [0, 1, 3],
    scannerHits: 0,
  },
  {
    name: "uses an old browser without Fetch Metadata",
    source: "unknown is no sign",
    mail: mail(2),
    hits: [hit(3600, 0, { request: "unknown" })],
    links: [0],
    scannerHits: 0,
  },
  {
    name: "clicks behind the office address from which the gateway scanned the mail",
    source: "django-anymail#200 (a cluster, then a person)",
    mail: mail(3),
    hits: [...[0, 1, 2].map((link) => hit(1 + link / 5, link, { method: "HEAD", request: "unknown" })), hit(95, 1)],
    links: [1],
    scannerHits: 3,
  },
  {
    name: "clicks, and a checker follows from elsewhere twelve seconds later",
    source: "resend-node#901",
    mail: mail(2),
    hits: [hit(700, 1), hit(712, 1, { client: "checker" })],
    links: [1],
    scannerHits: 1,
  },
  {
    name: "clicks within the minutes in which three colleagues click",
    source: "few recipients alone decide nothing",
    mail: mail(2),
    hits: [hit(1200, 0, { otherRecipients: 3, otherDomains: 1 })],
    links: [0],
    scannerHits: 0,
  },
];

test.each(gateways)("a gateway: $name ($source)", ({ mail: tracked, hits }) => {
  const { humanLinks, scannerHits, hits: verdicts } = judgeClicks(hits, tracked);
  expect(humanLinks).toEqual([]);
  expect(scannerHits).toBe(hits.length);
  for (const { verdict, rules } of verdicts) {
    expect(verdict).toBe("scanner");
    expect(rules).not.toEqual([]);
  }
});

test.each(people)("a person: $name ($source)", ({ mail: tracked, hits, links, scannerHits }) => {
  expect(judgeClicks(hits, tracked)).toMatchObject({ humanLinks: links, scannerHits });
});

test("a later hit of the same client changes the verdict on an earlier one", () => {
  const first = hit(300, 0, gateway());
  expect(judgeClicks([first], mail(3)).humanLinks).toEqual([0]);
  const { hits } = judgeClicks([first, hit(320, null, gateway())], mail(3));
  expect(hits[0]).toMatchObject({ verdict: "scanner", rules: ["same_client"] });
});

const anyHit = fc
  .record({
    seconds: fc.integer({ min: -10, max: 1000 }),
    link: fc.option(fc.integer({ min: 0, max: 4 })),
    changes: fc.record({
      method: fc.constantFrom("GET" as const, "HEAD" as const),
      client: fc.constantFrom("a", "b", "c", "d"),
      agent: fc.constantFrom("browser" as const, "scanner" as const, "none" as const),
      request: fc.constantFrom("navigation" as const, "preview" as const, "bare" as const, "unknown" as const),
      hasLanguage: fc.boolean(),
      otherRecipients: fc.integer({ min: 0, max: 8 }),
      otherDomains: fc.integer({ min: 0, max: 8 }),
    }),
  })
  .map(({ seconds, link, changes }) => hit(seconds, link, changes));

test("in any order, each hit has one verdict and each scanner hit has evidence", () => {
  fc.assert(
    fc.property(fc.array(anyHit, { maxLength: 30 }), (hits) => {
      const verdict = judgeClicks(hits, mail(5));
      expect(verdict.hits.map(({ id }) => id).toSorted()).toEqual(hits.map(({ id }) => id).toSorted());
      expect(verdict.scannerHits).toBe(verdict.hits.filter((one) => one.verdict === "scanner").length);
      for (const one of verdict.hits) if (one.verdict === "scanner") expect(one.rules.length).toBeGreaterThan(0);
      const honest = new Map(hits.map((one) => [one.id, one]));
      for (const { id, verdict: found } of verdict.hits)
        if (found === "human") expect(honest.get(id)).toMatchObject({ method: "GET", agent: "browser" });
      expect(judgeClicks(hits.toReversed(), mail(5))).toEqual(verdict);
    }),
  );
});
