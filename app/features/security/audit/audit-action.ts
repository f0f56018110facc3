declare const isDeclared: unique symbol;

export type AuditAction = string & { readonly [isDeclared]: true };

/**
 * Declares the audit actions of a feature, in its `audit.ts`: `auditActions({ codeIssued: "access-code.issued" })`. Names
 * are `noun.past-tense`, stored with each entry, and never change. server/audit-registry.ts lists those of all features.
 */
export const auditActions = <const Names extends Readonly<Record<string, string>>>(names: Names) =>
  names as { readonly [Key in keyof Names]: Names[Key] & AuditAction };

/** A kind of record that audit entries refer to. `page`: the admin page of one record; null if there is none. */
export type AuditObject = { name: string; page: ((id: string) => string) | null };

/**
 * Label of an action on the audit page; `text` follows the admin's name ("declined an access request"), or `by` for an action
 * that no person does, such as a report of the payment provider.
 */
export type AuditLabel = { text: string; object: AuditObject; by?: string | undefined };

/** The labels of a feature's actions by stored name; `title` appears in the audit page's filter. */
export type AuditGroup = { title: string; labels: Readonly<Record<string, AuditLabel>> };

/** Declares the labels of a feature's actions. An action without a label does not compile. */
export const auditGroup = <Names extends Readonly<Record<string, AuditAction>>>(
  title: string,
  names: Names,
  labels: { readonly [Key in keyof Names]: readonly [text: string, object: AuditObject, by?: string] },
): AuditGroup => ({
  title,
  labels: Object.fromEntries(
    Object.entries(names).map(([key, name]) => {
      const [text, object, by] = labels[key as keyof Names];
      return [name, { text, object, by }];
    }),
  ),
});
