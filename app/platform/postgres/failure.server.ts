export type EmbeddedReason =
  | "no_binaries"
  | "cannot_run"
  | "no_user"
  | "not_owner"
  | "wrong_version"
  | "cannot_create"
  | "cannot_start"
  | "foreign_server"
  | "cannot_lock"
  | "lock_timeout";

/** Thrown by startEmbedded when the machine does not allow it: the message is a full sentence for the operator. */
export class EmbeddedFailure extends Error {
  readonly reason: EmbeddedReason;
  constructor(reason: EmbeddedReason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "EmbeddedFailure";
    this.reason = reason;
  }
}
