/**
 * Holds one rule action as its form edits it: every field of every kind as text, so that no input is lost
 * before the API has checked it, nor when the kind changes.
 */
import type { RuleAction } from '@/contract/rule';
import { termsOf, type TypedTerms } from '@/components/balances/lot-terms';
import { BUCKETS } from '@/domain/choices';
import { isOneOf } from '@/domain/fields';
import type { Bucket } from '@/domain/ledger/accounts';
import type { ShortfallPolicy } from '@/domain/ledger/debit';
import { ACTIONS, type ActionType } from '@/domain/rules/actions/catalog';
import type { ActionFields, TargetType } from '@/domain/rules/actions/fields';
import { jsonOrText, textOfJson, typedLoss } from './typed-json';

/** Lets the API choose a credit's bucket, by when the credit matures. */
export const BY_TERMS = 'BY_TERMS';

/** The API's targets, with a single participant split by which id names it. */
export type TargetChoice = TargetType | 'PARTICIPANT_ID';

export interface ActionDraft extends TypedTerms {
  readonly type: ActionType;
  readonly target: TargetChoice;
  /** The id, if the target is one participant or group. */
  readonly target_id: string;
  readonly asset_id: string;
  readonly amount: string;
  readonly bucket: Bucket | typeof BY_TERMS;
  readonly shortfall_policy: ShortfallPolicy;
  /** Of what was earned. */
  readonly share: string;
  readonly reference_id: string;
  readonly preserve_expiry: boolean;
  readonly tag: string;
  readonly key: string;
  readonly operation: 'SET' | 'INCREMENT';
  /** A number for a counter; JSON or a template for an attribute. */
  readonly value: string;
  readonly reset_after: string;
  readonly window: string;
  readonly tier: string;
  /** Empty removes the tier level. */
  readonly level: string;
  readonly event_name: string;
  /** JSON. */
  readonly payload: string;
  readonly delay: string;
  readonly description: string;
  /** The saved action: fields the form does not know are kept. */
  readonly saved: RuleAction | null;
}

export const newAction = (assetId: string): ActionDraft => ({
  type: 'CREDIT',
  target: 'ACTOR',
  target_id: '',
  asset_id: assetId,
  amount: '',
  bucket: BY_TERMS,
  shortfall_policy: 'REJECT',
  share: '1',
  reference_id: '',
  expires: '',
  matures: '',
  preserve_expiry: true,
  tag: '',
  key: '',
  operation: 'INCREMENT',
  value: '',
  reset_after: '',
  window: '',
  tier: '',
  level: '',
  event_name: '',
  payload: '{}',
  delay: '',
  description: '',
  saved: null,
});

/** A group of fields that belong together in the form and in the request. */
export type ActionPart =
  | 'amount'
  | 'asset'
  | 'bucket'
  | 'share'
  | 'shortfall'
  | 'reference'
  | 'terms'
  | 'preserve'
  | 'tag'
  | 'counter'
  | 'attribute'
  | 'tier'
  | 'event'
  | 'delay'
  | 'description';

interface Kind {
  readonly label: string;
  /** In display order; together they write every field of the action. */
  readonly parts: readonly ActionPart[];
}

/** How the form shows each kind of action. */
export const ACTION_KINDS: Readonly<Record<ActionType, Kind>> = {
  CREDIT: { label: 'Give', parts: ['asset', 'amount', 'description', 'terms', 'bucket', 'reference'] },
  DEBIT: { label: 'Take', parts: ['asset', 'amount', 'description', 'bucket', 'shortfall', 'reference'] },
  HOLD: { label: 'Hold', parts: ['asset', 'amount', 'reference', 'description'] },
  RELEASE: { label: 'Release a hold', parts: ['asset', 'amount', 'reference', 'description'] },
  FORFEIT: { label: 'Forfeit', parts: ['asset', 'amount', 'bucket', 'reference', 'description'] },
  VOID_PENDING: { label: 'Void a hold', parts: ['asset', 'reference', 'description'] },
  TAKE_BACK: { label: 'Take back', parts: ['asset', 'reference', 'share', 'shortfall', 'description'] },
  TRANSFER: { label: 'Transfer to', parts: ['asset', 'amount', 'reference', 'preserve', 'description'] },
  TAG: { label: 'Add a tag', parts: ['tag'] },
  UNTAG: { label: 'Remove a tag', parts: ['tag'] },
  COUNTER: { label: 'Count', parts: ['counter'] },
  SET_ATTRIBUTE: { label: 'Set an attribute', parts: ['attribute'] },
  SET_TIER: { label: 'Set a tier', parts: ['tier'] },
  SCHEDULE_EVENT: { label: 'Create an event', parts: ['event', 'delay'] },
  BROADCAST: { label: 'Create an event for many', parts: ['event'] },
};

const fieldsOf = (type: ActionType): ActionFields => ACTIONS[type].fields;

/** The targets that a kind of action can have, its default first. */
export function targetsOf(type: ActionType): readonly TargetChoice[] {
  const { target } = ACTIONS[type].fields;
  const first = 'default' in target ? target.default.type : target.of[0];
  const types = [first, ...target.of.filter((one) => one !== first)];
  return types.flatMap((one): TargetChoice[] => (one === 'PARTICIPANT' ? ['PARTICIPANT', 'PARTICIPANT_ID'] : [one]));
}

/** The buckets that a kind of action can name; a kind whose bucket is optional can leave the choice to the API. */
export function bucketsOf(type: ActionType): { readonly buckets: readonly Bucket[]; readonly byTerms: boolean } {
  const { fields } = ACTIONS[type];
  return 'bucket' in fields ? { buckets: fields.bucket.values, byTerms: 'optional' in fields.bucket } : { buckets: [], byTerms: false };
}

