/** Defines what each role may do about the people of an organization; access to everything else is decided by the API's own gate. */
import { createAccessControl } from 'better-auth/plugins/access';

const access = createAccessControl({
  organization: ['update', 'delete'],
  member: ['create', 'update', 'delete'],
  invitation: ['create', 'cancel'],
  team: ['create', 'update', 'delete'],
  ac: ['create', 'read', 'update', 'delete'],
} as const);

const managesPeople = { organization: ['update'], member: ['create', 'update', 'delete'], invitation: ['create', 'cancel'] } as const;
const managesNobody = { organization: [], member: [], invitation: [] } as const;

export const organizationAccess = access;

/** Only an OWNER may appoint or remove another OWNER; the library enforces that through `creatorRole`. */
export const ORGANIZATION_ROLES = {
  OWNER: access.newRole(managesPeople),
  ADMIN: access.newRole(managesPeople),
  MEMBER: access.newRole(managesNobody),
  VIEWER: access.newRole(managesNobody),
};
