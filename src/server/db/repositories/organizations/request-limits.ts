/** Borrows requests of an organization's limit for a process, in one statement on the organization's one row. */
import { only } from '@/domain/assert';
import { LEASE_MS, type Loan, type RateLimit, type LoanRequest } from '@/domain/rate-limit';
import { statement } from '@/server/db/transaction';

/** @param now for tests; in service, time is the database's own, so that processes whose clocks differ share one. */
export async function borrowRequests(
  organizationId: string,
  processId: string,
  { kept, givenBack, waiting, portion }: LoanRequest,
  { perSecond, burst }: RateLimit,
  now: Date | null = null,
): Promise<Loan> {
  const loan = only(
    await statement<{ admitted: number; lent: number; tokens: string; elsewhere: number }>(
      'SELECT admitted, lent, tokens, elsewhere FROM borrow_requests($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)',
      [organizationId, processId, kept, givenBack, waiting, portion, perSecond, burst, LEASE_MS, now],
    ),
  );
  return { ...loan, tokens: Number(loan.tokens) };
}
