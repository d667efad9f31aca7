/**
 * Exposes to expressions what a rule can read: the event, the time, and the state of everyone concerned.
 * Values are converted lazily, when an expression reads them.
 */
import { valueOfJson, type JsonRecord } from './cel/json';
import { timestampOf } from './cel/library';
import type { NumberMapping } from './cel/numbers';
import type { Scope } from './cel/scope';
import { BuiltList, RuleMap, type MapKey, type RuleValue } from './cel/values';

export type { JsonRecord, JsonValue } from './cel/json';

/** Decimal strings throughout. */
interface RuleBalance {
  readonly available: string;
  readonly held: string;
  readonly deferred: string;
}

interface RuleTier {
  readonly level: string;
  readonly rank: number;
}

export interface RuleState {
  readonly tags: readonly string[];
  readonly attributes: Readonly<Record<string, unknown>>;
  /** Decimal strings by key; a missing key reads 0. */
  readonly counters: Readonly<Record<string, string>>;
  readonly tiers: Readonly<Record<string, RuleTier>>;
}

/** A participant as rules see it. */
export interface RuleSubject extends RuleState {
  readonly id: string;
  readonly external_id: string;
  /** When they were enrolled in the program; null where nothing reads it. */
  readonly enrolled_at: Date | null;
  /** By asset symbol. A missing symbol reads as absent, so every asset of the program must be given, zeros included. */
  readonly balances: Readonly<Record<string, RuleBalance>>;
}

export interface ProgramState extends RuleState {
  readonly id: string;
  /** An IANA name. */
  readonly timezone: string;
}

export interface GroupState extends RuleState {
  readonly id: string;
  readonly name: string;
  readonly role: string;
  readonly balances: Readonly<Record<string, RuleBalance>>;
}

/** A code that applies to an event. */
export interface AppliedCode {
  readonly code: string;
  /** The key of its batch. */
  readonly batch: string;
  readonly campaign_id: string | null;
}

export interface RuleActivation {
  /** The `event_data`. */
  readonly event: JsonRecord;
  /** The `event_timestamp`. */
  readonly now: Date;
  readonly participant: RuleSubject | null;
  readonly recipient: RuleSubject | null;
  readonly program: ProgramState;
  readonly groups: readonly GroupState[];
  /** Those that apply to the event, the highest priority first. */
  readonly codes: readonly AppliedCode[];
}

const STATE_MEMBERS = ['tags', 'attributes', 'counters', 'tiers'] as const satisfies (keyof RuleState)[];
const SUBJECT_MEMBERS = ['id', 'external_id', 'enrolled_at', ...STATE_MEMBERS, 'balances'] as const satisfies (keyof RuleSubject)[];

/** What can be read of each subject, and of a level and a balance of it. */
export const MEMBERS = {
  participant: SUBJECT_MEMBERS,
  recipient: SUBJECT_MEMBERS,
  program: ['id', 'timezone', ...STATE_MEMBERS] as const satisfies (keyof ProgramState)[],
  group: ['id', 'name', 'role', ...STATE_MEMBERS, 'balances'] as const satisfies (keyof GroupState)[],
  tiers: ['level', 'rank'] as const satisfies (keyof RuleTier)[],
  balances: ['available', 'held', 'deferred'] as const satisfies (keyof RuleBalance)[],
  code: ['code', 'batch', 'campaign_id'] as const satisfies (keyof AppliedCode)[],
};

/** What the condition of a batch of codes reads: it decides whether a code applies, before any does. */
export const CODE_CONDITION_ROOTS: ReadonlySet<string> = new Set(['event', 'now', 'participant', 'recipient', 'program', 'groups']);
export const RULE_ROOTS: ReadonlySet<string> = new Set([...CODE_CONDITION_ROOTS, 'codes']);

/** A map whose values are converted from those of a record when read. */
class RecordMap<T> extends RuleMap {
  constructor(
    private readonly record: Readonly<Record<string, T>>,
    private readonly convert: (value: T, key: string) => RuleValue,
  ) {
    super();
  }

  get size(): number {
    return Object.keys(this.record).length;
  }

  get(key: MapKey): RuleValue | undefined {
    // The record has the key, though its value may be undefined where T allows it.
    return typeof key === 'string' && Object.hasOwn(this.record, key) ? this.convert(this.record[key] as T, key) : undefined;
  }

  has(key: MapKey): boolean {
    return typeof key === 'string' && Object.hasOwn(this.record, key);
  }

  keys(): Iterable<RuleValue> {
    return Object.keys(this.record);
  }
}

/** Counters: a missing one reads 0, though `has` and `in` report it as missing. */
class CounterMap extends RecordMap<string> {
  constructor(
    counters: Readonly<Record<string, string>>,
    private readonly numbers: NumberMapping,
  ) {
    super(counters, (text) => numbers.ofDecimalText(text));
  }

  override get(key: MapKey): RuleValue | undefined {
    return super.get(key) ?? this.numbers.ofDecimalText('0');
  }
}

type Subject = RuleSubject | ProgramState | GroupState;

function subjectMap(subject: Subject, numbers: NumberMapping): RuleMap {
  const amounts = (balance: RuleBalance): RuleMap => new RecordMap<string>({ ...balance }, (text) => numbers.ofDecimalText(text));
  return new RecordMap<unknown>({ ...subject }, (value, key) => {
    // A field of this name holds the counters of whatever has state.
    if (key === 'counters') return new CounterMap(value as RuleState['counters'], numbers);
    if (key === 'balances') return new RecordMap(value as RuleSubject['balances'], amounts); // likewise the balances of a holder
    return value instanceof Date ? timestampOf(value) : valueOfJson(value, numbers);
  });
}

/** The scope of one evaluation over an activation; each root is converted when first read. */
export function activationScope(activation: RuleActivation, numbers: NumberMapping): Scope {
  return new ActivationScope(activation, numbers);
}

class ActivationScope implements Scope {
  private made: Map<string, RuleValue> | undefined;

  constructor(
    private readonly activation: RuleActivation,
    private readonly numbers: NumberMapping,
  ) {}

  read(name: string): RuleValue | undefined {
    if (name === 'event') return valueOfJson(this.activation.event, this.numbers);
    const known = this.made?.get(name);
    if (known !== undefined) return known;
    const value = this.make(name);
    if (value !== undefined) (this.made ??= new Map()).set(name, value);
    return value;
  }

  private make(name: string): RuleValue | undefined {
    const { activation, numbers } = this;
    switch (name) {
      case 'now':
        return timestampOf(activation.now);
      case 'participant':
      case 'recipient': {
        const subject = activation[name];
        return subject === null ? null : subjectMap(subject, numbers);
      }
      case 'program':
        return subjectMap(activation.program, numbers);
      case 'groups':
        return new BuiltList(activation.groups.map((group) => subjectMap(group, numbers)));
      case 'codes':
        return new BuiltList(activation.codes.map((code) => new RecordMap<string | null>({ ...code }, (value) => value)));
      default:
        return undefined;
    }
  }
}
