import { expect, test } from "vitest";
import { certificateProblem } from "./certificate.server.ts";

const withCode = (code: string, extra: object = {}) => Object.assign(new Error("x"), { code, ...extra });

test("unknown authorities and invalid certificates are explained, also behind the errors of drivers", () => {
  const unknown = /authority that this process does not know \(SELF_SIGNED_CERT_IN_CHAIN\)\. Set NODE_EXTRA_CA_CERTS/;
  expect(certificateProblem(withCode("SELF_SIGNED_CERT_IN_CHAIN"))).toMatch(unknown);
  expect(certificateProblem(withCode("ESOCKET", { originalCode: "SELF_SIGNED_CERT_IN_CHAIN" }))).toMatch(unknown);
  expect(certificateProblem(new Error("outer", { cause: withCode("SELF_SIGNED_CERT_IN_CHAIN") }))).toMatch(unknown);
  expect(certificateProblem(withCode("CERT_HAS_EXPIRED"))).toBe("Its certificate has expired (CERT_HAS_EXPIRED).");
  expect(certificateProblem(withCode("ERR_TLS_CERT_ALTNAME_INVALID"))).toContain("is for another host name");
  for (const other of [withCode("ECONNREFUSED"), withCode("constructor"), new Error("x"), null])
    expect(certificateProblem(other)).toBeNull();
});
