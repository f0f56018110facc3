import { expect, test } from "vitest";
import { withinCpu } from "#tests/fixtures/cpu-time.ts";
import { checkSenderRecords } from "./sender-records.server.ts";

const base = {
  MAIL_FROM: "Harbor <office@mail.harbor.example.com>",
  CONTACT_EMAIL: "desk@harbor.example.com",
  SMTP_URL: "smtps://user:password@smtp.gmail.com:465",
  MAIL_DKIM_SELECTOR: "s1" as string | undefined,
};
const domain = "mail.harbor.example.com";

/** A name server with these records. A name in `failing` cannot be looked up; other names do not exist. */
const names =
  (records: Record<string, string[]>, failing: readonly string[] = []) =>
  async (name: string) =>
    failing.includes(name) ? null : (records[name] ?? []);

const states = async (records: Record<string, string[]>, failing: string[] = [], more: Partial<typeof base> = {}) => {
  const found = await checkSenderRecords({ ...base, ...more }, names(records, failing));
  return Object.fromEntries(found.records.map(({ kind, state }) => [kind, state]));
};

const good = {
  [domain]: ["other=1", "v=spf1 include:_spf.google.com ~all"],
  [`s1._domainkey.${domain}`]: ["v=DKIM1; k=rsa; p=MIGf"],
  [`_dmarc.${domain}`]: ["v=DMARC1; p=quarantine"],
};

test("complete records are found", async () => {
  expect(await states(good)).toEqual({ SPF: "found", DKIM: "found", DMARC: "found" });
});

test("absent records are missing, and each comes with the record to add", async () => {
  const { records } = await checkSenderRecords(base, names({}));
  expect(records.map(({ kind, state, name, value }) => [kind, state, name, value])).toEqual([
    ["SPF", "missing", domain, "v=spf1 include:_spf.google.com ~all"],
    ["DKIM", "missing", `s1._domainkey.${domain}`, null],
    ["DMARC", "missing", `_dmarc.${domain}`, "v=DMARC1; p=none; rua=mailto:desk@harbor.example.com"],
  ]);
});

test("a name server that fails is never shown as a missing record", async () => {
  const all = [domain, `s1._domainkey.${domain}`, `_dmarc.${domain}`, "_dmarc.example.com", "_spf.google.com"];
  expect(await states({}, all)).toEqual({ SPF: "unknown", DKIM: "unknown", DMARC: "unknown" });
  // The subdomain has no policy, and whether its parent has one cannot be looked up.
  expect((await states({}, ["_dmarc.example.com"])).DMARC).toBe("unknown");
});

test("without a selector DKIM is found at a usual one, or could not be checked", async () => {
  const open = { MAIL_DKIM_SELECTOR: undefined };
  expect((await states({}, [], open)).DKIM).toBe("unknown");
  expect((await states({ [`google._domainkey.${domain}`]: ["p=MIGf"] }, [], open)).DKIM).toBe("found");
});

test.each([
  [["v=spf1 +all"], "wrong"],
  [["v=spf1 all"], "wrong"],
  [["v=spf1 mx ~all", "v=spf1 include:_spf.google.com ~all"], "wrong"],
  [["v=spf1 mx ~all"], "wrong"],
  [["v=spf1 include:relay.example ~all"], "found"],
  [["v=spf1 redirect=relay.example"], "found"],
  [["v=spf1 include:lost.example ~all"], "unknown"],
  [["v=spf10 include:_spf.google.com"], "missing"],
])("SPF %j is %s", async (found, state) => {
  const records = { ...good, [domain]: found, "relay.example": ["v=spf1 include:_spf.google.com -all"] };
  expect((await states(records, ["lost.example"])).SPF).toBe(state);
});

test("an existing SPF record keeps its content and gets the missing server", async () => {
  const { records } = await checkSenderRecords(base, names({ ...good, [domain]: ["v=spf1 mx ~all"] }));
  expect(records[0]).toMatchObject({ state: "wrong", value: "v=spf1 mx include:_spf.google.com ~all" });
});

test("with another mail server the record names its host, and an existing record is not judged by it", async () => {
  const own = { ...base, SMTP_URL: "smtp://out.harbor.example.com" };
  const { records } = await checkSenderRecords(own, names({}));
  expect(records[0]).toMatchObject({ state: "missing", value: "v=spf1 a:out.harbor.example.com ~all" });
  expect((await checkSenderRecords(own, names({ [domain]: ["v=spf1 mx -all"] }))).records[0]!.state).toBe("found");
});

test.each([
  [["v=DMARC1; p=none"], "found"],
  [["v=DMARC1; p=reject", "v=DMARC1; p=none"], "wrong"],
  [["v=DMARC1"], "wrong"],
  [["v=DMARC1; p=block"], "wrong"],
])("DMARC %j is %s", async (found, state) => {
  expect((await states({ ...good, [`_dmarc.${domain}`]: found })).DMARC).toBe(state);
});

test("the policy of the registered domain covers a subdomain", async () => {
  const { [`_dmarc.${domain}`]: _, ...rest } = good;
  expect((await states({ ...rest, "_dmarc.example.com": ["v=DMARC1; p=reject"] })).DMARC).toBe("found");
});

test("a revoked DKIM key is wrong", async () => {
  expect((await states({ ...good, [`s1._domainkey.${domain}`]: ["v=DKIM1; p="] })).DKIM).toBe("wrong");
});

test(
  "records of 64 kB, the most that a DNS answer holds, are read in linear time",
  withinCpu(5000, async () => {
    for (const piece of [" include:", " redirect=", " +all", " -al", ";", "; ", "; p= ", "p=", " "]) {
      const hostile = piece.repeat(64_000 / piece.length);
      const found = await states({
        [domain]: [`v=spf1${hostile}`],
        [`s1._domainkey.${domain}`]: [`v=DKIM1${hostile}`],
        [`_dmarc.${domain}`]: [`v=DMARC1${hostile}`],
      });
      expect(Object.keys(found), piece).toEqual(["SPF", "DKIM", "DMARC"]);
    }
  }),
);
