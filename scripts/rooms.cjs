// The rooms, from the ones everybody may know to the ones nobody needs to. A room knows only rooms before it.
// The walls (walls.cjs) are made from this list and from nothing else.
module.exports = [
  "events",
  "security",
  "demo",
  "content",
  "roi",
  "mail",
  "analytics",
  "accounts",
  "access",
  "newsletter",
  "training",
  "kit",
  "wizard",
  "analysis",
  "full-blueprint",
  "booking",
  "billing",
  "crm",
  "sequences",
  "webhooks",
];
