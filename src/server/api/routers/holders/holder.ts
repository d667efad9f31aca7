import type { z } from 'zod';
import { GroupPath } from '@/contract/group';
import { ParticipantPath } from '@/contract/participant';
import type { Holder } from '@/domain/ledger/accounts';
import type { Ctx } from '@/server/platform/context';
import type { HolderName } from '@/server/db/repositories/people/holders';
import { findHolder, namedGroup, namedParticipant } from '@/server/services/balances/holders';

/** A kind of balance holder: the path its balance routes are served under, and how that path resolves to a holder. */
export interface HolderKind {
  readonly noun: 'participant' | 'group';
  readonly path: '/v1/participants/{id}' | '/v1/groups/{id}';
  readonly Path: z.ZodObject<{ id: z.ZodType<string, string> }, z.core.$strict>;
  named(id: string): HolderName;
  /** @throws DomainError not_found. */
  find(ctx: Ctx, id: string): Promise<Holder>;
}

export const PARTICIPANT: HolderKind = {
  noun: 'participant',
  path: '/v1/participants/{id}',
  Path: ParticipantPath,
  named: namedParticipant,
  find: (ctx, id) => findHolder(ctx, namedParticipant(id)),
};
export const GROUP: HolderKind = {
  noun: 'group',
  path: '/v1/groups/{id}',
  Path: GroupPath,
  named: namedGroup,
  find: (ctx, id) => findHolder(ctx, namedGroup(id)),
};
