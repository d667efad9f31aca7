/**
 * Holds the codes that the events of a batch name, with everything that decides whether they can be used; a draft follows what its event uses.
 * Batches and codes of which little is left are locked; of a participant's uses nobody else decides at the same time.
 */
import type { CompiledCondition } from '@/domain/rules/condition';
import type { CodeBatchStatus } from './kinds';

export interface CodeBatchFacts {
  readonly id: string;
  readonly key: string;
  readonly campaignId: string | null;
  readonly status: CodeBatchStatus;
  readonly maxTotal: number | null;
  readonly maxPerParticipant: number | null;
  readonly activeFrom: Date | null;
  /** Exclusive. */
  readonly activeTo: Date | null;
  readonly condition: CompiledCondition | null;
  /** Of the batches of a group, only the codes of one apply to an event. */
  readonly exclusiveGroup: string | null;
  /** The highest comes first. */
  readonly priority: number;
  /** Uses that stand, reserved ones included; not followed in a batch without a limit in all. */
  readonly redeemedCount: number;
}

export interface CodeFacts {
  readonly code: string;
  readonly batchId: string;
  readonly isVoid: boolean;
  readonly maxUses: number | null;
  readonly used: number;
}

/** One use of a code: RESERVED by a decision that may still give it back. */
interface CodeUse {
  readonly id: string;
  readonly code: string;
  readonly batchId: string;
  readonly participantId: string;
  readonly decisionId: string | null;
  /** Null as long as it is only reserved. */
  readonly eventId: string | null;
}

/** TAKE begins a use; REDEEM and RETURN end one that was reserved. */
export interface CodeChange extends CodeUse {
  readonly type: 'TAKE' | 'REDEEM' | 'RETURN';
}

type UsedBy = `${string}/${string}`;
const usedBy = (batchId: string, participantId: string): UsedBy => `${batchId}/${participantId}`;

/** The number of uses that stand, by code, by batch, and by batch and participant. */
export class CodeBook {
  private readonly uses = new Map<string, number>();

  constructor(
    private readonly codes: ReadonlyMap<string, CodeFacts>,
    private readonly batches: ReadonlyMap<string, CodeBatchFacts>,
    private readonly participantUses: ReadonlyMap<string, number>,
    /** How many unknown codes a participant, or everybody together, can still try for now; whoever is absent has not tried any. */
    private readonly attemptsLeft: Map<string, number>,
  ) {}

  code(code: string): { readonly facts: CodeFacts; readonly batch: CodeBatchFacts } | null {
    const facts = this.codes.get(code);
    const batch = facts && this.batches.get(facts.batchId);
    return facts && batch ? { facts, batch } : null;
  }

  /** What has been used, with what the drafts that were kept have used. */
  counts({ code, batchId }: Pick<CodeUse, 'code' | 'batchId'>, participantId: string | null, draft: CodeTally = NO_TALLY): CodeCounts {
    const own = (key: string): number => (this.uses.get(key) ?? 0) + draft.of(key);
    const mine = participantId === null ? null : usedBy(batchId, participantId);
    return {
      ofCode: (this.codes.get(code)?.used ?? 0) + own(`code/${code}`),
      ofBatch: (this.batches.get(batchId)?.redeemedCount ?? 0) + own(`batch/${batchId}`),
      ofParticipant: mine === null ? 0 : (this.participantUses.get(mine) ?? 0) + own(mine),
    };
  }

  /** Makes what a draft has used visible to the next one. */
  keep(tally: CodeTally): void {
    for (const [key, count] of tally.all()) this.uses.set(key, (this.uses.get(key) ?? 0) + count);
  }

  /** Counts an unknown code that somebody tried, whatever becomes of the event. */
  countAttempt(subjectIds: readonly string[]): void {
    for (const id of subjectIds) this.attemptsLeft.set(id, (this.attemptsLeft.get(id) ?? Infinity) - 1);
  }

  mayTry(subjectIds: readonly string[]): boolean {
    return subjectIds.every((id) => (this.attemptsLeft.get(id) ?? 1) > 0);
  }
}

interface CodeCounts {
  readonly ofCode: number;
  readonly ofBatch: number;
  readonly ofParticipant: number;
}

/** What one draft has used so far, and given back. */
export class CodeTally {
  private readonly counts = new Map<string, number>();

  add({ type, code, batchId, participantId }: CodeChange): void {
    if (type === 'REDEEM') return;
    for (const key of [`code/${code}`, `batch/${batchId}`, usedBy(batchId, participantId)])
      this.counts.set(key, this.of(key) + (type === 'TAKE' ? 1 : -1));
  }

  of(key: string): number {
    return this.counts.get(key) ?? 0;
  }

  all(): Iterable<readonly [string, number]> {
    return this.counts;
  }

  copy(): CodeTally {
    const copy = new CodeTally();
    for (const [key, count] of this.counts) copy.counts.set(key, count);
    return copy;
  }
}

const NO_TALLY = new CodeTally();

/** The book of events that name no codes. */
export const noCodes = (): CodeBook => new CodeBook(new Map(), new Map(), new Map(), new Map());
