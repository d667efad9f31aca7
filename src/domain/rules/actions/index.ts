/** Lists every kind of action by type. A new kind takes one file, one line here and its shape in the contract. */
import { creditAction } from './credit';
import { broadcastAction } from './broadcast';
import { counterAction } from './counter';
import { debitAction } from './debit';
import { forfeitAction } from './forfeit';
import { holdAction, releaseAction } from './hold';
import type { ActionKind, TemplateFields } from './kind';
import { scheduleEventAction } from './schedule-event';
import { setAttributeAction } from './set-attribute';
import { setTierAction } from './set-tier';
import type { ActionSource, ActionType } from './source';
import { tagAction } from './tag';
import { transferAction } from './transfer';
import { voidPendingAction } from './void-pending';

type AnyKind = ActionKind<ActionSource, TemplateFields>;

const KINDS = {
  CREDIT: creditAction,
  DEBIT: debitAction,
  HOLD: holdAction,
  RELEASE: releaseAction,
  FORFEIT: forfeitAction,
  VOID_PENDING: voidPendingAction,
  TRANSFER: transferAction,
  TAG: tagAction,
  UNTAG: tagAction,
  COUNTER: counterAction,
  SET_ATTRIBUTE: setAttributeAction,
  SET_TIER: setTierAction,
  SCHEDULE_EVENT: scheduleEventAction,
  BROADCAST: broadcastAction,
} satisfies Readonly<Record<ActionType, Pick<AnyKind, 'templates'>>>;

/** The kind of an action. It is only ever applied to this very action, which the compiler cannot infer. */
export const kindOfAction = ({ type }: ActionSource): AnyKind => KINDS[type] as unknown as AnyKind;
