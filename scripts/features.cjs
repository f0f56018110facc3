// The features in the order of their dependencies: a feature imports only features before it. boundaries.cjs makes its
// rules from this list.
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
  "pipeline",
  "sequences",
  "webhooks",
];
