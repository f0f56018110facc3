import { type SQL, sql } from "drizzle-orm";
import { canRead } from "#app/lib/actor.ts";
import { type NotAdmin, notAdmin } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { oneOf } from "#app/platform/database/columns.server.ts";
import type { Stage } from "../prospects/stages.ts";
import { mailboxOf, prospect } from "../tables.server.ts";

export type MergeCandidate = { id: string; email: string; name: string | null; company: string | null; stage: Stage };

/** Both prospects of a pair, the one with the higher score first. */
export type DuplicatePair = { kept: MergeCandidate; other: MergeCandidate; isSameName: boolean };

/** Of each kind: likely duplicates must not hide a colleague. */
const maxCandidates = 10;
const maxPairs = 100;
/** Limits the work for names that very many prospects share. */
const maxCompared = 1000;

/** Shorter mailboxes, and those of a role, belong to different people. */
const minMailbox = 5;
const roleMailboxes =
  "accounting admin billing careers contact finance hello helpdesk invoices mailbox marketing noreply office press privacy sales service support welcome".split(
    " ",
  );

const mailbox = (of: string) => mailboxOf(sql.raw(`${of}.email`));

const side = (of: string) =>
  sql.raw(["id", "email", "name", "company", "stage"].map((column) => `'${column}', ${of}.${column}`).join(", "));

/**
 * How likely `p` and `me` are one person, the most likely first; null if nothing suggests it. A single name ("Dana") is only
 * likely at the same company.
 */
const rank = sql`case
  when search_fold(p.name) = search_fold(me.name) and p.domain = me.domain then 0
  when search_fold(p.name) = search_fold(me.name) and me.name like '% %' then
    case when p.domain is null or me.domain is null then 0 else 1 end
  when ${mailbox("p")} = ${mailbox("me")} and length(${mailbox("me")}) >= ${minMailbox} and ${mailbox("me")} not in (${oneOf(roleMailboxes)}) then 1
  when search_fold(p.name) = search_fold(me.name) and (p.domain is null or me.domain is null) then 2
  when p.domain = me.domain then 3
end`;

/** The one rule of the list of pairs and of the page that merges a prospect. */
const isLikely = sql`${rank} < 2`;

/**
 * Lists the likely duplicates of a prospect by the rule of `listDuplicatePairs`, the most likely first, and apart from them others with
 * the same single name or at the same company. Callers check for admin rights.
 */
export async function listLikelyDuplicates(
  ctx: Pick<Ctx, "db">,
  id: string,
): Promise<{ likely: MergeCandidate[]; others: MergeCandidate[] }> {
  const { rows } = await ctx.db.execute<{ candidate: MergeCandidate; isLikely: boolean }>(sql`
    with me as (select * from ${prospect} where id = ${id}), found as (
      select p.*, ${rank} as rank, ${isLikely} as is_likely
      from ${prospect} p, me where p.merged_into is null and p.id <> me.id
        and (search_fold(p.name) = search_fold(me.name) or p.domain = me.domain or ${mailbox("p")} = ${mailbox("me")})
    ), placed as (
      select *, row_number() over (partition by greatest(rank, 1) order by rank, score desc, id desc) as place
      from found where rank is not null
    )
    select json_build_object(${side("p")}) as candidate, is_likely as "isLikely" from placed p
    where place <= ${maxCandidates} order by rank, place`);
  const of = (kind: boolean) => rows.flatMap((row) => (row.isLikely === kind ? [row.candidate] : []));
  return { likely: of(true), others: of(false) };
}

const shared = (value: SQL, minLength: number) => sql`
  select p.* from ${prospect} p where p.merged_into is null and ${value} in (
    select ${value} from ${prospect} p where p.merged_into is null and length(${value}) >= ${minLength} group by 1 having count(*) > 1
  )`;

/**
 * Lists likely duplicates of the whole pipeline, the most likely first: each prospect with the one of the highest score that is likely
 * to be the same person. Colleagues are not listed. Refusal: not_admin.
 */
export async function listDuplicatePairs(
  ctx: Ctx,
): Promise<Result<{ pairs: DuplicatePair[]; hasMore: boolean }, NotAdmin>> {
  if (!canRead(ctx.actor, "pipeline")) return notAdmin();
  const { rows } = await ctx.db.execute<DuplicatePair>(sql`
    with me as (
      select * from (${shared(sql`search_fold(p.name)`, 1)} union ${shared(mailbox("p"), minMailbox)}) doubtful
      order by score desc, id desc limit ${maxCompared}
    )
    select json_build_object(${side("p")}) as kept, json_build_object(${side("me")}) as other,
      coalesce(search_fold(p.name) = search_fold(me.name), false) as "isSameName"
    from me cross join lateral (
      select p.*, ${rank} as rank from ${prospect} p
      where p.merged_into is null and (p.score, p.id) > (me.score, me.id)
        and (search_fold(p.name) = search_fold(me.name) or ${mailbox("p")} = ${mailbox("me")}) and ${isLikely}
      order by rank, p.score desc, p.id desc limit 1
    ) p
    order by p.rank, p.score desc, p.id desc, me.id desc limit ${maxPairs + 1}`);
  return ok({ pairs: rows.slice(0, maxPairs), hasMore: rows.length > maxPairs });
}
