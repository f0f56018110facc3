import { expect, test } from "vitest";
import { withinCpu } from "#tests/fixtures/cpu-time.ts";
import { scrub } from "./scrub.ts";

test("emails, ids and tokens are redacted anywhere in a text", () => {
  const text = scrub(
    "ada+x@northfield.example asked for 018f3b1c-7b1e-7c11-8f6b-111111111111 with eyJhbGciOi.eyJzdWIiOiIx.c2ln and K3".concat(
      "a".repeat(40),
    ),
  );
  expect(text).toBe("[email] asked for [id] with [token] and [token]");
});

test("a token is redacted as a whole, also with hyphens at its ends", () => {
  const token = `K3${"a-".repeat(20)}`;
  for (const text of [`-${token}`, `${token}-`, `--${token}--`, token])
    expect(scrub(`/api/booking/holds/${text}/release`)).toBe("/api/booking/holds/[token]/release");
});

test("percent-encoded email addresses are redacted, in any case and however often encoded", () => {
  expect(scrub("/unsubscribe?email=ada%40northfield.example&x=Ada%2Bx%40Northfield.Example")).toBe(
    "/unsubscribe?email=[email]&x=[email]",
  );
  expect(scrub("next=%2Fauth%3Femail%3Dada%2540northfield.example")).not.toContain("northfield");
  expect(scrub("to=ada%40northfield.example%40x")).not.toContain("northfield");
  expect(scrub("100%40 off")).toBe("100%40 off");
});

test("values under secret keys are replaced completely, at any depth", () => {
  expect(
    scrub({
      user: { password: "Secret1x", apiKey: "k", note: "fine" },
      authorization: "Bearer x",
      list: [{ token: "t" }],
    }),
  ).toEqual({
    user: { password: "[redacted]", apiKey: "[redacted]", note: "fine" },
    authorization: "[redacted]",
    list: [{ token: "[redacted]" }],
  });
});

test.each([
  ["login failed: password=hunter2", "login failed: password=[redacted]"],
  ["POST /x?token=abc&next=/account", "POST /x?token=[redacted]&next=/account"],
  ["newPassword: s3cret, name: Dana", "newPassword: [redacted], name: Dana"],
  ['{"password":"two words","name":"Dana"}', '{"password":"[redacted]","name":"Dana"}'],
  ['body {\\"api_key\\":\\"k1\\"}', 'body {\\"api_key\\":\\"[redacted]\\"}'],
  ['{"password":"a\\"b\\\\c","name":"Dana"}', '{"password":"[redacted]","name":"Dana"}'],
  ["password[]=abc&user[password]=abc", "password[]=[redacted]&user[password]=[redacted]"],
  ["user%5Bpassword%5D=abc", "user%5Bpassword%5D=[redacted]"],
  ["password_confirmation=abc, passwordConfirm: abc", "password_confirmation=[redacted], passwordConfirm: [redacted]"],
  ["private_key=abc secretKey: abc", "private_key=[redacted] secretKey: [redacted]"],
  ["Invalid API key: abc123", "Invalid API key: [redacted]"],
  ["aws_secret_access_key=abc, password2=abc", "aws_secret_access_key=[redacted], password2=[redacted]"],
  ["code=123456&email=x", "code=[redacted]&email=x"],
  ['{"code":"123456"}, {"code":"23505"}', '{"code":"[redacted]"}, {"code":"23505"}'],
  ["verification_code=123456", "verification_code=[redacted]"],
  ["verificationCode=123456, VerificationCode: 123456", "verificationCode=[redacted], VerificationCode: [redacted]"],
  ['{"verificationCode":"123456"}', '{"verificationCode":"[redacted]"}'],
  [
    "mailed-code: 123456, user[verification_code]=123456",
    "mailed-code: [redacted], user[verification_code]=[redacted]",
  ],
  ["user%5BverificationCode%5D=123456", "user%5BverificationCode%5D=[redacted]"],
  ["verificationCode=1234567, countryCode=DE", "verificationCode=1234567, countryCode=DE"],
  ['errorCode=100012, "postalCode":"560001"', 'errorCode=100012, "postalCode":"560001"'],
  ["lastErrorCode: 100012, billing_zip_code=560001", "lastErrorCode: 100012, billing_zip_code=560001"],
  ["code ABCD-2345-WXYZ was used", "code [token] was used"],
  ["authorization: Bearer abc", "authorization: [redacted]"],
  ["Authorization: Basic dXNlcjpwYXNz", "Authorization: [redacted]"],
  ["sent Bearer abc123def", "sent Bearer [redacted]"],
  ["cookie: session=abc; theme=dark", "cookie: [redacted]"],
  ["x-api-key=k1; client_secret=k2", "x-api-key=[redacted]; client_secret=[redacted]"],
  ["/callback?code=4/0Ab&scope=email", "/callback?code=[redacted]&scope=email"],
  ["next=%2Freset%3Ftoken%3Dabc", "next=%2Freset%3Ftoken%3D[redacted]"],
  ["postgres://app:pa55@db:5432/x", "postgres://[redacted]@db:5432/x"],
  ["mail to dana@bücher.example failed", "mail to [email] failed"],
  ["почта пользователь@пример.рф", "почта [email]"],
  ["dörte@example.com", "[email]"],
  ["dana%40b%C3%BCcher.example", "[email]"],
  ["dana@xn--bcher-kva.example", "[email]"],
  ["exit code: 1, 12 tokens, a basic plan", "exit code: 1, 12 tokens, a basic plan"],
  ["error code: 100012, postal code: 560001", "error code: 100012, postal code: 560001"],
  ["error_code=100012, exit code: 100012", "error_code=100012, exit code: 100012"],
  ["cut inside an address of dana@north", "cut inside an address of [email]"],
  ["token=[token]", "token=[token]"],
])("secrets inside the text %s are redacted", (text, clean) => {
  expect(scrub(text)).toBe(clean);
  expect(scrub(clean)).toBe(clean);
});

