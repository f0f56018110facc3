import dns from "node:dns";

const lookup = { timeout: 2000, tries: 2 };
/** Answers of a name server that mean "no such record"; anything else is a failure of the look-up. */
const absent = new Set(["ENODATA", "ENOTFOUND"]);

/** The TXT records of a name; null if the DNS does not respond. */
export async function textRecords(name: string): Promise<string[] | null> {
  const resolver = new dns.promises.Resolver(lookup);
  // A new resolver has the system's servers, not those that the process was given.
  resolver.setServers(dns.getServers());
  try {
    return (await resolver.resolveTxt(name)).map((parts) => parts.join(""));
  } catch (error) {
    return absent.has((error as NodeJS.ErrnoException).code ?? "") ? [] : null;
  }
}
