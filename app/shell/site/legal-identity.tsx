import type { LegalIdentity as Identity } from "#app/features/content/site-facts.server.ts";

export const LegalIdentity = ({ of: { name, address, registration } }: { of: Identity }) => (
  <address>
    {[name, ...address, registration]
      .filter((line) => line !== null)
      .map((line) => (
        <span key={line}>
          {line}
          <br />
        </span>
      ))}
  </address>
);
