/** Messages for people without access to the admin area (spec: admin-refusals). */
export const adminDenied = "Access Denied: You need admin privileges and 2FA to access this page.";

export const roleDenied = "Your role does not include this. Ask an owner or admin.";
