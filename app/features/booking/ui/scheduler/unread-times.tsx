export const unreadTitle = "Free times cannot be shown right now.";

/** In place of free times while a calendar of the hosts cannot be read. */
export const UnreadText = ({ contactEmail }: { contactEmail: string }) => (
  <p>
    A calendar that they depend on cannot be read. Try again in a few minutes, or write to{" "}
    <a href={`mailto:${contactEmail}`}>{contactEmail}</a>.
  </p>
);
