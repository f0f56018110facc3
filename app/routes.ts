import { index, layout, type RouteConfig, route } from "@react-router/dev/routes";

/** The URL map, written out. Content pages live under site/, what needs an account under account/, blueprint/, booking/. */
export default [
  layout("routes/site/layout.tsx", [
    index("routes/site/home.tsx"),
    route("automation-blueprint-gtmarc", "routes/site/blueprint-landing.tsx"),
    route("gtm-systems-blueprint", "routes/site/blueprint-landing.tsx", { id: "gtm-systems-blueprint" }),
    route("automation-audit-roadmap", "routes/site/blueprint-landing.tsx", { id: "automation-audit-roadmap" }),
    route("our-approach", "routes/site/our-approach.tsx"),
    route("pricing", "routes/site/pricing.tsx"),
    route("faq", "routes/site/faq.tsx"),
    route("training", "routes/site/training.tsx"),
    route("downloads", "routes/site/downloads.tsx"),
    route("privacy-policy", "routes/site/privacy.tsx"),
    route("privacy", "routes/site/privacy.tsx", { id: "privacy" }),
    route("terms-of-service", "routes/site/terms.tsx"),
    route("terms", "routes/site/terms.tsx", { id: "terms" }),
    route("strategy-session-confirmed", "routes/booking/strategy-session-confirmed.tsx"),
  ]),
  route("schedule/:eventType", "routes/booking/schedule.tsx"),
  route("booking/:token", "routes/booking/booking.tsx"),
  route("booking/:token/event.ics", "routes/booking/event-file.ts"),
  route("auth", "routes/account/auth.tsx"),
  route("auth/verify", "routes/account/verify.tsx"),
  route("verify-access", "routes/account/verify-access.tsx"),
  route("account", "routes/account/account.tsx"),
  layout("routes/blueprint/wizard.tsx", [
    route("blueprint/wizard", "routes/blueprint/wizard-start.tsx"),
    route("blueprint/wizard/mode", "routes/blueprint/mode.tsx"),
    layout("routes/blueprint/guided.tsx", [
      route("blueprint/wizard/profile", "routes/blueprint/profile.tsx"),
      route("blueprint/wizard/tech-stack", "routes/blueprint/tech-stack.tsx"),
      route("blueprint/wizard/processes", "routes/blueprint/processes.tsx"),
    ]),
  ]),
  route("blueprint/:id", "routes/blueprint/analysis.tsx"),
  route("dev/mailbox", "routes/dev/mailbox.tsx"),
  route("dev/mailbox/:mail", "routes/dev/mail.tsx"),
  route("dev/mailbox/:mail/html", "routes/dev/mail-html.ts"),
  route("dev/mailbox/:mail/attachments/:number", "routes/dev/mail-attachment.ts"),
  route("*", "routes/site/not-found.tsx"),
] satisfies RouteConfig;
