/** Lists what every kind of action decides, by its type. */
import { creditAction } from './credit';
import { broadcastAction } from './broadcast';
import type { ActionSource, ActionType } from './catalog';
import { counterAction } from './counter';
import { debitAction } from './debit';
import { forfeitAction } from './forfeit';
import { holdAction, releaseAction } from './hold';
import type { ActionKind } from './kind';
import { scheduleEventAction } from './schedule-event';
import { setAttributeAction } from './set-attribute';
import { setTierAction } from './set-tier';
import { takeBackAction } from './take-back';
import { tagAction } from './tag';
import { transferAction } from './transfer';
import { voidPendingAction } from './void-pending';

const KINDS: { readonly [Type in ActionType]: ActionKind<Type> } = {
  CREDIT: creditAction,
  DEBIT: debitAction,
  HOLD: holdAction,
  RELEASE: releaseAction,
  FORFEIT: forfeitAction,
  VOID_PENDING: voidPendingAction,
  TAKE_BACK: takeBackAction,
  TRANSFER: transferAction,
  TAG: tagAction,
  UNTAG: tagAction,
  COUNTER: counterAction,
  SET_ATTRIBUTE: setAttributeAction,
  SET_TIER: setTierAction,
  SCHEDULE_EVENT: scheduleEventAction,
  BROADCAST: broadcastAction,
};

type AnyKind = ActionKind<ActionType>;

/** The kind of an action. It is only ever applied to this very action, which the compiler cannot infer. */
export const kindOfAction = ({ type }: ActionSource): AnyKind => KINDS[type];
