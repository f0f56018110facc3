/** Downloads a received mail as it arrived. */
export const OriginalLink = ({ id }: { id: string }) => (
  <a href={`/api/admin/mail/originals/${id}`} download={`${id}.eml`}>
    Download the original
  </a>
);
