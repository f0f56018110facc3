export type MailAttachment = {
  filename: string;
  contentType: string;
  content: string;
  /** `base64` for binary content such as a PDF; plain text otherwise. */
  encoding?: "utf-8" | "base64";
};
