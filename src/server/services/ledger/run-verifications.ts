/**
 * Advances one running verification for a time slice, page by page. Findings are recorded after every
 * page, so a process that dies loses one page of work, and memory is bounded by one page.
 */
import { present } from '@/domain/assert';
import { violation, type Violation } from '@/domain/ledger/violation';
import type { Clock } from '@/server/platform/context';
import {
  claimVerification,
  recordVerification,
  releaseVerification,
  renewVerification,
  type ClaimedVerification,
  type VerificationProgress,
} from '@/server/db/repositories/ledger/ledger-verifications';
import { proofTotals } from '@/server/db/repositories/ledger/ledger-proof';
import { violatedConstraint } from '@/server/db/transaction';
import { newId } from '@/server/platform/ids';
import type { JobOutcome, JobRun } from '@/server/platform/job';
import { sealOrganization } from './seal-entries';
import { VERIFICATION_STEPS } from './verification-steps';

/** The most violations stored; further ones are only counted. */
const MAX_VIOLATIONS = 1_000;
const SLICE_MS = 5_000;
const LEASE_MS = 60_000;
const RENEW_EVERY_MS = 20_000;

export async function runVerifications({ clock, signal }: Pick<JobRun, 'clock' | 'signal'>): Promise<JobOutcome> {
  const token = newId();
  const leaseEnd = (): Date => new Date(clock.now().getTime() + LEASE_MS);
  const claimed = await claimVerification(clock.now(), token, leaseEnd());
  if (!claimed) return { performed: 0, more: false };
  const renewal = setInterval(() => void renewVerification(claimed, token, leaseEnd()).catch(() => undefined), RENEW_EVERY_MS);
  try {
    const began = clock.now().getTime();
    const goOn = (): boolean => !signal.aborted && clock.now().getTime() - began < SLICE_MS;
    await runPages(claimed, token, clock, goOn);
    return { performed: 1, more: true };
  } finally {
    clearInterval(renewal);
    await releaseVerification(claimed, token);
  }
}

/** Stops when the verification has ended, the lease was lost, or `goOn` returns false. */
async function runPages(claimed: ClaimedVerification, token: string, clock: Clock, goOn: () => boolean): Promise<void> {
  const { organization_id, clock_offset_ms } = claimed;
  let progress: VerificationProgress = claimed;
  for (let ended = false; !ended && goOn();) {
    progress = progress.step === null ? await begin(organization_id, clock) : await nextPage(organization_id, progress);
    ended = progress.step === DONE;
    const status = !ended ? 'RUNNING' : progress.violation_count === 0 ? 'PASSED' : 'FAILED';
    const now = new Date(clock.now().getTime() + clock_offset_ms);
    if (!(await recordVerification(claimed, token, progress, status, now))) return;
  }
}

const DONE = 'DONE';

/** Seals what is queued, so that everything committed so far is verified, and counts it. */
async function begin(organizationId: string, clock: Clock): Promise<VerificationProgress> {
  const violations = await sealFailures(organizationId, clock);
  const { sealed, sealed_hash, head, head_hash, balances, checkpoints } = await proofTotals(organizationId);
  if (sealed !== head || sealed_hash !== head_hash) {
    const message = `The chain was written up to position ${head} and now ends otherwise, at position ${sealed}.`;
    violations.push(violation('CHAIN_HEAD', message, { position: head, expected: head_hash, actual: sealed_hash }));
  }
  return {
    through_position: sealed,
    total: sealed + balances + checkpoints,
    checked: 0,
    step: VERIFICATION_STEPS[0][0],
    place: null,
    violation_count: violations.length,
    violations,
  };
}

/** A tampered chain may refuse new seals; that is a violation, and the rest is still verified. */
async function sealFailures(organizationId: string, clock: Clock): Promise<Violation[]> {
  try {
    await sealOrganization(organizationId, clock);
    return [];
  } catch (error) {
    if (violatedConstraint(error) === undefined) throw error;
    return [violation('ENTRY_UNSEALED', 'Entries that wait to be sealed do not fit onto the chain as it stands.', {})];
  }
}

async function nextPage(organizationId: string, progress: VerificationProgress): Promise<VerificationProgress> {
  const at = VERIFICATION_STEPS.findIndex(([name]) => name === progress.step);
  const [name, run] = present(VERIFICATION_STEPS[at], 'a verification is at one of the steps until it is done');
  const { checked, violations, next } = await run({ organizationId, through: progress.through_position }, progress.place);
  const step = next ? name : (VERIFICATION_STEPS[at + 1]?.[0] ?? DONE);
  return { ...progress, ...found(progress, violations), checked: progress.checked + checked, step, place: next };
}

function found(before: Pick<VerificationProgress, 'violations' | 'violation_count'>, violations: readonly Violation[]) {
  return {
    violation_count: before.violation_count + violations.length,
    violations: [...before.violations, ...violations].slice(0, MAX_VIOLATIONS),
  };
}
