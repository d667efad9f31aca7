/** Defines the actions of a rule as they are written and stored. */
import type { Bucket } from '@/domain/ledger/accounts';
import type { ShortfallPolicy } from '@/domain/ledger/debit';
import type { TermsSource } from '@/domain/ledger/terms';
import type { JsonObject, JsonValue } from '../activation';

/** The maximum length of one template, in characters. */
export const MAX_TEMPLATE_TEXT = 4_000;

interface Actor {
  readonly type: 'ACTOR';
}
interface Recipient {
  readonly type: 'RECIPIENT';
}
/** Exactly one of the two is set. */
interface NamedParticipant {
  readonly type: 'PARTICIPANT';
  readonly id?: string | undefined;
  readonly external_id?: string | undefined;
}
interface NamedGroup {
  readonly type: 'GROUP';
  readonly id: string;
}
interface WholeProgram {
  readonly type: 'PROGRAM';
}

/** The target of an action: taken from the event, or named by the rule itself. */
export type ActionTarget = Actor | Recipient | NamedParticipant | NamedGroup | WholeProgram;
export type PersonTarget = Actor | Recipient | NamedParticipant;
export type HolderTarget = PersonTarget | NamedGroup;

interface OfBalance {
  readonly asset_id: string;
  readonly description?: string | undefined;
  readonly target: HolderTarget;
}

export interface CreditSource extends OfBalance, TermsSource {
  readonly type: 'CREDIT';
  readonly amount: string;
  readonly bucket?: Bucket | undefined;
  readonly reference_id?: string | undefined;
}
export interface DebitSource extends OfBalance {
  readonly type: 'DEBIT';
  readonly amount: string;
  readonly bucket: Bucket;
  readonly reference_id?: string | undefined;
  readonly shortfall_policy: ShortfallPolicy;
}
export interface HoldSource extends OfBalance {
  readonly type: 'HOLD';
  readonly amount: string;
  readonly reference_id: string;
}
export interface ReleaseSource extends OfBalance {
  readonly type: 'RELEASE';
  readonly amount: string;
  readonly reference_id?: string | undefined;
}
export interface ForfeitSource extends OfBalance {
  readonly type: 'FORFEIT';
  readonly amount: string;
  readonly bucket: 'AVAILABLE' | 'HELD';
  readonly reference_id?: string | undefined;
}
export interface VoidPendingSource extends OfBalance {
  readonly type: 'VOID_PENDING';
  readonly reference_id: string;
}
/** Moves value from the actor to its target. */
export interface TransferSource extends OfBalance {
  readonly type: 'TRANSFER';
  readonly amount: string;
  readonly reference_id?: string | undefined;
  readonly preserve_expiry: boolean;
  readonly target: Exclude<HolderTarget, Actor>;
}

interface OfState {
  readonly target: ActionTarget;
}

export interface TagSource extends OfState {
  readonly type: 'TAG' | 'UNTAG';
  readonly tag: string;
}
export interface CounterSource extends OfState {
  readonly type: 'COUNTER';
  readonly key: string;
  readonly operation: 'SET' | 'INCREMENT';
  readonly value: string | number;
  /** A duration. */
  readonly reset_after?: string | undefined;
}
export interface SetAttributeSource extends OfState {
  readonly type: 'SET_ATTRIBUTE';
  readonly key: string;
  /** JSON whose strings are templates. */
  readonly value: JsonValue;
}
export interface SetTierSource extends OfState {
  readonly type: 'SET_TIER';
  readonly tier: string;
  /** Null takes the tier away. */
  readonly level: string | null;
}

interface Emission {
  readonly event_name: string;
  /** JSON whose strings are templates. */
  readonly payload: JsonObject;
}
export interface ScheduleEventSource extends Emission {
  readonly type: 'SCHEDULE_EVENT';
  /** A duration; absent: due at once. */
  readonly delay?: string | undefined;
  readonly target: PersonTarget;
}
export interface BroadcastSource extends Emission {
  readonly type: 'BROADCAST';
  readonly target: NamedGroup | WholeProgram;
}

export type MovementSource = CreditSource | DebitSource | HoldSource | ReleaseSource | ForfeitSource | VoidPendingSource | TransferSource;
type StateSource = TagSource | CounterSource | SetAttributeSource | SetTierSource;
type EmissionSource = ScheduleEventSource | BroadcastSource;
export type ActionSource = MovementSource | StateSource | EmissionSource;
export type ActionType = ActionSource['type'];
