/** Defines the steps of a verification, in order; each checks one page of rows and returns where the next one begins. */
import { present } from '@/domain/assert';
import { checkpointViolations, entryViolations, hashViolations, sealViolations } from '@/domain/ledger/proof';
import { bookViolations } from '@/domain/ledger/period';
import { EMPTY_CHAIN, type EntryRecord } from '@/domain/ledger/seal';
import { PROOF_CHECK_MEANINGS, violation, type Violation } from '@/domain/ledger/violation';
import { entriesById } from '@/server/db/repositories/ledger/entry-records';
import { segmentsOf, type SegmentRow } from '@/server/db/repositories/ledger/entry-seals';
import { checkpointsAfter } from '@/server/db/repositories/ledger/ledger-checkpoints';
import {
  balancesPage,
  contradictionsOfEntries,
  missingWaiting,
  unsealedPage,
  type ProofMismatch,
  type ProofPage,
} from '@/server/db/repositories/ledger/ledger-proof';
import { nextClosedPeriod, periodBefore } from '@/server/db/repositories/ledger/ledger-periods';
import { lostEventsAfter } from '@/server/db/repositories/events/lost-events';
import { storedBooks } from '@/server/db/repositories/ledger/period-books';
import { nextDayWithTotals, wrongTotalsOf } from '@/server/db/repositories/reports/report-totals';
import { autocommit } from '@/server/db/transaction';
import { booksOf } from './periods';
import { publicKeysById, signedCheckpoint } from './seal-entries';

interface StepScope {
  readonly organizationId: string;
  /** The last position to verify. */
  readonly through: number;
}

interface StepPage {
  readonly checked: number;
  readonly violations: readonly Violation[];
  /** Null when the step is done. */
  readonly next: string[] | null;
}

type Step = (scope: StepScope, place: readonly string[] | null) => Promise<StepPage>;

const ENTRIES = 500;
const BALANCES = 500;
const KEYS = 5_000;
const EVENTS = 5_000;
/** The most entries named that were waiting to be sealed. */
const MISSING = 1_000;

type NamedStep = readonly [name: string, run: Step];

export const VERIFICATION_STEPS: readonly [NamedStep, ...NamedStep[]] = [
  ['CHAIN', chainStep],
  ['UNSEALED', unsealedStep],
  ['CHECKPOINTS', checkpointsStep],
  ['BALANCES', balancesStep],
  ['TOTALS', totalsStep],
  ['PERIODS', periodsStep],
  ['EVENTS', eventsStep],
];

/** Seals in the order of the chain, with their entries; `place` is the end of the last one before the page, its hash and where it began. */
async function chainStep({ organizationId, through }: StepScope, place: readonly string[] | null): Promise<StepPage> {
  let head = place
    ? { position: Number(place[0]), seal_hash: present(place[1], 'a place in the chain has the hash of the seal before') }
    : EMPTY_CHAIN;
  const segments = await segmentsOf(organizationId, { after: Number(place?.[2] ?? 0), through }, ENTRIES);
  const ids = segments.flatMap(({ entry_ids }) => entry_ids);
  const entries = await entriesById(autocommit, organizationId, ids);
  const violations: Violation[] = [];
  for (const segment of segments) {
    violations.push(...sealViolations(segment, segment.entry_hashes, head), ...segmentFaults(segment, entries));
    head = { position: segment.first_position + segment.entries - 1, seal_hash: segment.seal_hash };
  }
  violations.push(...(await contradictionsOfEntries(organizationId, ids)).map(explained));
  const last = segments.at(-1);
  return { checked: ids.length, violations, next: last ? [String(head.position), head.seal_hash, String(last.first_position)] : null };
}

/** Faults of the entries under a seal, as they are stored now. */
function segmentFaults(
  { organization_id, first_position, entry_ids, entry_hashes }: SegmentRow,
  entries: ReadonlyMap<string, EntryRecord>,
) {
  return entry_ids.flatMap((entry_id, i): Violation[] => {
    // A seal that was tampered with may lack hashes: no entry has an empty one.
    const [entry, sealed, position] = [entries.get(entry_id), entry_hashes[i] ?? '', first_position + i];
    if (entry?.organization_id === organization_id) return [...entryViolations(entry), ...hashViolations(entry, position, sealed)];
    const about = { entry_id, position, expected: sealed };
    return [violation('ENTRY_MISSING', 'The entry was sealed and is not there any more.', about)];
  });
}

