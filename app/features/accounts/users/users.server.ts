export { joinUserToCompany, releaseDomainOfUser, separateUser } from "../company/company.server.ts";
export { makeAdmin, removeAdmin } from "./roles.server.ts";
export {
  deleteUser,
  disableUser,
  enableUser,
  endUserSessions,
  exportUser,
  resetFactor,
} from "./user-commands.server.ts";
export { type DeviceLine, readUser, type SessionLine, type UserDetail } from "./user-detail.server.ts";
export { findUserIds, listUsers } from "./user-list.server.ts";
