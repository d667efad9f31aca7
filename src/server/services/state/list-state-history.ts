/** Lists the changes to the state of a participant or group, and who made them, a page at a time. */
import type { ListStateHistory } from '@/contract/state';
import type { Subject } from '@/domain/participants/state';
import type { Ctx } from '@/server/platform/context';
import type { KeysetPage } from '@/server/db/keyset';
import { listStateHistoryRows, type StateHistoryRow } from '@/server/db/repositories/people/state-history';

export const listStateHistory = (ctx: Ctx, subject: Subject, query: Omit<ListStateHistory, 'id'>): Promise<KeysetPage<StateHistoryRow>> =>
  listStateHistoryRows(ctx.organization.id, subject, query);