test("keys are redacted too, and every spelling of a secret's key", () => {
  expect(scrub({ "dana@bücher.example": 1, access_token: "a", "x-api-key": "b", passwd: "c", tokens: 3 })).toEqual({
    ...{ "[email]": 1, access_token: "[redacted]", "x-api-key": "[redacted]", passwd: "[redacted]", tokens: 3 },
  });
});

test.each([
  "user[password]",
  "password2",
  "secretAccessKey",
  "passcode",
  "password_confirmation",
  "passwordConfirm",
  "secretKey",
  "private_key",
])("the key %s is a secret's", (key) => {
  expect(scrub({ [key]: "abc" })).toEqual({ [key]: "[redacted]" });
});

test.each(["verification_code", "verificationCode", "mailed-code", "user[verification_code]"])(
  "six digits under the key %s are redacted, other values stay",
  (key) => {
    expect(scrub({ [key]: "123456" })).toEqual({ [key]: "[redacted]" });
    for (const value of ["23505", "1234567", "DE", 404]) expect(scrub({ [key]: value })).toEqual({ [key]: value });
  },
);

test.each(["errorCode", "error_code", "statusCode", "postal_code", "billingPostalCode", "zipCode", "zip-code"])(
  "six digits under the key %s stay",
  (key) => {
    expect(scrub({ [key]: "560001" })).toEqual({ [key]: "560001" });
  },
);

test("a request id stays readable", () => {
  const requestId = "018f3b1c-7b1e-7c11-8f6b-111111111111";
  expect(scrub({ requestId })).toEqual({ requestId });
});

test("the input is not modified", () => {
  const given = { password: "x" };
  scrub(given);
  expect(given.password).toBe("x");
});

test(
  "long texts are redacted in linear time",
  withinCpu(30_000, () => {
    const length = 200_000;
    for (const piece of [
      "a",
      "a%",
      "a.",
      "-eyJ",
      "25",
      "a-",
      "0a",
      "ü",
      "@ü",
      "://",
      "a:",
      "basic ",
      "otp  ",
      "?code=",
      "%2540",
      "a%40",
    ]) {
      const text = piece.repeat(length / piece.length);
      expect(scrub(`${text} ada@northfield.example`)).toMatch(/ \[email\]$/);
    }
  }),
);
