/** Says in words what one action does whenever its rule matches. The same action always has the same words. */
import { isDecimalText } from '@/domain/amount-text';
import { durationText } from '@/domain/duration';
import { ACTIONS, type ActionSource, type ActionType } from '../actions/catalog';
import type { ActionTarget } from '../actions/fields';
import type { JsonValue } from '../activation';
import { amountWords, computedWords } from './amount-words';
import { capitalized, listed, quoted } from './phrases';
import { momentWords } from './time-words';

/** The symbol of an asset; undefined for one that is not known. */
export type SymbolOf = (assetId: string) => string | undefined;

export const UNKNOWN_ASSET = 'units of an unknown asset';

/** The fields that some kinds of actions have, as they are written. */
interface Written {
  readonly type: ActionType;
  readonly target: ActionTarget;
  readonly asset_id?: string;
  readonly amount?: string;
  readonly bucket?: string;
  readonly reference_id?: string;
  readonly matures_at?: string;
  readonly matures_in?: string;
  readonly expires_at?: string;
  readonly expires_in?: string;
  readonly share?: string | number;
  readonly shortfall_policy?: string;
  readonly preserve_expiry?: boolean;
  readonly tag?: string;
  readonly key?: string;
  readonly operation?: string;
  readonly value?: JsonValue;
  readonly reset_after?: string;
  readonly window?: string;
  readonly tier?: string;
  readonly level?: string | null;
  readonly event_name?: string;
  readonly delay?: string;
}

/** `Gives 10 PTS to the participant.` */
export const actionSentence = (action: ActionSource, symbolOf: SymbolOf): string =>
  `${capitalized(actionWords(action, symbolOf).replace(/,$/, ''))}.`;

/** A clause such as `gives 10 PTS to the participant`. */
export function actionWords(source: ActionSource, symbolOf: SymbolOf): string {
  const action: Written = source;
  const { amount, asset_id, event_name, level } = action;
  const value = level ? quoted(level) : event_name ? quoted(event_name) : action.value === undefined ? '' : valueWords(action.value);
  const isLess = action.type === 'COUNTER' && action.operation !== 'SET' && value.startsWith('-');
  return ACTIONS[action.type].does({
    who: whoWords(action.target),
    sum: amount === undefined || asset_id === undefined ? '' : amountWords(String(amount), symbolOf(asset_id) ?? UNKNOWN_ASSET),
    bucket: action.bucket === undefined || action.bucket === 'AVAILABLE' ? '' : action.bucket.toLowerCase(),
    reference: action.reference_id === undefined ? '' : ` under the reference ${textWords(action.reference_id)}`,
    terms: termsWords(action),
    share: action.share === undefined ? '' : shareWords(String(action.share)),
    shortfall: SHORTFALLS[action.shortfall_policy ?? ''] ?? '',
    key: action.tag ?? action.key ?? action.tier ?? '',
    value: isLess ? value.slice(1) : value,
    way: action.operation === 'SET' || level === null ? 'set' : isLess ? 'less' : 'more',
    loses: action.preserve_expiry === false ? ', without its expiry' : '',
    window: spanWords(action),
    delay: action.delay === undefined ? '' : ` after ${durationText(action.delay)}`,
  });
}

/** How time alone changes a counter. */
function spanWords({ reset_after, window }: Written): string {
  // The last day, rather than the last 1 day.
  if (window !== undefined) return `, counted over the last ${durationText(window).replace(/^1 (?=\w+$)/, '')}`;
  return reset_after === undefined ? '' : `, which reads 0 again after ${durationText(reset_after)}`;
}

/** What becomes of a debit that is larger than the balance; one that is refused needs no words. */
const SHORTFALLS: Readonly<Record<string, string>> = { PARTIAL: ', or as much as there is', ALLOW_NEGATIVE: ', even below zero' };

function whoWords(target: ActionTarget): string {
  if (target.type === 'PARTICIPANT') return target.external_id === undefined ? 'a certain participant' : quoted(target.external_id);
  return { ACTOR: 'the participant', RECIPIENT: 'the recipient', GROUP: 'a certain group', PROGRAM: 'the program' }[target.type];
}

/** `50% of `, or nothing when it is all. */
function shareWords(template: string): string {
  if (computedWords(template) !== null) return 'a share of ';
  const percent = Number(template) * 100;
  if (percent === 100) return '';
  return Number.isFinite(percent) ? `${Number(percent.toFixed(6))}% of ` : `${template.trim()} of `;
}

const textWords = (template: string): string => computedWords(template)?.replace(/,$/, '') ?? quoted(template.trim());

function valueWords(value: JsonValue): string {
  if (typeof value === 'string') return isDecimalText(value) ? value : textWords(value);
  if (value === null) return 'nothing';
  return typeof value === 'object' ? `the JSON ${JSON.stringify(value)}` : JSON.stringify(value);
}

function termsWords({ matures_at, matures_in, expires_at, expires_in }: Written): string {
  const terms = [
    matures_in !== undefined && `can be spent after ${durationText(matures_in)}`,
    matures_at !== undefined && `can be spent from ${momentWords(matures_at)}`,
    expires_in !== undefined && `expires after ${durationText(expires_in)}`,
    expires_at !== undefined && `expires on ${momentWords(expires_at)}`,
  ].filter((term) => term !== false);
  return terms.length === 0 ? '' : `, which ${listed(terms)}`;
}
