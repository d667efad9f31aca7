/**
 * Describes every kind of action once: its fields, what it changes, and what it says of it. The types of actions, their schemas on the wire
 * and the analyses of rules follow from this.
 */
import { present } from '@/domain/assert';
import { BUCKETS, SHORTFALL_POLICIES } from '@/domain/choices';
import { namesIn } from '@/domain/fields';
import { intoBucket, levelText, makesEvent, outOfBucket, type ActionWords, type EffectWords } from './words';
import { HOLDERS, PERSONS, SUBJECTS, type ActionField, type ActionFields, type Sent, type Stored } from './fields';

type Having<Names extends string> = ActionFields & Readonly<Record<Names, ActionField>>;

/** Moves value; one that `issues` credits new value to its target. */
type BalanceAction = { readonly realm: 'BALANCES' } & (
  { readonly issues: false; readonly fields: ActionFields } | { readonly issues: true; readonly fields: Having<'amount' | 'asset_id'> }
);

/** Changes state; state that levels depend on is LEVELS. `sets` is the state of which the target has a key afterwards. */
type StateAction = { readonly realm: 'STATE' | 'LEVELS'; readonly fields: ActionFields } & (
  | { readonly sets: null }
  | { readonly sets: 'counter' | 'attribute'; readonly fields: Having<'key'> }
  | { readonly sets: 'tag'; readonly fields: Having<'tag'> }
  | { readonly sets: 'tier'; readonly fields: Having<'tier' | 'level'> }
);

/** Makes an event. */
interface EmittingAction {
  readonly realm: 'EVENTS';
  readonly fields: Having<'event_name' | 'payload'>;
}

interface Spoken {
  /** What the action would do, for people. */
  readonly says: (words: EffectWords) => string;
  /** What it does whenever its rule matches, as a clause. */
  readonly does: (words: ActionWords) => string;
  readonly fields: Having<'target'>;
}

const amount = { kind: 'amount' } as const;
const description = { kind: 'text', optional: true } as const;
const reference = { kind: 'reference', optional: true } as const;
const key = { kind: 'key' } as const;
const emitted = { event_name: { kind: 'event_name' }, payload: { kind: 'payload', default: {} } } as const;

const ACTOR = { type: 'ACTOR' } as const;
const ofBalance = {
  asset_id: { kind: 'id' },
  description,
  target: { kind: 'target', of: HOLDERS, default: ACTOR, description: 'Holder of the balance.' },
} as const;
const ofState = { target: { kind: 'target', of: SUBJECTS, default: ACTOR, description: 'Holder of the state.' } } as const;

