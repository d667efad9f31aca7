/** Writes what becomes of referrals. The database counts them for their referrers, and refuses any other change. */
import type { ReferralBinding, ReferralChange, ReferralQualification } from '@/domain/referrals/book';
import type { Tx } from '@/server/db/transaction';
import type { ReferralRow } from './referrals';

interface WriteScope {
  readonly organizationId: string;
  readonly now: Date;
}

const QUALIFY = `
  UPDATE referrals r SET status = 'QUALIFIED', qualified_at = $2, qualifying_event_id = made.event_id, rewarded = made.count IS NOT NULL,
    count = made.count, step = made.step, updated_at = $2
  FROM unnest($3::uuid[], $4::uuid[], $5::int[], $6::int[]) AS made (id, event_id, count, step)
  WHERE r.organization_id = $1 AND r.id = made.id`;

const BIND = `
  INSERT INTO referrals (organization_id, status, created_at, updated_at, id, program_id, referral_program_id, referrer_id, referred_id, code, bound_at,
    bound_event_id, expires_at)
  SELECT $1, 'PENDING', $2, $2, made.* FROM unnest($3::uuid[], $4::uuid[], $5::uuid[], $6::uuid[], $7::uuid[], $8::text[], $9::timestamptz[], $10::uuid[],
    $11::timestamptz[]) AS made (id, program_id, referral_program_id, referrer_id, referred_id, code, bound_at, bound_event_id, expires_at)`;

/** What is bound is there before it qualifies. */
export function writeReferralChanges(tx: Pick<Tx, 'send'>, scope: WriteScope, changes: readonly ReferralChange[]): void {
  const bound = changes.filter((change) => change.type === 'BIND');
  const qualified = changes.filter((change) => change.type === 'QUALIFY');
  if (bound.length > 0) writeBound(tx, scope, bound);
  if (qualified.length > 0) writeQualified(tx, scope, qualified);
}

function writeBound(tx: Pick<Tx, 'send'>, { organizationId, now }: WriteScope, changes: readonly ReferralBinding[]): void {
  tx.send(BIND, [
    organizationId,
    now,
    changes.map(({ referral }) => referral.id),
    changes.map(({ programId }) => programId),
    changes.map(({ referral }) => referral.referralProgramId),
    changes.map(({ referral }) => referral.referrer.id),
    changes.map(({ referral }) => referral.referredId),
    changes.map(({ code }) => code),
    changes.map(({ referral }) => referral.boundAt),
    changes.map(({ eventId }) => eventId),
    changes.map(({ referral }) => referral.expiresAt),
  ]);
}

function writeQualified(tx: Pick<Tx, 'send'>, { organizationId, now }: WriteScope, changes: readonly ReferralQualification[]): void {
  tx.send(QUALIFY, [
    organizationId,
    now,
    changes.map(({ referral }) => referral.id),
    changes.map(({ eventId }) => eventId),
    changes.map(({ count }) => count),
    changes.map(({ step }) => step),
  ]);
}

/** Of a referral that the transaction has locked. */
export async function writeCancelled(
  tx: Pick<Tx, 'query'>,
  { organizationId, now }: WriteScope,
  { id }: Pick<ReferralRow, 'id'>,
  reason: string,
): Promise<void> {
  await tx.query(
    `UPDATE referrals SET status = 'CANCELLED', cancelled_at = $3, reason = $4, updated_at = $3 WHERE organization_id = $1 AND id = $2`,
    [organizationId, id, now, reason],
  );
}
