import type { Page } from "@playwright/test";
import { codeOf, stepAt } from "#app/features/accounts/second-factor/totp.server.ts";
import { gtmarc } from "./command-line.ts";
import { newPerson, type Person, sendRequest, signInAgain } from "./people.ts";
import { type Site, site } from "./site.ts";
import { storedRows } from "./stored-rows.ts";

export const totpSecret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";

type Credentials = { password: string; secret: string };

/** By data directory: the stored credentials of the admin whom the command line created there. */
const created = new Map<string, Credentials>();

/** Creates an admin and signs in with the second factor, through the API. */
export async function signInAsAdmin(page: Page, name: string, at: Site = site()): Promise<Person> {
  const admin = newPerson(name);
  const known = created.get(at.dataDir);
  if (known) await copyAdmin(admin, known, at);
  else created.set(at.dataDir, await createAdmin(admin, at));
  await signInAgain(page, admin, at);
  const code = await codeOf(totpSecret, stepAt(new Date()));
  await sendRequest(page, "POST", "/api/auth/two-factor/verify-totp", { code }, at);
  return admin;
}

async function createAdmin({ email, password }: Person, at: Site): Promise<Credentials> {
  const args = ["admin", "create", email, "--password-stdin", "--totp-secret", totpSecret];
  await gtmarc(args, { input: `${password}\n`, at });
  const [stored] = await storedRows<Credentials>(
    `select a.password, f.secret from "user" u join account a on a.user_id = u.id join two_factor f on f.user_id = u.id
     where u.email = $1`,
    [email],
    at,
  );
  return stored!;
}

/**
 * Stores a further admin with the same password and second factor: each start of the command line takes a second of a processor. This
 * one has no recovery codes, no audit entry and no event `account.verified`.
 */
async function copyAdmin({ email }: Person, { password, secret }: Credentials, at: Site): Promise<void> {
  await storedRows(
    `with person as (
       insert into "user" (id, name, email, email_verified, is_admin, role)
       values (gen_random_uuid(), split_part($1, '@', 1), $1, true, true, 'admin') returning id
     ), credential as (
       insert into account (id, user_id, provider_id, account_id, password)
       select gen_random_uuid(), id, 'credential', id, $2 from person
     )
     insert into two_factor (id, user_id, secret, status) select gen_random_uuid(), id, $3, 'verified' from person`,
    [email, password, secret],
    at,
  );
}
