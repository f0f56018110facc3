import { expect, test } from "vitest";
import { domainsOf, mailboxOf, senderAddress } from "./mailbox.ts";

test.each([
  ["dana@northfield.example", "dana@northfield.example"],
  ["dana+news@northfield.example", "dana@northfield.example"],
  ["dana+a+b@northfield.example", "dana@northfield.example"],
  ["d.reyes@northfield.example", "d.reyes@northfield.example"],
  ["d.reyes+x@googlemail.com", "dreyes@gmail.com"],
  ["+x@northfield.example", "+x@northfield.example"],
])("%s is the mailbox %s", (email, mailbox) => {
  expect(mailboxOf(email)).toBe(mailbox);
});

test("both domains of Gmail are one", () => {
  expect(domainsOf("d@googlemail.com")).toEqual(domainsOf("d@gmail.com"));
  expect(domainsOf("dana@northfield.example")).toEqual(["northfield.example"]);
});

test.each([
  ["GTMarc <hello@gtmarc.example>", "hello@gtmarc.example"],
  ["Hello@GTMarc.example", "hello@gtmarc.example"],
  ["Team@GTMarc <hello@gtmarc.example>", "hello@gtmarc.example"],
  ["hello@gtmarc.example (Team@GTMarc)", "hello@gtmarc.example"],
  ["GTMarc", null],
])("%s sends from %s", (sender, address) => {
  expect(senderAddress(sender)).toBe(address);
});
