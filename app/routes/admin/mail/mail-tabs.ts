export const mailTabs = [
  { href: "/admin/mail", label: "Emails" },
  { href: "/admin/mail/suppressions", label: "Suppressed addresses" },
] as const;
