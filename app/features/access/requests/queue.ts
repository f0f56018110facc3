export const requestFilters = ["waiting", "person", "approved", "declined", "all"] as const;
export type RequestFilter = (typeof requestFilters)[number];

export const requestSorts = ["requested", "email", "company"] as const;
export type RequestSort = (typeof requestSorts)[number];

export type RequestState =
  | "waiting"
  | "declined"
  | "code_sent"
  | "code_expired"
  | "code_withdrawn"
  | "has_access"
  | "access_ended";

export const stateLabels: Record<RequestState, string> = {
  waiting: "Pending",
  declined: "Declined",
  code_sent: "Code sent",
  code_expired: "Code expired",
  code_withdrawn: "Code withdrawn",
  has_access: "Has access",
  access_ended: "Access ended",
};

export const filterLabels: Record<RequestFilter, string> = {
  waiting: "Pending",
  person: "Needs review",
  approved: "Approved",
  declined: "Declined",
  all: "All",
};
