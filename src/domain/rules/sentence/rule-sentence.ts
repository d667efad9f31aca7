/** Puts a rule into one plain sentence: when it applies, what it does, and within which limits. The same rule always has the same sentence. */
import { isDecimalText } from '@/domain/amount-text';
import { durationText } from '@/domain/duration';
import { ACTIONS, type ActionSource, type ActionType } from '../actions/catalog';
import type { ActionTarget } from '../actions/fields';
import type { JsonValue } from '../activation';
import type { BudgetSource } from '../budget';
import { amountWords, computedWords } from './amount-words';
import { conditionWords } from './condition-words';
import { alternatives, quoted } from './field-words';
import { limitWords } from './limit-words';

export interface SpokenRule {
  readonly condition: string;
  readonly actions: readonly ActionSource[];
  readonly budgets: readonly BudgetSource[];
  readonly stop_after_match: boolean;
}

type SymbolOf = (assetId: string) => string | undefined;

/** @param symbolOf the symbol of an asset; undefined for one that is not known. */
export function ruleSentence({ condition, actions, budgets, stop_after_match }: SpokenRule, symbolOf: SymbolOf): string {
  const when = conditionWords(condition);
  const does = alternatives(
    actions.map((action) => actionWords(action, symbolOf)),
    'and',
  );
  const limits = budgets.map((budget) => `, at most ${limitWords(budget, symbolOf(budget.asset_id) ?? UNKNOWN_ASSET)}`).join('');
  const stops = stop_after_match ? ' Later rules of its set are then skipped.' : '';
  return `${when === null ? 'For every event' : `When ${when}`}, ${does ?? 'does nothing'}${limits}.${stops}`;
}

const UNKNOWN_ASSET = 'an unknown asset';

/** The fields that some kinds of actions have, as they are written. */
interface Written {
  readonly type: ActionType;
  readonly target: ActionTarget;
  readonly asset_id?: string;
  readonly amount?: string;
  readonly bucket?: string;
  readonly matures_at?: string;
  readonly matures_in?: string;
  readonly expires_at?: string;
  readonly expires_in?: string;
  readonly share?: string | number;
  readonly tag?: string;
  readonly key?: string;
  readonly operation?: string;
  readonly value?: JsonValue;
  readonly tier?: string;
  readonly level?: string | null;
  readonly event_name?: string;
  readonly delay?: string;
}

function actionWords(source: ActionSource, symbolOf: SymbolOf): string {
  const action: Written = source;
  const { bucket, amount, asset_id, level, event_name } = action;
  return ACTIONS[action.type].does({
    who: whoWords(action.target),
    sum: amount === undefined || asset_id === undefined ? '' : amountWords(amount, symbolOf(asset_id) ?? UNKNOWN_ASSET),
    where: bucket === undefined || bucket === 'AVAILABLE' ? '' : `, ${bucket.toLowerCase()}`,
    terms: termsWords(action),
    share: action.share === undefined ? '' : shareWords(String(action.share)),
    key: action.tag ?? action.key ?? action.tier ?? '',
    value: level ? quoted(level) : event_name ? quoted(event_name) : action.value === undefined ? '' : valueWords(action.value),
    otherwise: action.operation === 'SET' || level === null,
    delay: action.delay === undefined ? '' : ` after ${durationText(action.delay)}`,
  });
}

function whoWords(target: ActionTarget): string {
  if (target.type === 'PARTICIPANT') return target.external_id === undefined ? 'a certain participant' : quoted(target.external_id);
  return { ACTOR: 'the participant', RECIPIENT: 'the recipient', GROUP: 'a certain group', PROGRAM: 'the program' }[target.type];
}

/** `0.5 of `, or nothing when it is all. */
function shareWords(template: string): string {
  if (computedWords(template) !== null) return 'a share of ';
  return Number(template) === 1 ? '' : `${template.trim()} of `;
}

function valueWords(value: JsonValue): string {
  if (typeof value !== 'string') return JSON.stringify(value);
  return computedWords(value)?.replace(/,$/, '') ?? (isDecimalText(value) ? value : quoted(value));
}

function termsWords({ matures_at, matures_in, expires_at, expires_in }: Written): string {
  const matures = matures_in === undefined ? timeWords('can be spent', matures_at) : `can be spent after ${durationText(matures_in)}`;
  const expires = expires_in === undefined ? timeWords('expires', expires_at) : `expires after ${durationText(expires_in)}`;
  const terms = alternatives(
    [matures, expires].filter((term) => term !== null),
    'and',
  );
  return terms === null ? '' : `, which ${terms}`;
}

const timeWords = (verb: string, time: string | undefined): string | null =>
  time === undefined ? null : `${verb} at ${computedWords(time) ?? time}`;
