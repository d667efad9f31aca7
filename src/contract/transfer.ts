/** Transfers on the wire: value that moves between participants and groups (contract: "Transfers"). */
import { z } from 'zod';
import { ExternalId } from './event';
import { exactlyOne } from './exactly-one';
import { createdWindow, listQuery, pageOf, sortedBy } from './page';
import { AmountString, DecimalString, IdempotencyKey, OperationDescription, ParticipantRef, Timestamp, Uuid } from './primitives';
import { TRANSFER_RECIPIENTS_MAX } from './choices';

const NewRecipient = z
  .strictObject({
    external_id: ExternalId.optional(),
    participant_id: Uuid.optional(),
    group_id: Uuid.optional(),
    amount: AmountString,
  })
  .superRefine(exactlyOne('recipient', ['external_id', 'participant_id', 'group_id']));

export const CreateTransfer = z
  .strictObject({
    program_id: Uuid,
    asset_id: Uuid,
    source_external_id: ExternalId.optional().describe('Your own id of the participant that gives.'),
    source_participant_id: Uuid.optional().describe('Id of the participant that gives; instead of `source_external_id`.'),
    source_group_id: Uuid.optional().describe('Id of the group that gives; instead of a participant.'),
    recipients: z
      .array(NewRecipient)
      .min(1)
      .max(TRANSFER_RECIPIENTS_MAX)
      .describe('Recipients, each named once and by exactly one id. Participants must be enrolled in the program.'),
    description: OperationDescription.optional(),
    idempotency_key: IdempotencyKey.optional().describe(
      'Idempotency key of the request. Required, either here or as the `Idempotency-Key` header.',
    ),
    preserve_expiry: z.boolean().default(true).describe('Whether lots keep their expiry; if false, the transferred lots never expire.'),
  })
  .superRefine(exactlyOne('source', ['source_external_id', 'source_participant_id', 'source_group_id']));
export type CreateTransfer = z.infer<typeof CreateTransfer>;

const party = { participant_id: Uuid.optional(), group_id: Uuid.optional() };

export const Transfer = z
  .strictObject({
    id: Uuid,
    program_id: Uuid,
    asset_id: Uuid,
    journal_entry_id: Uuid,
    source: z.strictObject(party).describe('Who gave the value; exactly one of the two ids is set.'),
    recipients: z
      .array(z.strictObject({ ...party, amount: DecimalString }))
      .describe('Recipients in the order of the request; each has exactly one of the two ids.'),
    total_amount: DecimalString,
    recipient_count: z.int().min(1),
    preserve_expiry: z.boolean(),
    description: z.string().nullable(),
    event_id: Uuid.nullable().describe('The event whose rule caused the transfer.'),
    rule_id: Uuid.nullable(),
    created_at: Timestamp,
    updated_at: Timestamp.describe('Always `created_at`: transfers never change.'),
  })
  .meta({ id: 'Transfer' });
export type Transfer = z.infer<typeof Transfer>;

export const TransferPath = z.strictObject({ id: Uuid });

const filters = {
  ...createdWindow,
  ...sortedBy(['created_at']),
  program_id: Uuid.optional(),
  asset_id: Uuid.optional(),
};

export const ListTransfers = listQuery({
  ...filters,
  participant_id: Uuid.optional().describe('Only transfers from or to this participant.'),
  group_id: Uuid.optional().describe('Only transfers from or to this group.'),
});
export type ListTransfers = z.infer<typeof ListTransfers>;

/** The transfers from and to one holder. */
export const ListActivityTransfers = listQuery({ ...filters, id: ParticipantRef });
export type ListActivityTransfers = z.infer<typeof ListActivityTransfers>;

export const TransferPage = pageOf(Transfer);
