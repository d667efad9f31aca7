/** Decisions within the request on the wire: what a basket earns, what is paid with it, and the reservation in between. */
import { z } from 'zod';
import { DECISION_MODES, DECISION_STATUSES } from '@/domain/decisions/machine';
import { AskedCodes, CodeOutcome } from './code-use';
import { EventIngestion, RuleEvaluation } from './event';
import { createdWindow, listQuery, pageOf, sortedBy } from './page';
import { AmountString, DecimalString, JsonObject, OperationDescription, Timestamp, Uuid } from './primitives';
import { FaceValue, Quantity, Redemption } from './redemption';
import { SimulatedEffect } from './rule-simulation';

/** The most redemptions of one decision. */
const MAX_REDEMPTIONS = 20;

const AskedRedemption = z
  .strictObject({
    asset_id: Uuid.optional().describe('Asset to redeem a plain amount of; instead of `reward_id`.'),
    reward_id: Uuid.optional().describe('Catalog item to redeem; instead of `asset_id`.'),
    amount: AmountString.optional().describe('Amount to redeem. Required with `asset_id`, and for rewards redeemed by amount.'),
    quantity: Quantity.optional().describe('Number of units, for rewards redeemed by the unit; 1 when absent.'),
    face_value_minor: FaceValue.optional().describe('Face value in minor currency units, for rewards that a provider delivers.'),
    description: OperationDescription.optional().describe('Description of a redemption of a plain amount.'),
  })
  .meta({ id: 'DecisionRedemption' });
export type AskedRedemption = z.infer<typeof AskedRedemption>;

const redemptions = z.array(AskedRedemption).max(MAX_REDEMPTIONS);
const evaluations = z
  .boolean()
  .default(false)
  .describe('Whether the answer tells the verdict of every rule, with the trace of its condition.');
const expiresAt = Timestamp.optional().describe(
  'Until when a reservation stands, from 60 seconds to 30 days away; 15 minutes when absent. Only with RESERVE.',
);

/** Body of POST /v1/decisions: that of an event, and more. */
export const Decide = EventIngestion.extend({
  mode: z
    .enum(DECISION_MODES)
    .describe(
      'PREVIEW writes nothing. RESERVE takes what is spent and earmarks what is earned, until the decision is committed, cancelled or expires. COMMIT stores the event and processes it before the answer.',
    ),
  redemptions: redemptions.default([]).describe('What is spent in the same breath, before any rule runs.'),
  expires_at: expiresAt,
  evaluations,
}).meta({ id: 'DecisionRequest' });
export type Decide = z.infer<typeof Decide>;

/** The same for a preview alone. */
export const PreviewDecision = Decide.omit({ mode: true, expires_at: true });

const DecisionPath = z.strictObject({ id: Uuid });

export const GetDecision = DecisionPath.extend({ evaluations });

export const ChangeDecision = DecisionPath.extend({
  event_data: JsonObject.optional().describe('The basket as it is now, decided with the rules of the time of the reservation.'),
  redemptions: redemptions.optional().describe('Replaces the redemptions; they stay as they are when absent.'),
  codes: AskedCodes.optional().describe('Replaces the codes; they stay as they are when absent.'),
  expires_at: expiresAt,
  evaluations,
});
export type ChangeDecision = z.infer<typeof ChangeDecision>;

export const CommitDecision = DecisionPath.extend({
  event_data: JsonObject.optional().describe('The part of the basket that was sold: decided anew first, as PATCH does, then committed.'),
});
export type CommitDecision = z.infer<typeof CommitDecision>;

export const CancelDecision = DecisionPath.extend({
  reason: OperationDescription.optional().describe('Why the reservation ends; stored as its `reason`.'),
});
export type CancelDecision = z.infer<typeof CancelDecision>;

const Figures = z.strictObject({ available: DecimalString, held: DecimalString, deferred: DecimalString });

