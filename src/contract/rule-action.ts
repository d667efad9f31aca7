/** What a rule does when its condition holds: each kind of action with exactly the fields that it needs (contract: "Rule", `actions`). */
import { z } from 'zod';
import { BUCKETS } from '@/domain/ledger/accounts';
import { SHORTFALL_POLICIES } from '@/domain/ledger/debit';
import { MAX_TEMPLATE_TEXT } from '@/domain/rules/actions/source';
import { lotTerms } from './balance';
import { enumOrCode, nameOf, Text, Uuid, type RefinementParams } from './primitives';

const Template = (example: string) => Text.min(1).max(MAX_TEMPLATE_TEXT).meta({ example });

const params = (of: RefinementParams) => of as Record<string, unknown>;

const Actor = z.strictObject({ type: z.literal('ACTOR').describe('The participant of the event.') });
const Recipient = z.strictObject({ type: z.literal('RECIPIENT').describe('The recipient that the event names.') });
const Participant = z
  .strictObject({
    type: z.literal('PARTICIPANT'),
    id: Uuid.optional(),
    external_id: nameOf(255).optional().describe('Your id of the participant, instead of `id`.'),
  })
  .refine(({ id, external_id }) => (id === undefined) !== (external_id === undefined), {
    path: ['id'],
    message: 'Name the participant by exactly one of `id` and `external_id`.',
    params: params({ reason: 'required', expected: 'id or external_id' }),
  })
  .describe('One participant of the program, whoever the event is about.');
const Group = z.strictObject({ type: z.literal('GROUP'), id: Uuid });
const HolderTarget = z.discriminatedUnion('type', [Actor, Recipient, Participant, Group]);
const description = { description: Template('Cashback for {{ event.order_id }}').optional() };
const reference = Template('order-{{ event.order_id }}');
const amount = Template('{{ event.amount * 0.05 }}').describe(
  'A decimal literal, or `{{ CEL }}` computed in exact decimals and rounded down to the scale of the asset. An action of 0 or less is left out.',
);

const ofBalance = { asset_id: Uuid, ...description, target: HolderTarget.default({ type: 'ACTOR' }).describe('Whose balance it is.') };
const movements = [
  z.strictObject({
    type: z.literal('CREDIT'),
    amount,
    bucket: z.enum(BUCKETS).optional().describe('AVAILABLE when absent, or DEFERRED for a credit that matures later.'),
    reference_id: reference.optional().describe('Required for a credit to HELD. A credit to AVAILABLE under a live hold settles it.'),
    ...lotTerms,
    ...ofBalance,
  }),
  z.strictObject({
    type: z.literal('DEBIT'),
    amount,
    bucket: z.enum(BUCKETS).default('AVAILABLE'),
    reference_id: reference.optional(),
    shortfall_policy: enumOrCode(SHORTFALL_POLICIES, 'invalid_shortfall_policy').default('REJECT'),
    ...ofBalance,
  }),
  z.strictObject({ type: z.literal('HOLD'), amount, reference_id: reference.describe('The name under which it is held.'), ...ofBalance }),
  z.strictObject({
    type: z.literal('RELEASE'),
    amount,
    reference_id: reference.optional().describe('The hold to free; the oldest holds first when absent.'),
    ...ofBalance,
  }),
  z.strictObject({
    type: z.literal('FORFEIT'),
    amount,
    bucket: z.enum(['AVAILABLE', 'HELD']).default('AVAILABLE'),
    reference_id: reference.optional().describe('In HELD: the hold to take it from.'),
    ...ofBalance,
  }),
  z.strictObject({
    type: z.literal('VOID_PENDING'),
    reference_id: reference.describe('What was credited to HELD under it is taken back; if nothing was, nothing happens.'),
    ...ofBalance,
  }),
] as const;

export const RuleAction = z.discriminatedUnion('type', [...movements]).meta({ id: 'RuleAction' });
export type RuleAction = z.infer<typeof RuleAction>;
