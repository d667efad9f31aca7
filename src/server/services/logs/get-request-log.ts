/** Reads the organization's API requests: one with its bodies, or a page at a time. */
import type { ListRequestLogs } from '@/contract/log';
import { env } from '@/env';
import { DomainError } from '@/domain/errors';
import type { Ctx } from '@/server/platform/context';
import type { Listing } from '@/server/db/listing';
import {
  findRequestLog,
  listRequestLogRows,
  type RequestLogDetailRow,
  type RequestLogRow,
} from '@/server/db/repositories/organizations/request-logs';

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
