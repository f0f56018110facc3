import type { Ctx } from "#app/platform/context.server.ts";
import { keyedHash } from "#app/platform/secrets/hashes.server.ts";
import { secretFingerprint } from "../tables.server.ts";

/*
 * A settings file can be read in two ways, such as by systemd for the site and by Node for its commands. With another SECRET a
 * command would create tokens, codes and second factors that the site does not accept. So the site records a fingerprint of its
 * SECRET, and everything else compares its own.
 */

const ownFingerprint = ({ SECRET }: { SECRET: string }) =>
  keyedHash("secret-fingerprint", "gtmarc", { secret: SECRET }).slice(0, 22);

/** Whether this process has the SECRET with which the site was last started. True before the first start. */
export async function hasSecretOfSite({ db }: Pick<Ctx, "db">, settings: { SECRET: string }): Promise<boolean> {
  const [recorded] = await db.select({ fingerprint: secretFingerprint.fingerprint }).from(secretFingerprint);
  return !recorded || recorded.fingerprint === ownFingerprint(settings);
}

/** Records the SECRET of the site. Returns false if it replaces another one. */
export async function recordSecret(
  { db, now }: Pick<Ctx, "db" | "now">,
  settings: { SECRET: string },
): Promise<boolean> {
  if (await hasSecretOfSite({ db }, settings)) {
    await db
      .insert(secretFingerprint)
      .values({ fingerprint: ownFingerprint(settings), recordedAt: now })
      .onConflictDoNothing();
    return true;
  }
  await db.update(secretFingerprint).set({ fingerprint: ownFingerprint(settings), recordedAt: now });
  return false;
}
