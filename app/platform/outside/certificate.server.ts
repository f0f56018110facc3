/** Codes of Node for a chain that ends in an authority it does not know. */
const unknownAuthority = new Set([
  ...["SELF_SIGNED_CERT_IN_CHAIN", "DEPTH_ZERO_SELF_SIGNED_CERT", "UNABLE_TO_VERIFY_LEAF_SIGNATURE"],
  ...["UNABLE_TO_GET_ISSUER_CERT", "UNABLE_TO_GET_ISSUER_CERT_LOCALLY", "CERT_UNTRUSTED"],
]);

const invalid: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: "has expired",
  CERT_NOT_YET_VALID: "is not valid yet: check the clocks",
  ERR_TLS_CERT_ALTNAME_INVALID: "is for another host name",
  HOSTNAME_MISMATCH: "is for another host name",
};

/**
 * What is wrong with the certificate of the other side, as a sentence for the operator; null for other errors. Follows the causes
 * of the error. Such errors do not pass by waiting.
 */
export function certificateProblem(error: unknown): string | null {
  for (let current = error, depth = 0; current instanceof Error && depth < 8; current = current.cause, depth += 1) {
    // nodemailer replaces the code.
    const { code: own, originalCode: code = own } = current as { code?: unknown; originalCode?: unknown };
    if (typeof code !== "string") continue;
    if (unknownAuthority.has(code))
      return `Its certificate comes from an authority that this process does not know (${code}). Set NODE_EXTRA_CA_CERTS to a file with the certificate of that authority.`;
    if (Object.hasOwn(invalid, code)) return `Its certificate ${invalid[code]} (${code}).`;
  }
  return null;
}
