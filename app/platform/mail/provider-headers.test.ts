import { expect, test } from "vitest";
import { providerHeaders } from "./provider-headers.ts";

test("Postmark is asked to keep the Message-ID and to name the mail; other servers get no header", () => {
  expect(providerHeaders("smtps://u:p@smtp.postmarkapp.com:465", "1")).toEqual({
    "X-PM-KeepID": "true",
    "X-PM-Metadata-gtmarc-message": "1",
  });
  for (const url of ["smtp://localhost:25", "smtps://email-smtp.eu-west-1.amazonaws.com", "smtp://notpostmarkapp.com"])
    expect(providerHeaders(url, "1")).toEqual({});
});
