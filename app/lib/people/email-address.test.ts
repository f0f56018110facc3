import { expect, test } from "vitest";
import { emailAddress } from "./email-address.ts";

const parse = (text: unknown) => emailAddress("not an address").safeParse(text);

test.each([
  ["dana@northfield.example", "dana@northfield.example"],
  [" Dana@Northfield.EXAMPLE ", "dana@northfield.example"],
  ["anna@bücher.example", "anna@xn--bcher-kva.example"],
  ["Anna@BÜCHER.Example", "anna@xn--bcher-kva.example"],
  ["anna@bu\u0308cher.example", "anna@xn--bcher-kva.example"],
  ["anna@XN--BCHER-KVA.example", "anna@xn--bcher-kva.example"],
  ["müller@bücher.example", "müller@xn--bcher-kva.example"],
  ["mu\u0308ller@bücher.example", "müller@xn--bcher-kva.example"],
  ["jan@post.łódź.example", "jan@post.xn--d-uga0v4h.example"],
  ["hans@straße.example", "hans@xn--strae-oqa.example"],
  ["ivan@почта.рф", "ivan@xn--80a1acny.xn--p1ai"],
  ["иван@почта.рф", "иван@xn--80a1acny.xn--p1ai"],
  ["li@例え.テスト", "li@xn--r8jz45g.xn--zckzah"],
  ["li@例え。テスト", "li@xn--r8jz45g.xn--zckzah"],
  ["ｄａｎａ＠ｎｏｒｔｈｆｉｅｌｄ．ｅｘａｍｐｌｅ", "dana@northfield.example"],
  ["o'brien+x@acme.example", "o'brien+x@acme.example"],
])("%s is stored as %s", (typed, stored) => {
  expect(parse(typed)).toEqual({ success: true, data: stored });
});

test.each([
  "",
  "dana",
  "dana@",
  "@acme.example",
  "dana@acme",
  "dana@bücher",
  "dana@b ücher.example",
  "dana@bücher.example/path",
  "dana@bücher.example:25",
  "dana@bücher.example\r\nBcc: x@y.example",
  "da\u0000na@acme.example",
  "da\u200bna@acme.example",
  "da\u202ena@acme.example",
  "dana@üüü..example",
  "😀@acme.example",
  `${"a".repeat(250)}@bücher.example`,
  "dana@１.２.３.４",
])("%j is refused", (typed) => {
  expect(parse(typed).success).toBe(false);
});

test("other types are refused with the message of the field", () => {
  expect(parse(42).error?.issues[0]?.message).toBe("not an address");
});
