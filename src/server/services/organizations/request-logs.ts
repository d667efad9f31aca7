/**
 * Reads the organization's API requests, one with its bodies or a page at a time, and keeps their log to the days for which it is kept, ready for those to
 * come.
 */
import type { ListRequestLogs } from '@/contract/log';
import { DomainError } from '@/domain/errors';
import { env } from '@/env';
import type { Listing } from '@/server/db/listing';
import { keepPartitions } from '@/server/db/partitions';
import {
  findRequestLog,
  listRequestLogRows,
  REQUEST_LOG_PARTITIONS,
  type RequestLogDetailRow,
  type RequestLogRow,
} from '@/server/db/repositories/organizations/request-logs';
import type { Ctx } from '@/server/platform/context';
import type { JobOutcome, JobRun } from '@/server/platform/job';

const DAY_MS = 86_400_000;

/** @throws DomainError not_found. */
export async function getRequestLog(ctx: Ctx, id: string): Promise<RequestLogDetailRow> {
  const row = await findRequestLog(ctx.organization.id, id);
  if (!row)
    throw new DomainError(
      'not_found',
      `There is no such request in the log of your organization; requests are kept ${env().REQUEST_LOG_DAYS} days.`,
      {
        param: 'id',
      },
    );
  return row;
}

export const listRequestLogs = (ctx: Ctx, query: ListRequestLogs): Listing<RequestLogRow> => listRequestLogRows(ctx.organization.id, query);

export async function pruneRequestLogs({ clock }: Pick<JobRun, 'clock'>): Promise<JobOutcome> {
  const now = clock.now();
  return {
    performed: await keepPartitions(REQUEST_LOG_PARTITIONS, now, new Date(now.getTime() - env().REQUEST_LOG_DAYS * DAY_MS)),
    more: false,
  };
}