export const needsReference = (type: ActionType): boolean => fieldsOf(type).reference_id?.optional !== true;

/** The same draft as another kind; a target the new kind does not allow becomes its default. */
export function asKind(draft: ActionDraft, type: ActionType): ActionDraft {
  const [targets, { buckets, byTerms }] = [targetsOf(type), bucketsOf(type)];
  const { bucket, target } = draft;
  const keepsBucket = bucket === BY_TERMS ? byTerms : buckets.length === 0 || buckets.includes(bucket);
  return {
    ...draft,
    type,
    // Who counts, counts one at a time.
    value: draft.value === '' && type === 'COUNTER' ? '1' : draft.value,
    target: targets.includes(target) ? target : (targets[0] ?? 'ACTOR'),
    bucket: keepsBucket ? bucket : byTerms ? BY_TERMS : 'AVAILABLE',
  };
}

/** Absent when blank, else as typed. */
const typed = (text: string): string | undefined => (text.trim() === '' ? undefined : text);

const WRITE: Readonly<Record<ActionPart, (draft: ActionDraft) => Readonly<Record<string, unknown>>>> = {
  amount: ({ amount }) => ({ amount }),
  asset: ({ asset_id }) => ({ asset_id }),
  bucket: ({ bucket }) => ({ bucket: bucket === BY_TERMS ? undefined : bucket }),
  share: ({ share }) => ({ share: typed(share) }),
  shortfall: ({ shortfall_policy }) => ({ shortfall_policy }),
  reference: ({ reference_id }) => ({ reference_id: typed(reference_id) }),
  terms: termsOf,
  preserve: ({ preserve_expiry }) => ({ preserve_expiry }),
  tag: ({ tag }) => ({ tag }),
  counter: ({ key, operation, value, reset_after, window }) => ({
    key,
    operation,
    value,
    reset_after: typed(reset_after)?.trim(),
    window: typed(window)?.trim(),
  }),
  attribute: ({ key, value }) => ({ key, value: jsonOrText(value) }),
  tier: ({ tier, level }) => ({ tier, level: typed(level) ?? null }),
  event: ({ event_name, payload }) => ({ event_name, payload: jsonOrText(typed(payload) ?? '{}') }),
  delay: ({ delay }) => ({ delay: typed(delay)?.trim() }),
  description: ({ description }) => ({ description: typed(description) }),
};

function targetOf({ target, target_id }: ActionDraft): object {
  if (target === 'PARTICIPANT') return { type: target, external_id: target_id };
  if (target === 'PARTICIPANT_ID') return { type: 'PARTICIPANT', id: target_id };
  return target === 'GROUP' ? { type: target, id: target_id } : { type: target };
}

/** The request's action. The input may be invalid; the API checks it. */
export function actionOf(draft: ActionDraft): RuleAction {
  const written = ACTION_KINDS[draft.type].parts.map((part) => WRITE[part](draft));
  const kept = draft.saved?.type === draft.type ? draft.saved : {};
  // The parts of a kind write its fields.
  return Object.assign({ ...kept, type: draft.type, target: targetOf(draft) }, ...written) as RuleAction;
}

/** The fields whose input may be JSON. */
const jsonFieldsOf = (type: ActionType) =>
  (['value', 'payload'] as const).filter((name) => ['json', 'payload'].includes(fieldsOf(type)[name]?.kind ?? ''));

/** What would be lost of JSON that is typed into the actions of a rule, by field. */
export function lossesIn(drafts: readonly ActionDraft[]): Readonly<Record<string, string>> {
  const losses: Record<string, string> = {};
  for (const [index, draft] of drafts.entries()) {
    for (const field of jsonFieldsOf(draft.type)) {
      const loss = typedLoss(draft[field]);
      if (loss !== null) losses[`actions[${index}].${field}`] = loss;
    }
  }
  return losses;
}

type Saved = Readonly<Record<string, unknown>>;

const isText = (value: unknown): value is string => typeof value === 'string';

/** A saved action as a draft. */
export function actionDraftOf(action: RuleAction): ActionDraft {
  const saved: Saved = action;
  const { target } = action;
  // The fields of a draft that are named as those of an action are texts, too.
  const known = Object.fromEntries(Object.entries(saved).filter(([name, value]) => name in blank && isText(value))) as Partial<ActionDraft>;
  const named = 'external_id' in target ? target.external_id : undefined;
  const id = 'id' in target ? target.id : undefined;
  return {
    ...blank,
    ...known,
    bucket: isOneOf(BUCKETS, saved['bucket']) ? saved['bucket'] : bucketsOf(action.type).byTerms ? BY_TERMS : 'AVAILABLE',
    preserve_expiry: saved['preserve_expiry'] !== false,
    expires: [saved['expires_at'], saved['expires_in']].find(isText) ?? '',
    matures: [saved['matures_at'], saved['matures_in']].find(isText) ?? '',
    value: !('value' in action) ? '' : fieldsOf(action.type).value?.kind === 'json' ? textOfJson(action.value) : String(action.value),
    share: 'share' in action ? String(action.share) : '1',
    payload: 'payload' in action ? JSON.stringify(action.payload, null, 2) : '{}',
    target: target.type === 'PARTICIPANT' && named === undefined ? 'PARTICIPANT_ID' : target.type,
    target_id: named ?? id ?? '',
    saved: action,
  };
}

const blank = newAction('');
