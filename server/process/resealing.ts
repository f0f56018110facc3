import { type SQL, sql } from "drizzle-orm";
import { settingsChannel } from "#app/features/settings/follow-settings.server.ts";
import { type Ctx, inTransaction } from "#app/platform/context.server.ts";
import { env } from "#app/platform/env.server.ts";
import { decryptValue, encryptValue, findSealed, sealText } from "#app/platform/secrets/sealed-text.server.ts";
import { variableOf } from "#app/platform/settings/definitions.server.ts";

/*
 * Every encrypted column of the database, and how a text of it is opened and sealed. After a change of SECRET the texts that only the
 * former one opens are encrypted with the current one. Keyed hashes (recovery codes, links in mails) cannot be: they lose their effect.
 */

type Row = { id: string; sealed: string; label: string };
type Place = {
  table: string;
  column: string;
  /** Selects `id`, `sealed` and `label`. */
  rows: SQL;
  open: (row: Row, secret: string) => string | null;
  seal: (row: Row, text: string) => string;
};

const plain = {
  open: ({ sealed }: Row, secret: string) => findSealed(sealed, secret),
  seal: (_: Row, text: string) => sealText(text),
};
const webhook = (column: "secret" | "previous_secret" | "headers"): Place => ({
  ...{ table: "webhook_endpoint", column, ...plain },
  rows: sql`select id, ${sql.identifier(column)} as sealed, 'webhook endpoint at ' || split_part(url, '/', 3) as label
    from webhook_endpoint where ${sql.identifier(column)} is not null`,
});

const places: readonly Place[] = [
  {
    ...{ table: "setting_version", column: "value" },
    rows: sql`select version::text as id, value as sealed, name as label from setting_version where is_encrypted`,
    open: ({ sealed, label }, secret) => decryptValue(label, sealed, secret),
    seal: ({ label }, text) => encryptValue(label, text),
  },
  webhook("secret"),
  webhook("previous_secret"),
  webhook("headers"),
  {
    ...{ table: "calendar_account", column: "secret", ...plain },
    rows: sql`select id, secret as sealed, 'calendar account ' || id as label from calendar_account`,
  },
  {
    ...{ table: "two_factor", column: "secret", ...plain },
    rows: sql`select f.id, f.secret as sealed, 'authenticator of ' || u.email as label
      from two_factor f join "user" u on u.id = f.user_id`,
  },
];

/** Names the encrypted texts that this SECRET does not open, without those of settings: the settings name theirs. */
export const listUnreadable = async (ctx: Ctx): Promise<string[]> =>
  (await resealTexts(ctx, null)).unreadable.filter((label) => variableOf(label) === null);
export const unreadableSentence = (label: string) =>
  `${label} was encrypted with another SECRET; run \`secret reseal\`, or set it up again.`;

export type Resealed = { resealed: number; readable: number; unreadable: string[] };

/** Encrypts with SECRET what only `former` opens; without `former` only counts. `unreadable` names what neither opens. */
export async function resealTexts(ctx: Ctx, former: string | null): Promise<Resealed> {
  const current = env().SECRET;
  return inTransaction(ctx, async (tx) => {
    const found: Resealed = { resealed: 0, readable: 0, unreadable: [] };
    for (const { table, column, rows, open, seal } of places) {
      const stored = await tx.db.execute<Row>(rows);
      for (const row of stored.rows) {
        const text = open(row, current) === null && former ? open(row, former) : null;
        if (open(row, current) !== null) found.readable += 1;
        else if (text === null) found.unreadable.push(row.label);
        else {
          const key = sql.identifier(table === "setting_version" ? "version" : "id");
          await tx.db.execute(
            sql`update ${sql.identifier(table)} set ${sql.identifier(column)} = ${seal(row, text)} where ${key}::text = ${row.id}`,
          );
          found.resealed += 1;
        }
      }
    }
    if (found.resealed > 0) {
      // A new number for the newest value of each secret: processes that run read it again.
      await tx.db.execute(sql`update setting_version set version = default where version in (
        select max(version) from setting_version group by name) and is_encrypted`);
      await tx.db.execute(sql`select pg_notify(${settingsChannel}, '')`);
    }
    return { ...found, unreadable: [...new Set(found.unreadable)] };
  });
}
