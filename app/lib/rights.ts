/*
 * The roles of the team and what each can read and change. The one definition: commands, queries, endpoints, pages, the
 * navigation and the access matrix (server/product/requests/stranger-matrix.test.ts) read it.
 */

export const roles = ["owner", "admin", "sales", "marketing", "finance", "viewer"] as const;
export type Role = (typeof roles)[number];

export const roleLabels: Readonly<Record<Role, string>> = {
  owner: "Owner",
  admin: "Admin",
  sales: "Sales",
  marketing: "Marketing",
  finance: "Finance",
  viewer: "Viewer",
};

export const roleDescriptions: Readonly<Record<Role, string>> = {
  owner: "Everything, and can appoint and remove owners.",
  admin: "Everything except changes to owners.",
  sales: "Pipeline, calls and sequences.",
  marketing: "Newsletter, analytics and sequences; reads the pipeline.",
  finance: "Billing.",
  viewer: "Reads everything and changes nothing.",
};

/** Owners and admins read and change every area; viewers read every area. `change` includes reading. */
const others = {
  /** Today, search and other pages that show only the areas which the reader can read. */
  start: { read: ["sales", "marketing", "finance"], change: [] },
  pipeline: { read: ["marketing"], change: ["sales"] },
  calendar: { read: [], change: ["sales"] },
  access: { read: [], change: [] },
  blueprints: { read: [], change: [] },
  billing: { read: [], change: ["finance"] },
  sequences: { read: [], change: ["sales", "marketing"] },
  newsletter: { read: [], change: ["marketing"] },
  analytics: { read: [], change: ["marketing"] },
  team: { read: [], change: [] },
  users: { read: [], change: [] },
  audit: { read: [], change: [] },
  mail: { read: [], change: [] },
  jobs: { read: [], change: [] },
  security: { read: [], change: [] },
  webhooks: { read: [], change: [] },
  settings: { read: [], change: [] },
} as const satisfies Record<string, { read: readonly Role[]; change: readonly Role[] }>;

export type Area = keyof typeof others;
export const areas = Object.keys(others) as Area[];

export const isAdminRole = (role: Role): boolean => role === "owner" || role === "admin";
const among = (list: readonly Role[], role: Role) => list.includes(role);

export const roleChanges = (role: Role, area: Area): boolean => isAdminRole(role) || among(others[area].change, role);

export const roleReads = (role: Role, area: Area): boolean =>
  role === "viewer" || roleChanges(role, area) || among(others[area].read, role);

/** Of `roleOf`: the roles that need no `is_admin`. */
export const plainRoles = roles.filter((role) => !isAdminRole(role));

export const isRole = (text: string): text is Role => (roles as readonly string[]).includes(text);

/**
 * The role of an account. `is_admin` decides about owners and admins, and a process of the release before writes only that:
 * an admin without a role is an admin, and an owner without `is_admin` has no role.
 */
export function roleOf({ isAdmin, role }: { isAdmin: boolean; role?: Role | null | undefined }): Role | null {
  if (isAdmin) return role === "owner" ? "owner" : "admin";
  return role && !isAdminRole(role) ? role : null;
}
