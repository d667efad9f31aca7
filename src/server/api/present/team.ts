/** Presents the team to the dashboard; only those who manage it learn who lacks a second factor. */
import type { Team } from '@/contract/team';
import type { Role } from '@/server/platform/context';
import type { TeamView } from '@/server/services/organizations/team';
import { roleSuffices } from '../access';
import { presentTime } from './time';

/** @param viewer the role of the person reading. */
export const presentTeam = ({ requireTwoFactor, members }: TeamView, viewer: Role): Team => ({
  require_two_factor: requireTwoFactor,
  data: members.map(({ id, user_id, name, email, role, two_factor_enabled, created_at }) => ({
    id,
    user_id,
    name,
    email,
    role,
    two_factor: roleSuffices(viewer, 'ADMIN') ? two_factor_enabled : null,
    joined_at: presentTime(created_at),
  })),
});
