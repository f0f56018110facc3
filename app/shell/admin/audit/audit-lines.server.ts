import { userObject } from "#app/features/accounts/audit.ts";
import { listPeople } from "#app/features/accounts/profile/people.server.ts";
import { prospectObject } from "#app/features/pipeline/audit.ts";
import type { AuditObject } from "#app/features/security/audit/audit-action.ts";
import type { AuditEntry } from "#app/features/security/audit/audit-log.server.ts";
import { readNames } from "#app/features/security/audit/audit-names.server.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { auditLabel } from "./audit-catalog.ts";
import { namedObjects } from "./audit-objects.server.ts";

/** An audit entry as a sentence: `actor` did `text` to the object. */
export type AuditLine = {
  id: string;
  at: Date;
  action: string;
  actor: { id: string | null; name: string; email: string | null };
  text: string;
  object: { name: string; id: string | null; href: string | null };
  /** Names of the prospects that the details list by id: the merged one, or the first three of a selection. */
  prospects: string[];
  detail: Record<string, unknown>;
  /** Prefix of the client address hash; null for jobs and the command line. */
  client: string | null;
};

const shownHash = 8;

/** Adds names and links to entries, with one query for all people and one for all other records. */
export async function describeEntries(ctx: Pick<Ctx, "db">, entries: readonly AuditEntry[]): Promise<AuditLine[]> {
  const ids = entries.flatMap(({ actorUserId, act, subject }) => [
    ...(actorUserId ? [actorUserId] : []),
    ...(subject && auditLabel(act).object === userObject ? [subject] : []),
  ]);
  const subjectsOf = (kind: AuditObject) =>
    entries.flatMap(({ act, subject }) =>
      subject && isUuid(subject) && auditLabel(act).object === kind ? [subject] : [],
    );
  const listed = new Set(entries.flatMap(({ detail }) => listedProspects(detail)));
  const wanted = [...namedObjects].map(([kind, names]) => ({
    ...{ kind, names },
    ids: [...new Set([...subjectsOf(kind), ...(kind === prospectObject ? listed : [])])],
  }));
  const [found, names] = await Promise.all([listPeople(ctx, ids), readNames(ctx, wanted)]);
  const people = new Map(found.map((person) => [person.userId, person]));
  return entries.map(({ id, at, act, actorKind, actorUserId, subject, detail, client }) => {
    const { text, object, by } = auditLabel(act);
    const admin = actorUserId ? people.get(actorUserId) : undefined;
    const target = object === userObject ? people.get(subject ?? "") : undefined;
    const name = object === userObject ? target?.email : names.get(object)?.get(subject ?? "");
    const isGone = (object === userObject || names.has(object)) && !name;
    return {
      id,
      at,
      action: act,
      actor: { id: actorUserId, name: admin?.name ?? by ?? unnamed(actorKind), email: admin?.email ?? null },
      text,
      object: {
        name: isGone ? `Deleted ${object.name.toLowerCase()}` : (name ?? object.name),
        id: subject,
        href: subject && !isGone ? (object.page?.(subject) ?? null) : null,
      },
      prospects: listedProspects(detail).flatMap((prospect) => names.get(prospectObject)?.get(prospect) ?? []),
      detail: detail as Record<string, unknown>,
      client: client?.slice(0, shownHash) ?? null,
    };
  });
}

const maxListed = 3;

function listedProspects(detail: unknown): string[] {
  const { mergedId, prospectIds } = detail as { mergedId?: unknown; prospectIds?: unknown };
  const ids: unknown[] = Array.isArray(prospectIds) ? prospectIds.slice(0, maxListed) : [mergedId];
  return ids.filter((id): id is string => typeof id === "string" && isUuid(id));
}

const unnamedActors: Record<string, string> = {
  command_line: "Command line",
  user: "Deleted user",
  anonymous: "Not signed in",
};
const unnamed = (kind: string) => unnamedActors[kind] ?? "Background job";
