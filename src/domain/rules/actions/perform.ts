/** Performs single actions of rules, with the values that their templates have. */
import type { Decision, NewId } from '@/domain/decision';
import type { Amount } from '@/domain/money';
import type { EventFacts } from '../evaluate';
import type { CompiledRule } from '../rule';
import type { Draft } from '../world';
import { kindOfAction } from '.';
import type { ActionSource } from './catalog';
import type { ActionOutcome } from './kind';
import type { FilledFields } from './templates';

interface ActionToPerform {
  readonly event: EventFacts;
  readonly rule: CompiledRule;
  readonly source: ActionSource;
  readonly fields: FilledFields;
  /** The most that it takes back; absent: whatever it says. */
  readonly most?: Amount | null;
}

/** Performs one action on a draft. @throws DomainError when the ledger or the target refuses. */
export function performAction(
  draft: Draft,
  { event, rule, source, fields, most = null }: ActionToPerform,
  newId: NewId,
): { readonly decision: Decision; readonly outcome: ActionOutcome } {
  const cause = { eventId: event.id, ruleId: rule.id, ruleVersion: rule.version };
  const { decision, outcome } = kindOfAction(source).perform({ draft, event, rule, cause, most, newId }, source, fields);
  draft.apply(decision);
  return { decision, outcome: { type: source.type, ...outcome } };
}