export const ACTIONS = {
  CREDIT: {
    realm: 'BALANCES',
    issues: true,
    does: ({ sum, who, terms, ...words }) => `gives ${sum} to ${who}${intoBucket(words)}${terms}`,
    says: ({ sum, who, where, cut }) => `Gives ${sum} to ${who}${where}${cut}`,
    fields: {
      amount,
      bucket: {
        kind: 'choice',
        values: BUCKETS,
        optional: true,
        description: 'Bucket to credit. When absent: AVAILABLE, or DEFERRED for a credit that matures later.',
      },
      reference_id: {
        ...reference,
        description:
          'Reference of a hold. Required for a credit to HELD. A credit to AVAILABLE under the reference of a live hold settles that hold.',
      },
      expires_at: { kind: 'term', term: 'expires_at', optional: true },
      expires_in: { kind: 'term', term: 'expires_in', optional: true },
      matures_at: { kind: 'term', term: 'matures_at', optional: true },
      matures_in: { kind: 'term', term: 'matures_in', optional: true },
      ...ofBalance,
    },
  },
  DEBIT: {
    realm: 'BALANCES',
    issues: false,
    does: ({ sum, who, shortfall, ...words }) => `takes ${sum} from ${who}${outOfBucket(words)}${shortfall}`,
    says: ({ sum, who, where }) => `Takes ${sum} from ${who}${where}`,
    fields: {
      amount,
      bucket: { kind: 'choice', values: BUCKETS, default: 'AVAILABLE' },
      reference_id: reference,
      shortfall_policy: { kind: 'choice', values: SHORTFALL_POLICIES, code: 'invalid_shortfall_policy', default: 'REJECT' },
      ...ofBalance,
    },
  },
  HOLD: {
    realm: 'BALANCES',
    issues: false,
    does: ({ sum, who, reference }) => `holds ${sum} out of the balance of ${who}${reference}`,
    says: ({ sum, who }) => `Holds ${sum} of ${who}`,
    fields: { amount, reference_id: { kind: 'reference', description: 'Reference under which the value is held.' }, ...ofBalance },
  },
  RELEASE: {
    realm: 'BALANCES',
    issues: false,
    does: ({ sum, who, reference }) => `releases ${sum} to ${who}${reference}`,
    says: ({ sum, who }) => `Releases ${sum} to ${who}`,
    fields: {
      amount,
      reference_id: { ...reference, description: 'Reference of the hold to release; the oldest holds first when absent.' },
      ...ofBalance,
    },
  },
  FORFEIT: {
    realm: 'BALANCES',
    issues: false,
    does: ({ sum, who, bucket, reference }) =>
      `forfeits ${sum} out of ${bucket === '' ? `the balance of ${who}` : `what is ${bucket} for ${who}${reference}`}`,
    says: ({ sum, who, where }) => `Forfeits ${sum} of ${who}${where}`,
    fields: {
      amount,
      bucket: { kind: 'choice', values: ['AVAILABLE', 'HELD'], default: 'AVAILABLE' },
      reference_id: { ...reference, description: 'Reference of the hold to take the value from, with the bucket HELD.' },
      ...ofBalance,
    },
  },
  VOID_PENDING: {
    realm: 'BALANCES',
    issues: false,
    does: ({ who, reference }) => `takes back what is held for ${who}${reference}`,
    says: ({ sum, who }) => `Takes back ${sum} held for ${who}`,
    fields: {
      reference_id: {
        kind: 'reference',
        description: 'Reference under which value was credited to HELD. That value is taken back; if there is none, nothing happens.',
      },
      ...ofBalance,
    },
  },
  TAKE_BACK: {
    realm: 'BALANCES',
    issues: false,
    does: ({ who, share, reference, shortfall }) => `takes back ${share}what ${who} earned${reference}${shortfall}`,
    says: ({ sum, who }) => `Takes back ${sum} from ${who}`,
    fields: {
      reference_id: {
        kind: 'reference',
        description:
          'Reference that the credits carried, such as that of an order. A template of it can read the event alone. If nothing was earned under it, or all of that was taken back, nothing happens.',
      },
      share: {
        kind: 'number',
        default: '1',
        description:
          'Share of all that was earned under the reference, from 0 to 1, rounded half up; never more is taken than is left of it. 1 takes all that is left.',
      },
      shortfall_policy: { kind: 'choice', values: SHORTFALL_POLICIES, code: 'invalid_shortfall_policy', default: 'REJECT' },
      ...ofBalance,
    },
  },
  TRANSFER: {
    realm: 'BALANCES',
    issues: false,
    does: ({ sum, who, loses }) => `transfers ${sum} from the participant to ${who}${loses}`,
    says: ({ sum, who }) => `Transfers ${sum} to ${who}`,
    fields: {
      amount,
      asset_id: { kind: 'id' },
      reference_id: reference,
      preserve_expiry: { kind: 'flag', default: true, description: 'Whether lots keep their expiry.' },
      description,
      target: { kind: 'target', of: ['RECIPIENT', 'PARTICIPANT', 'GROUP'], description: 'Who receives the value from the actor.' },
    },
  },
  TAG: {
    realm: 'STATE',
    sets: 'tag',
    does: ({ key, who }) => `adds the tag “${key}” to ${who}`,
    says: ({ key, who }) => `Adds the tag “${key}” to ${who}`,
    fields: { tag: { kind: 'tag' }, ...ofState },
  },
  UNTAG: {
    realm: 'STATE',
    sets: null,
    does: ({ key, who }) => `removes the tag “${key}” from ${who}`,
    says: ({ key, who }) => `Removes the tag “${key}” from ${who}`,
    fields: { tag: { kind: 'tag' }, ...ofState },
  },
  COUNTER: {
    realm: 'LEVELS',
    sets: 'counter',
    does: ({ key, who, value, way, window }) => {
      const counter = `the counter “${key}” of ${who}`;
      if (way === 'set') return `sets ${counter} to ${value}${window}`;
      return `${way === 'less' ? `subtracts ${value} from` : `adds ${value} to`} ${counter}${window}`;
    },
    says: ({ key, who, value }) => `The counter “${key}” of ${who} becomes ${String(value)}`,
    fields: {
      key,
      operation: { kind: 'choice', values: ['SET', 'INCREMENT'], default: 'INCREMENT' },
      value: { kind: 'number' },
      reset_after: {
        kind: 'duration',
        optional: true,
        description: "Length of the counter's window: the counter reads 0 again when this time has passed since its window began.",
      },
      window: {
        kind: 'duration',
        optional: true,
        description:
          'How far back the counter counts, at most 366 days: it reads the sum of what was added within this time, however long ago it began. Instead of `reset_after`. SET counts as of now; a negative value takes from what was added last. A counter keeps at most 1,000 amounts apart; what is added at the same time is one.',
      },
      ...ofState,
    },
  },
  SET_ATTRIBUTE: {
    realm: 'STATE',
    sets: 'attribute',
    does: ({ key, who, value }) => `sets the attribute “${key}” of ${who} to ${value}`,
    says: ({ key, who, value }) => `The attribute “${key}” of ${who} becomes ${JSON.stringify(value)}`,
    fields: { key, value: { kind: 'json' }, ...ofState },
  },
  SET_TIER: {
    realm: 'LEVELS',
    sets: 'tier',
    does: ({ key, who, value, way }) =>
      way === 'set' ? `takes ${who} out of the tier “${key}”` : `puts ${who} at ${value} of the tier “${key}”`,
    says: ({ key, who, value }) =>
      value == null ? `The tier “${key}” of ${who} has no level` : `The tier “${key}” of ${who} has ${levelText(value)}`,
    fields: {
      tier: { kind: 'name' },
      level: { kind: 'name', nullable: true, description: 'Key of the level; null removes the tier.' },
      ...ofState,
    },
  },
  SCHEDULE_EVENT: {
    realm: 'EVENTS',
    does: ({ value, who, delay }) => `${makesEvent(value, who)}${delay}`,
    says: ({ event, who }) => `Makes ${event} for ${who}`,
    fields: {
      ...emitted,
      delay: { kind: 'duration', optional: true, description: 'Time from now until the event is due; at once when absent.' },
      target: { kind: 'target', of: PERSONS, default: ACTOR, description: 'Actor of the event.' },
    },
  },
  BROADCAST: {
    realm: 'EVENTS',
    does: ({ value, who }) => makesEvent(value, `everybody of ${who}`),
    says: ({ event, all }) => `Makes ${event} for everybody of ${all}`,
    fields: {
      ...emitted,
      target: {
        kind: 'target',
        of: ['GROUP', 'PROGRAM'],
        default: { type: 'PROGRAM' },
        description: 'Group or program whose active participants each get one event, created one after the other.',
      },
    },
  },
} as const satisfies Readonly<Record<string, Spoken & (BalanceAction | StateAction | EmittingAction)>>;

