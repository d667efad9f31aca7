/** Turns a rendered action into a Decision: one function per action kind, each over a ledger operation. */
import { NOTHING, type Decision, type NewId } from '@/domain/decision';
import { DomainError } from '@/domain/errors';
import { inactive } from '@/domain/events/admission';
import type { Holder } from '@/domain/ledger/accounts';
import type { Cause } from '@/domain/ledger/entry';
import { creditBucket, creditOrSettle } from '@/domain/ledger/credit-or-settle';
import { debit } from '@/domain/ledger/debit';
import type { Command, OperationContext } from '@/domain/ledger/operation';
import { formatAmount, ZERO } from '@/domain/money';
import type { EventFacts } from './evaluate';
import type { RenderedAction } from './render';
import type { ActionTarget } from './rule';
import type { Draft } from './world';

export interface ActionOutcome {
  readonly type: string;
  readonly result: 'APPLIED' | 'SKIPPED_ZERO' | 'NOTHING_TO_TAKE';
  readonly asset_id: string;
  readonly amount?: string;
  readonly journal_entry_id?: string;
}

/** @throws DomainError when the ledger or the target refuses; the event then fails as a whole. */
export function performAction(draft: Draft, event: EventFacts, action: RenderedAction, cause: Cause, newId: NewId): { decision: Decision; outcome: ActionOutcome } {
  const { source, asset } = action;
  if (!action.amount.greaterThan(ZERO)) return { decision: NOTHING, outcome: { type: source.type, result: 'SKIPPED_ZERO', asset_id: asset.id } };
  const holder = targetHolder(draft, event, source.target);
  const { program } = draft.world;
  const context: OperationContext = { organizationId: program.organizationId, programId: program.id, asset, now: draft.world.now, newId };
  const command: Command = { holder, description: action.description, referenceId: action.referenceId, cause };
  const account = draft.account(holder.type, holder.id, asset.id);
  const wallet = asset.issuancePolicy === 'PREFUNDED' ? draft.account('PROGRAM_WALLET', program.id, asset.id) : null;
  const decision =
    source.type === 'CREDIT'
      ? creditOrSettle(context, account, wallet, { ...command, amount: action.amount, bucket: creditBucket(source), terms: source })
      : debit(context, account, { ...command, amount: action.amount, bucket: source.bucket, shortfallPolicy: source.shortfall_policy });
  return { decision, outcome: describe(action, holder, decision) };
}

function targetHolder(draft: Draft, event: EventFacts, target: ActionTarget): Holder {
  const id = target.type === 'ACTOR' ? event.participantId : event.recipientId;
  const facts = id === null ? undefined : draft.world.participants.get(id);
  if (!facts) throw new DomainError('recipient_not_found', 'The rule moves value to the recipient, but the event names none; send `recipient_external_id`.');
  const refused = inactive(facts, target.type === 'ACTOR' ? 'participant' : 'recipient');
  if (refused) throw refused;
  return { type: 'PARTICIPANT', id: facts.id };
}

function describe({ source, asset }: RenderedAction, holder: Holder, decision: Decision): ActionOutcome {
  const [entry] = decision.entries;
  if (!entry) return { type: source.type, result: 'NOTHING_TO_TAKE', asset_id: asset.id };
  const moved = entry.postings.find((posting) => posting.account.id === holder.id)?.amount.abs() ?? ZERO;
  return { type: source.type, result: 'APPLIED', asset_id: asset.id, amount: formatAmount(moved, asset.scale), journal_entry_id: entry.id };
}
