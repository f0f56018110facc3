export type AuditAction = string & { readonly isDeclared: true };

/** A kind of record that audit entries refer to. `page`: the admin page of one record; null if there is none. */
export type AuditObject = { name: string; page: ((id: string) => string) | null };

/**
 * Label of an action on the audit page; `text` follows the admin's name ("declined an access request"), or `by` for an action
 * that no person does, such as a report of the payment provider.
 */
export type AuditLabel = { text: string; object: AuditObject; by?: string | undefined };

/** The labels of a feature's actions by stored name; `title` appears in the audit page's filter. */
export type AuditGroup = { title: string; labels: Readonly<Record<string, AuditLabel>> };

type Declared = Readonly<Record<string, readonly [name: string, text: string, object: AuditObject, by?: string]>>;

/**
 * Declares the audit actions of a feature, in its `audit.ts`: `auditActions("Access", { codeIssued: ["access-code.issued", "issued an access
 * code", code] })`. Names are `noun.past-tense`, stored with each entry, and never change. shell/admin/audit/audit-catalog.ts lists the groups of
 * all features.
 */
export const auditActions = <const Actions extends Declared>(title: string, actions: Actions) => ({
  names: Object.fromEntries(Object.entries(actions).map(([key, [name]]) => [key, name])) as {
    readonly [Key in keyof Actions]: Actions[Key][0] & AuditAction;
  },
  group: {
    title,
    labels: Object.fromEntries(Object.values(actions).map(([name, text, object, by]) => [name, { text, object, by }])),
  } satisfies AuditGroup as AuditGroup,
});
