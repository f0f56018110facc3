/** Downloads a received mail as it arrived; the server names the file. */
export const OriginalLink = ({ id }: { id: string }) => (
  <a href={`/api/admin/mail/originals/${id}`} download>
    Download the original
  </a>
);
