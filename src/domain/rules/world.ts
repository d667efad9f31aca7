/**
 * Holds what the rules of one program see and change while a batch of events is decided: each event works
 * on a draft of its own, which is kept when the event completes and discarded when it fails.
 */
import { invariant, present } from '@/domain/assert';
import { ProgressDraft, type ChallengeBook } from '@/domain/challenges/book';
import { CodeTally, type CodeBook } from '@/domain/codes/book';
import type { Decision } from '@/domain/decision';
import type { GroupRole, GroupStatus } from '@/domain/groups';
import { accountKey, emptyAccount, type AccountKey, type AccountState, type AssetTerms, type Holder } from '@/domain/ledger/accounts';
import { advanceAll } from '@/domain/ledger/advance';
import { advanceEarnings, earningUnder, type Earning, type Earnings } from '@/domain/ledger/earnings';
import { formatAmount } from '@/domain/money';
import type { ReferralBook, ReferralChange } from '@/domain/referrals/book';
import type { Tier } from '@/domain/tiers/tier';
import type { GroupState, ProgramState, RuleState, RuleSubject } from './activation';
import { afterTransitions, NO_STATE, type SubjectState } from '@/domain/participants/subject-state';
import { readableState } from './readable-state';
import { advanceUsage, afterReturn, budgetKey, type BudgetKey, type BudgetUsage } from './budget';

export interface ParticipantFacts {
  readonly id: string;
  readonly externalId: string;
  /** When they were enrolled in the program; null unless a rule reads it. */
  readonly enrolledAt: Date | null;
  readonly status: 'ACTIVE' | 'SUSPENDED' | 'CLOSED';
}

export interface GroupFacts {
  readonly id: string;
  readonly name: string;
  readonly status: GroupStatus;
}

export interface GroupMembership {
  readonly groupId: string;
  readonly role: GroupRole;
}

export interface ProgramFacts {
  readonly id: string;
  /** An IANA name. */
  readonly timezone: string;
  readonly organizationId: string;
  readonly status: 'ACTIVE' | 'SUSPENDED' | 'ARCHIVED';
}

export interface World {
  /** The organization's current time, at which decisions take effect. */
  readonly now: Date;
  readonly program: ProgramFacts;
  /** Enrolled participants that the events or the rules name, by id. */
  readonly participants: ReadonlyMap<string, ParticipantFacts>;
  /** The ids of participants that rules name by the caller's own id. */
  readonly externalIds: ReadonlyMap<string, string>;
  /** Groups that rules name, and those of actors if a rule reads them. */
  readonly groups: ReadonlyMap<string, GroupFacts>;
  /** The active groups of each actor, oldest first; empty unless a rule reads them. */
  readonly memberships: ReadonlyMap<string, readonly GroupMembership[]>;
  /** The assets linked to the program, by id. */
  readonly assets: ReadonlyMap<string, AssetTerms>;
  /** The tiers of the program; empty unless a rule reads or affects levels. */
  readonly programTiers: readonly Tier[];
  /** The tiers that each subject whose state may change can reach, by subject id. */
  readonly reachableTiers: ReadonlyMap<string, readonly Tier[]>;
  /** The state of each subject, locked if rules may change it or concern several people; kept drafts are written back here. */
  readonly states: Map<string, SubjectState>;
  /** Balances, locked, except that a lane only reads those of wallets; written back likewise. */
  readonly accounts: Map<AccountKey, AccountState>;
  /** What was earned under the references that rules can take back under; written back likewise. */
  readonly earnings: Earnings;
  /** Usage of the rules' budgets, locked, except that a lane only reads that of PROGRAM budgets; written back likewise. */
  readonly budgets: Map<BudgetKey, BudgetUsage>;
  /** The codes that the events name. */
  readonly codes: CodeBook;
  /** The challenges that the events can concern, with the progress of their participants. */
  readonly challenges: ChallengeBook;
  /** The referrals that the events can qualify. */
  readonly referrals: ReferralBook;
}

/** The world as one event sees it, including what the event has done so far. */
export class Draft {
  private readonly changed = new Map<AccountKey, AccountState>();
  private readonly earned: Earnings['byAccount'] = new Map();
  private readonly changedStates = new Map<string, SubjectState>();
  private readonly used = new Map<BudgetKey, BudgetUsage>();
  /** What the event has used of codes. */
  codeTally = new CodeTally();
  progress: ProgressDraft;
  /** What the event has bound and qualified. */
  readonly referralChanges: ReferralChange[] = [];

  constructor(readonly world: World) {
    this.progress = new ProgressDraft(world.challenges);
  }

