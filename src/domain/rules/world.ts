/**
 * What the rules of one program see and change while a batch of events is decided: each event works
 * on a draft of its own, which is kept when the event completes and forgotten when it fails.
 */
import type { Decision } from '@/domain/decision';
import type { GroupRole, GroupStatus } from '@/domain/groups';
import { accountKey, emptyAccount, type AccountKey, type AccountState, type AssetTerms, type Holder } from '@/domain/ledger/accounts';
import { advanceAll } from '@/domain/ledger/advance';
import { formatAmount } from '@/domain/money';
import type { GroupState, RuleSubject } from './activation';

export interface ParticipantFacts {
  readonly id: string;
  readonly externalId: string;
  readonly status: 'ACTIVE' | 'SUSPENDED' | 'CLOSED';
  readonly tags: readonly string[];
  readonly attributes: Readonly<Record<string, unknown>>;
}

export interface GroupFacts {
  readonly id: string;
  readonly name: string;
  readonly status: GroupStatus;
  readonly tags: readonly string[];
  readonly attributes: Readonly<Record<string, unknown>>;
}

export interface Membership {
  readonly groupId: string;
  readonly role: GroupRole;
}

export interface ProgramFacts {
  readonly id: string;
  readonly organizationId: string;
  readonly status: 'ACTIVE' | 'SUSPENDED' | 'ARCHIVED';
  readonly tags: readonly string[];
  readonly attributes: Readonly<Record<string, unknown>>;
}

export interface World {
  /** The present of the organization: when what is decided happens. */
  readonly now: Date;
  readonly program: ProgramFacts;
  /** Everybody whom the events or the rules name and who is enrolled, by id. */
  readonly participants: ReadonlyMap<string, ParticipantFacts>;
  /** The ids of those whom rules name by the caller's own id. */
  readonly externalIds: ReadonlyMap<string, string>;
  /** Groups that rules name, and those of actors where a rule asks for them. */
  readonly groups: ReadonlyMap<string, GroupFacts>;
  /** The active groups of each actor, oldest first; empty unless a rule asks for them. */
  readonly memberships: ReadonlyMap<string, readonly Membership[]>;
  /** The assets linked to the program, by id. */
  readonly assets: ReadonlyMap<string, AssetTerms>;
  /** Balances under lock; a draft that is kept is written back here. */
  readonly accounts: Map<AccountKey, AccountState>;
}

/** The accounts as one event sees them: the world's, with what the event has done so far on top. */
export class Draft {
  private readonly changed = new Map<AccountKey, AccountState>();

  constructor(readonly world: World) {}

  account(type: AccountState['type'], id: string, assetId: string): AccountState {
    const programId = this.world.program.id;
    return this.get(accountKey(id, programId, assetId)) ?? emptyAccount({ type, id, programId, assetId });
  }

  apply(decision: Decision): void {
    for (const [key, account] of advanceAll(this, decision, this.world.now)) this.changed.set(key, account);
  }

  /** Makes the event's changes what the next event sees. */
  keep(): void {
    for (const [key, account] of this.changed) this.world.accounts.set(key, account);
  }

  get(key: AccountKey): AccountState | undefined {
    return this.changed.get(key) ?? this.world.accounts.get(key);
  }

  /** A participant as conditions and templates read it, balances as they stand at this moment. */
  subject(participantId: string): RuleSubject | null {
    const facts = this.world.participants.get(participantId);
    if (!facts) return null;
    return { id: facts.id, external_id: facts.externalId, tags: [...facts.tags], attributes: facts.attributes, counters: {}, tiers: {}, balances: this.balances('PARTICIPANT', participantId) };
  }

  /** The groups of a participant as conditions and templates read them, oldest first. */
  groups(participantId: string): GroupState[] {
    return (this.world.memberships.get(participantId) ?? []).map(({ groupId, role }) => {
      const { id, name, tags, attributes } = this.world.groups.get(groupId)!;
      return { id, name, role, tags: [...tags], attributes, counters: {}, tiers: {}, balances: this.balances('GROUP', id) };
    });
  }

  private balances(type: Holder['type'], id: string): RuleSubject['balances'] {
    return Object.fromEntries(
      [...this.world.assets.values()].map((asset) => {
        const { available, held, deferred } = this.account(type, id, asset.id).balance;
        return [asset.symbol, { available: formatAmount(available, asset.scale), held: formatAmount(held, asset.scale), deferred: formatAmount(deferred, asset.scale) }];
      }),
    );
  }
}
