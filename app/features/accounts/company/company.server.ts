export { checkDomains } from "./domain-checks.server.ts";
export { confirmDomain, releaseDomain } from "./domain-proof.server.ts";
export { acceptInvitation, inviteToCompany, withdrawInvitation } from "./invitations.server.ts";
export { joinUserToCompany, leaveCompany, releaseDomainOfUser, separateUser } from "./membership.server.ts";
export { type OwnCompany, readOwnCompany } from "./own-company.server.ts";
