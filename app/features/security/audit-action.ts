declare const isDeclared: unique symbol;

/** The name of something that is recorded in the audit trail. Only declared names have this type. */
export type AuditAction = string & { readonly [isDeclared]: true };

/**
 * Declares the audit actions of a feature, in its `audit.ts`: `auditActions({ codeIssued: "access-code.issued" })`. Names
 * are `noun.past-tense`, stored with each entry, and never change. server/audit-registry.ts lists those of all features.
 */
export const auditActions = <const Names extends Readonly<Record<string, string>>>(names: Names) =>
  names as { readonly [Key in keyof Names]: Names[Key] & AuditAction };
