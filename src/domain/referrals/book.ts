/**
 * Holds the referrals that the events of a batch can qualify, with what they count for, and the codes with which these events can make more; a draft
 * follows what its event does. The counts of referrers are locked: nobody else counts for them at the same time.
 */
import type { Person, ReferralCodeFacts } from './referral';
import type { ReferralStatus } from './statuses';
import type { ReferralTerms } from './program';

/** A referral that an event can still qualify: one that waits, or whose time is over, for events from before that. */
export interface OpenReferral {
  readonly id: string;
  readonly referralProgramId: string;
  readonly referrer: Person & { readonly isClosed: boolean };
  readonly referredId: string;
  readonly boundAt: Date;
  /** Exclusive; null: never. */
  readonly expiresAt: Date | null;
}

/** An event has bound a friend. */
export interface ReferralBinding {
  readonly type: 'BIND';
  readonly referral: OpenReferral;
  readonly programId: string;
  readonly code: string;
  readonly eventId: string;
}

/** An event has qualified a referral. */
export interface ReferralQualification {
  readonly type: 'QUALIFY';
  readonly referral: OpenReferral;
  readonly eventId: string;
  /** How many count for the referrer with it; null for one that does not count. */
  readonly count: number | null;
  readonly step: number | null;
}

export type ReferralChange = ReferralBinding | ReferralQualification;

type ReferrerKey = `${string}/${string}`;
/** Of a participant in a referral program. */
export const referrerKey = (referralProgramId: string, participantId: string): ReferrerKey => `${referralProgramId}/${participantId}`;

interface Brought {
  readonly referrerId: string;
  readonly status: ReferralStatus;
}

/** The codes of friends that events name, and who has been brought by whom of everybody whom these could bind. */
export class Bindings {
  constructor(
    private readonly codes: ReadonlyMap<string, ReferralCodeFacts>,
    private readonly brought: Map<ReferrerKey, Brought>,
  ) {}

  code(code: string): ReferralCodeFacts | undefined {
    return this.codes.get(code);
  }

  of(referralProgramId: string, participantId: string): Brought | null {
    return this.brought.get(referrerKey(referralProgramId, participantId)) ?? null;
  }

  broughtBy(referralProgramId: string, participantId: string): string | undefined {
    return this.of(referralProgramId, participantId)?.referrerId;
  }

  add({ referralProgramId, referredId, referrer }: OpenReferral): void {
    this.brought.set(referrerKey(referralProgramId, referredId), { referrerId: referrer.id, status: 'PENDING' });
  }
}

export class ReferralBook {
  private readonly qualified = new Set<string>();
  private readonly bound: OpenReferral[] = [];

  constructor(
    /** Those in which referrals can qualify now, by id. */
    readonly programs: ReadonlyMap<string, ReferralTerms>,
    private readonly referrals: ReadonlyMap<string, readonly OpenReferral[]>,
    /** How many count for each referrer. */
    private readonly counts: Map<ReferrerKey, number>,
    readonly bindings: Bindings,
  ) {}

  /** Of a participant, in the order in which they were bound. @param draft what the event has done so far. */
  open(participantId: string, draft: readonly ReferralChange[]): readonly OpenReferral[] {
    const bound = [...this.bound, ...draft.flatMap((change) => (change.type === 'BIND' ? change.referral : []))];
    return [...(this.referrals.get(participantId) ?? []), ...bound].filter(
      ({ id, referredId }) => referredId === participantId && !this.qualified.has(id),
    );
  }

  /** How many count for a referrer, with those that the drafts that were kept have added. */
  count({ referralProgramId, referrer }: Pick<OpenReferral, 'referralProgramId' | 'referrer'>): number {
    return this.counts.get(referrerKey(referralProgramId, referrer.id)) ?? 0;
  }

  /** Makes what a draft has bound and qualified visible to the next one. */
  keep(changes: readonly ReferralChange[]): void {
    for (const change of changes) {
      const { referral } = change;
      if (change.type === 'BIND') {
        this.bound.push(referral);
        this.bindings.add(referral);
        continue;
      }
      this.qualified.add(referral.id);
      if (change.count !== null) this.counts.set(referrerKey(referral.referralProgramId, referral.referrer.id), change.count);
    }
  }
}

/** Where events name no codes of friends. */
export const noBindings = (): Bindings => new Bindings(new Map(), new Map());

/** The book of a batch that can qualify and bind nobody. */
export const noReferrals = (): ReferralBook => new ReferralBook(new Map(), new Map(), new Map(), noBindings());