type Actions = typeof ACTIONS;
export type ActionType = keyof Actions;
export const ACTION_TYPES = namesIn(ACTIONS);

type Typed<Type, Fields> = { readonly type: Type } & Fields;
type Sources = { readonly [Type in ActionType]: Typed<Type, Stored<Actions[Type]['fields']>> };

/** An action of this kind as it is stored; of any kind, without a type. */
export type ActionSource<Type extends ActionType = ActionType> = Sources[Type];
/** An action as callers may send it. */
export type SentAction = { [Type in ActionType]: Typed<Type, Sent<Actions[Type]['fields']>> }[ActionType];

type TypesWith<Trait> = { [Type in ActionType]: Actions[Type] extends Trait ? Type : never }[ActionType];

/** What an action changes. */
export type ActionRealm = Actions[ActionType]['realm'];
export const realmOf = ({ type }: ActionSource): ActionRealm => ACTIONS[type].realm;

/** Whether the action credits new value, so that rules together can give it twice, or without limit. */
export const issues = (source: ActionSource): source is ActionSource<TypesWith<{ issues: true }>> => {
  const action = ACTIONS[source.type];
  return action.realm === 'BALANCES' && action.issues;
};

/** Whether the action makes an event. */
export const emits = (source: ActionSource): source is ActionSource<TypesWith<{ realm: 'EVENTS' }>> => realmOf(source) === 'EVENTS';

type SetState = NonNullable<Extract<Actions[ActionType], { sets: unknown }>['sets']>;

/** The state of which an action of this type gives its target a key. */
export function stateSetBy(type: ActionType): SetState | null {
  const action = ACTIONS[type];
  return 'sets' in action ? action.sets : null;
}

/** The key of state that the action gives its target. */
export function keySetBy(source: ActionSource): { readonly state: SetState; readonly key: string } | null {
  const state = stateSetBy(source.type);
  if (state === null) return null;
  const key = 'tag' in source ? source.tag : 'tier' in source ? source.tier : 'key' in source ? source.key : null;
  return { state, key: present(key, 'an action that sets state names what it sets') };
}
