/** The members of an organization, as the dashboard shows them, and what sign-in requires of them. */
import { z } from 'zod';
import { Timestamp, Uuid } from './primitives';

const TeamRole = z.enum(['OWNER', 'ADMIN', 'MEMBER', 'VIEWER']);

export const TeamMember = z.strictObject({
  id: Uuid.describe('Of the membership.'),
  user_id: Uuid,
  name: z.string(),
  email: z.string(),
  role: TeamRole,
  two_factor: z.boolean().nullable().describe('Whether a second factor is asked at sign-in; null for whoever may not manage the team.'),
  joined_at: Timestamp,
});
export type TeamMember = z.infer<typeof TeamMember>;

export const Team = z.strictObject({ require_two_factor: z.boolean(), data: z.array(TeamMember) });
export type Team = z.infer<typeof Team>;

export const RequireTwoFactor = z.strictObject({ require: z.boolean() });
export const TransferOwnership = z.strictObject({ member_id: Uuid });