  /** A draft that goes on from this one and leaves it as it is. */
  branch(): Draft {
    const branch = new Draft(this.world);
    for (const [key, account] of this.changed) branch.changed.set(key, account);
    for (const [key, after] of this.earned) branch.earned.set(key, after);
    for (const [id, state] of this.changedStates) branch.changedStates.set(id, state);
    for (const [key, usage] of this.used) branch.used.set(key, usage);
    branch.codeTally = this.codeTally.copy();
    branch.progress = this.progress.copy();
    branch.referralChanges.push(...this.referralChanges);
    return branch;
  }

  account(type: AccountState['type'], id: string, assetId: string): AccountState {
    const programId = this.world.program.id;
    const key = accountKey(id, programId, assetId);
    const known = this.get(key);
    if (known) return known;
    const empty = emptyAccount({ type, id, programId, assetId });
    this.changed.set(key, empty); // followed from here on
    return empty;
  }

  /** What the account earned under a reference that is followed. */
  earning({ id, programId, assetId }: AccountState, reference: string): Earning {
    invariant(this.world.earnings.references.has(reference), 'what was earned is loaded for every reference that the events can name');
    return earningUnder(this.earningsOf(accountKey(id, programId, assetId)), reference);
  }

  private earningsOf(key: AccountKey) {
    return this.earned.get(key) ?? this.world.earnings.byAccount.get(key);
  }

  apply(decision: Decision): void {
    const earnings = advanceEarnings(this.world.earnings.references, { get: (key) => this.earningsOf(key) }, decision);
    for (const [key, after] of earnings) this.earned.set(key, after);
    for (const [key, account] of advanceAll(this, decision, this.world.now)) this.changed.set(key, account);
    for (const [id, transitions] of Map.groupBy(decision.state, ({ change }) => change.subject.id)) {
      this.changedStates.set(id, afterTransitions(this.state(id), transitions));
    }
    for (const use of decision.budgetReturns) {
      const usage = afterReturn(this.budgetUsage(budgetKey(use)), use);
      if (usage) this.used.set(budgetKey(use), usage);
    }
    for (const change of decision.codes) this.codeTally.add(change);
    for (const change of decision.challenges) this.progress.apply(change);
    this.referralChanges.push(...decision.referrals);
    for (const use of decision.budgets) this.used.set(budgetKey(use), advanceUsage(this.budgetUsage(budgetKey(use)), use));
  }

  /** Makes the event's changes visible to the next event. */
  keep(): void {
    for (const [key, account] of this.changed) this.world.accounts.set(key, account);
    for (const [key, after] of this.earned) this.world.earnings.byAccount.set(key, after);
    for (const [id, state] of this.changedStates) this.world.states.set(id, state);
    for (const [key, usage] of this.used) this.world.budgets.set(key, usage);
    this.world.codes.keep(this.codeTally);
    this.world.challenges.keep(this.progress);
    this.world.referrals.keep(this.referralChanges);
  }

  get(key: AccountKey): AccountState | undefined {
    return this.changed.get(key) ?? this.world.accounts.get(key);
  }

  budgetUsage(key: BudgetKey): BudgetUsage | undefined {
    return this.used.get(key) ?? this.world.budgets.get(key);
  }

  state(subjectId: string): SubjectState {
    return this.changedStates.get(subjectId) ?? this.world.states.get(subjectId) ?? NO_STATE;
  }

  /** A participant as conditions and templates read it, with current balances. */
  subject(participantId: string): RuleSubject | null {
    const facts = this.world.participants.get(participantId);
    if (!facts) return null;
    return {
      id: facts.id,
      external_id: facts.externalId,
      enrolled_at: facts.enrolledAt,
      ...this.readable(facts.id),
      balances: this.balances('PARTICIPANT', participantId),
    };
  }

  /** The groups of a participant as conditions and templates read them, oldest first. */
  groups(participantId: string): GroupState[] {
    return (this.world.memberships.get(participantId) ?? []).map(({ groupId, role }) => {
      const { id, name } = present(this.world.groups.get(groupId), 'the groups of all memberships were loaded with them');
      return { id, name, role, ...this.readable(id), balances: this.balances('GROUP', id) };
    });
  }

  program(): ProgramState {
    const { id, timezone } = this.world.program;
    return { id, timezone, ...this.readable(id) };
  }

  private readable(subjectId: string): RuleState {
    return readableState(this.state(subjectId), this.world.program.id, this.world.now);
  }

  private balances(type: Holder['type'], id: string): RuleSubject['balances'] {
    return Object.fromEntries(
      [...this.world.assets.values()].map((asset) => {
        const { available, held, deferred } = this.account(type, id, asset.id).balance;
        return [
          asset.symbol,
          {
            available: formatAmount(available, asset.scale),
            held: formatAmount(held, asset.scale),
            deferred: formatAmount(deferred, asset.scale),
          },
        ];
      }),
    );
  }
}