async function unsealedStep({ organizationId }: StepScope, place: readonly string[] | null): Promise<StepPage> {
  const page = fromPage(await unsealedPage(organizationId, place, KEYS), KEYS);
  const missing = page.next ? [] : await missingWaiting(organizationId, MISSING);
  const message = 'The entry waits to be sealed and is not there any more.';
  const violations = missing.map((entry_id) => violation('ENTRY_MISSING', message, { entry_id }));
  return { ...page, violations: [...page.violations, ...violations], checked: 0 };
}

async function checkpointsStep({ organizationId }: StepScope, place: readonly string[] | null): Promise<StepPage> {
  const rows = await checkpointsAfter(organizationId, Number(place?.[0] ?? 0), KEYS);
  const keys = await publicKeysById();
  const violations = rows.flatMap((row) => checkpointViolations(signedCheckpoint(row), keys.get(row.key_id), row.chain_hash));
  const last = rows.at(-1);
  return { checked: rows.length, violations, next: last && rows.length === KEYS ? [String(last.position)] : null };
}

async function balancesStep({ organizationId }: StepScope, place: readonly string[] | null): Promise<StepPage> {
  return fromPage(await balancesPage(organizationId, place, BALANCES), BALANCES);
}

/** One day at a time, in order; `place` is the last day checked. */
async function totalsStep({ organizationId }: StepScope, place: readonly string[] | null): Promise<StepPage> {
  const day = await nextDayWithTotals(organizationId, place?.[0] ?? null);
  if (day === null) return { checked: 0, violations: [], next: null };
  const wrong = await wrongTotalsOf(organizationId, day);
  const violations = wrong.map(({ span, figure, program_id, asset_id, expected, actual }) => {
    const of = `program ${program_id}${asset_id ? ` and asset ${asset_id}` : ''}`;
    return violation('REPORT_TOTAL', `The total of ${span}, ${figure}, of ${of} is not the sum of its entries.`, { expected, actual });
  });
  return { checked: 0, violations, next: [day] };
}

/** One closed period at a time, in order; `place` is the end of the period before. */
async function periodsStep({ organizationId }: StepScope, place: readonly string[] | null): Promise<StepPage> {
  const period = await nextClosedPeriod(organizationId, place?.[0] ?? null);
  if (!period) return { checked: 0, violations: [], next: null };
  const drawn = await booksOf(period, period.period_from === null ? null : await periodBefore(period));
  const name = `The period until ${period.period_to.toISOString()}`;
  return { checked: 0, violations: bookViolations(name, await storedBooks(period), drawn), next: [period.period_to.toISOString()] };
}

async function eventsStep({ organizationId }: StepScope, place: readonly string[] | null): Promise<StepPage> {
  const { last, lost } = await lostEventsAfter(organizationId, place?.[0] ?? null, EVENTS);
  const violations = lost.map((id) => violation('EVENT_LOST', `Event ${id} neither waits to be processed nor has an outcome.`, {}));
  return { checked: 0, violations, next: last === null ? null : [last] };
}

const fromPage = ({ rows, last, contradictions }: ProofPage, limit: number): StepPage => ({
  checked: rows,
  violations: contradictions.map(explained),
  next: rows === limit ? last : null,
});

/** A contradiction is reported as the assertion it breaks. */
function explained({ check, account_type, account_id, program_id, asset_id, bucket, ...rest }: ProofMismatch): Violation {
  const account =
    account_type && account_id && program_id && asset_id
      ? { type: account_type, id: account_id, program_id, asset_id, bucket: bucket ?? null }
      : null;
  return violation(check, `This does not hold: ${PROOF_CHECK_MEANINGS[check]}`, { ...rest, account });
}