const RefusedRule = z.strictObject({
  type: z.literal('RULE'),
  rule_id: Uuid,
  rule_name: z.string(),
  status: z.enum(['NOT_MATCHED', 'SKIPPED_BUDGET', 'SKIPPED_INACTIVE', 'SKIPPED_STOPPED', 'ERROR']),
  reason: z.string().nullable().describe('Why the rule gave nothing, such as `Amount is 37.5; it must be at least 50`.'),
  margin: DecimalString.nullable().describe('By how much the condition was missed, where one comparison of numbers decided.'),
});
const RefusedRedemption = z.strictObject({
  type: z.literal('REDEMPTION'),
  index: z.int().describe('Place in `redemptions`.'),
  code: z.string(),
  message: z.string(),
  param: z.string().optional(),
});

const RefusedCode = z.strictObject({
  type: z.literal('CODE'),
  index: z.int().describe('Place in `codes`.'),
  code: z.string().describe('Code of the error, as in the list of errors.'),
  message: z.string(),
  margin: DecimalString.nullable(),
});

export const DecisionEffect = SimulatedEffect.omit({ rule_id: true })
  .extend({ rule_id: Uuid.nullable(), rule_name: z.string().nullable(), rule_version: z.int().nullable() })
  .meta({ id: 'DecisionEffect' });
export type DecisionEffect = z.infer<typeof DecisionEffect>;

export const DecisionBalance = z
  .strictObject({
    holder: z.strictObject({ type: z.enum(['PARTICIPANT', 'GROUP']), id: Uuid.nullable().describe('Null for who does not exist yet.') }),
    asset_id: Uuid,
    symbol: z.string(),
    before: Figures,
    after: Figures,
  })
  .meta({ id: 'DecisionBalance' });
export type DecisionBalance = z.infer<typeof DecisionBalance>;

export const DecisionRefusal = z.discriminatedUnion('type', [RefusedRule, RefusedRedemption, RefusedCode]);
export type DecisionRefusal = z.infer<typeof DecisionRefusal>;

export const DecisionRecord = z
  .strictObject({
    id: Uuid.nullable().describe('Null for a preview, which is not stored.'),
    program_id: Uuid,
    participant_id: Uuid.nullable().describe('Null for who does not exist yet.'),
    external_id: z.string(),
    idempotency_key: z.string().nullable(),
    mode: z.enum(DECISION_MODES),
    status: z
      .enum(['PREVIEWED', ...DECISION_STATUSES])
      .describe('FAILED: the event was stored, or would be, as FAILED, and nothing else came of it; `error` says why.'),
    event_id: Uuid.nullable().describe('The event; null until the decision is committed.'),
    event_data: JsonObject,
    event_timestamp: Timestamp,
    effects: z.array(DecisionEffect).describe('What the rules give and change, in their order.'),
    refused: z.array(DecisionRefusal).describe('What gave nothing, and why.'),
    codes: z.array(CodeOutcome).optional().describe('What became of its codes, only for a decision that was asked with some.'),
    redemptions: z.array(Redemption).describe('The redemptions of the decision; empty for a preview.'),
    balances: z.array(DecisionBalance).describe('Of everybody whose balance the last step of the decision changed.'),
    error: z.strictObject({ code: z.string(), message: z.string(), param: z.string().optional() }).nullable(),
    reason: z.string().nullable().describe('Why it was cancelled.'),
    evaluations: z.array(RuleEvaluation).optional().describe('Only when asked for.'),
    rule_configuration_version: z.int(),
    expires_at: Timestamp.nullable(),
    created_at: Timestamp,
    updated_at: Timestamp,
    resolved_at: Timestamp.nullable().describe('When it was committed, cancelled or expired.'),
  })
  .meta({ id: 'Decision' });
export type DecisionRecord = z.infer<typeof DecisionRecord>;

export const ListDecisions = listQuery({
  program_id: Uuid.optional(),
  participant_id: Uuid.optional(),
  mode: z.enum(['RESERVE', 'COMMIT']).optional(),
  status: z.enum(DECISION_STATUSES).optional(),
  event_id: Uuid.optional().describe('Only the decision that stored this event.'),
  ...createdWindow,
  ...sortedBy(['created_at', 'expires_at']),
});
export type ListDecisions = z.infer<typeof ListDecisions>;
export const DecisionPage = pageOf(DecisionRecord);
