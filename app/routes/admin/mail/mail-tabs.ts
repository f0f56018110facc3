export const mailTabs = [
  { href: "/admin/mail", label: "Mails" },
  { href: "/admin/mail/suppressions", label: "Suppressed addresses" },
] as const;
