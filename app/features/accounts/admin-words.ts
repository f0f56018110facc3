/** What somebody is told who may not enter the admin area (accounts-and-access §6). */
export const adminDenied = "Access Denied: You need admin privileges and 2FA to access this page.";
