/** Lists every webhook event type once: its category, a sentence for people, its `data` and a sample. Its type, the API description and pages follow. */
import { BUCKETS } from '../choices';
import { namesIn } from '../fields';
import {
  amount,
  asset_id,
  decimal,
  eventType,
  group_id,
  journal_entry_id,
  organization_id,
  participant_id,
  program_id,
  text,
  uuid,
} from './event-type';
import { campaignTurn } from './campaign-turn';
import { CHALLENGE_TYPES } from './challenge-types';
import { codeUse, codeUsed } from './code-use';
import { LEADERBOARD_TYPES } from './leaderboard-types';
import { notice, noticeSent } from './notice';
import type { OneOf, PayloadOf } from './payload-shape';
import { PROCESSING_TYPES } from './processing-types';
import { REFERRAL_TYPES } from './referral-types';
import { SAMPLE } from './sample-ids';

/** Exactly one of the two names the target of a balance event. */
const TARGETS = [{ participant_id }, { group_id }] as const;
const SOURCES = [
  { source_participant_id: uuid('The participant who sent the value.') },
  { source_group_id: uuid('The group that sent the value.') },
] as const;

const moved = { journal_entry_id, organization_id, program_id, asset_id, amount } as const;
const balance = { fields: moved, alternatives: TARGETS } as const;

const bucket = { kind: 'choice', values: BUCKETS, description: 'The bucket whose balance changed.' } as const;
const holdReference = { ...text('Reference of the hold that the movement belongs to.'), optional: true } as const;
const redemption = { redemption_id: uuid('The redemption.'), organization_id, program_id, participant_id } as const;

const settle = {
  kind: 'object',
  description: 'Present when the credit settled a hold.',
  optional: true,
  shape: {
    fields: {
      held_amount: decimal('The amount that was held.'),
      delta: decimal('What was settled less what was held: positive for over-capture, negative for under-capture.'),
    },
  },
} as const;

const recipients = {
  kind: 'list',
  description: 'Who received how much.',
  of: { fields: { amount: decimal('The amount that the recipient received.') }, alternatives: TARGETS },
} as const;

const movement = {
  journal_entry_id: SAMPLE.ENTRY,
  organization_id: SAMPLE.ORGANIZATION,
  program_id: SAMPLE.PROGRAM,
  asset_id: SAMPLE.ASSET,
  amount: '25.00',
};

export const EVENT_TYPES = {
  'balance.credited': eventType({
    category: 'movement',
    description: 'A balance increased through a rule action, an API credit, a refund or a settlement.',
    payload: { fields: { ...moved, bucket, reference_id: holdReference, settle }, alternatives: TARGETS },
    sample: { ...movement, participant_id: SAMPLE.PARTICIPANT, bucket: 'AVAILABLE' },
  }),
  'balance.debited': eventType({
    category: 'movement',
    description: 'A balance decreased through a rule action or an API debit. An entry that takes from two buckets is told of for each.',
    payload: { fields: { ...moved, bucket, reference_id: holdReference }, alternatives: TARGETS },
    sample: { ...movement, participant_id: SAMPLE.PARTICIPANT, bucket: 'AVAILABLE' },
  }),
  'balance.expired': eventType({
    category: 'movement',
    description: 'Lots expired, and what was left in them was forfeited.',
    payload: {
      fields: {
        journal_entry_id,
        organization_id,
        asset_id,
        lot_count: { kind: 'count', description: 'How many lots expired.' },
      },
      alternatives: TARGETS,
    },
    sample: {
      journal_entry_id: SAMPLE.ENTRY,
      organization_id: SAMPLE.ORGANIZATION,
      participant_id: SAMPLE.PARTICIPANT,
      asset_id: SAMPLE.ASSET,
      lot_count: 3,
    },
  }),
  'balance.held': eventType({
    category: 'movement',
    description: 'Available balance was set aside under a reference, or reserved for a pending redemption.',
    payload: balance,
    sample: { ...movement, participant_id: SAMPLE.PARTICIPANT },
  }),
  'balance.released': eventType({
    category: 'movement',
    description: 'Held balance became available again: by a release, or because a pending redemption was cancelled, failed or expired.',
    payload: balance,
    sample: { ...movement, participant_id: SAMPLE.PARTICIPANT },
  }),
  'balance.voided': eventType({
    category: 'movement',
    description: 'Provisionally credited lots were taken back.',
    payload: {
      fields: { ...moved, reference_id: text('Reference under which the value had been credited.') },
      alternatives: TARGETS,
    },
    sample: { ...movement, participant_id: SAMPLE.PARTICIPANT, reference_id: 'order-1042' },
  }),
  'redemption.completed': eventType({
    category: 'movement',
    description:
      'An amount or a catalog item was redeemed: at once, or by capturing what was reserved; a catalog item is named by `reward_catalog_item_id`.',
    payload: {
      fields: redemption,
      alternatives: [{ asset_id, amount }, { reward_catalog_item_id: uuid('The reward, when a catalog item was redeemed.') }],
    },
    sample: {
      redemption_id: SAMPLE.REDEMPTION,
      organization_id: SAMPLE.ORGANIZATION,
      program_id: SAMPLE.PROGRAM,
      participant_id: SAMPLE.PARTICIPANT,
      asset_id: SAMPLE.ASSET,
      amount: '25.00',
    },
  }),
  'redemption.reversed': eventType({
    category: 'lifecycle',
    description: 'A redemption was reversed in whole or in part. The refund itself is sent as the `balance.credited` of its journal entry.',
    payload: { fields: { ...redemption, reversal_id: uuid('The reversal.'), asset_id, amount } },
    sample: {
      reversal_id: SAMPLE.REVERSAL,
      redemption_id: SAMPLE.REDEMPTION,
      organization_id: SAMPLE.ORGANIZATION,
      program_id: SAMPLE.PROGRAM,
      participant_id: SAMPLE.PARTICIPANT,
      asset_id: SAMPLE.ASSET,
      amount: '25.00',
    },
  }),
  'campaign.started': campaignTurn(
    'A campaign began to run: at its time, or because somebody started it. The end of a pause is not told of.',
  ),
  'campaign.ended': campaignTurn('A campaign that ran has ended: at its time, or because somebody ended or deleted it.'),
  'code.redeemed': eventType({
    category: 'lifecycle',
    description: 'An event used a code: at once, or by committing the decision that had reserved it.',
    payload: { fields: { ...codeUse, event_id: uuid('The event that used the code.') } },
    sample: { ...codeUsed, event_id: SAMPLE.EVENT },
  }),
  'code.returned': eventType({
    category: 'lifecycle',
    description: 'A code that a decision had reserved was given back, because the decision was cancelled or has expired.',
    payload: { fields: { ...codeUse, decision_id: uuid('The decision that had reserved the code.') } },
    sample: { ...codeUsed, decision_id: SAMPLE.DECISION },
  }),
  'notice.sent': eventType({
    category: 'lifecycle',
    description: 'A participant has something to know in time. Its SYSTEM event has all details; `GET /v1/notices/{id}` gives them, too.',
    payload: { fields: notice },
    sample: noticeSent,
  }),
  ...CHALLENGE_TYPES,
  ...LEADERBOARD_TYPES,
  'transfer.completed': eventType({
    category: 'movement',
    description: 'Value moved from a participant or group to others.',
    payload: {
      fields: { journal_entry_id, organization_id, program_id, asset_id, recipients },
      alternatives: SOURCES,
    },
    sample: {
      journal_entry_id: SAMPLE.ENTRY,
      organization_id: SAMPLE.ORGANIZATION,
      program_id: SAMPLE.PROGRAM,
      source_participant_id: SAMPLE.PARTICIPANT,
      asset_id: SAMPLE.ASSET,
      recipients: [
        { participant_id: SAMPLE.RECIPIENT, amount: '15.00' },
        { group_id: SAMPLE.GROUP, amount: '10.00' },
      ],
    },
  }),
  'program.funded': eventType({
    category: 'movement',
    description: 'The wallet of a program was funded.',
    payload: { fields: moved },
    sample: movement,
  }),
  'program.burned': eventType({
    category: 'movement',
    description: 'Balance of a program wallet was burned.',
    payload: { fields: moved },
    sample: movement,
  }),
  'participant.created': eventType({
    category: 'lifecycle',
    description: 'A new participant was enrolled.',
    payload: {
      fields: { participant_id, organization_id, external_user_id: text('Your own id of the participant.') },
    },
    sample: { participant_id: SAMPLE.PARTICIPANT, organization_id: SAMPLE.ORGANIZATION, external_user_id: 'user-42' },
  }),
  'participant.tier_changed': eventType({
    category: 'lifecycle',
    description: 'A participant, group or program reached another level of a tier, or lost its level.',
    payload: {
      fields: {
        organization_id,
        program_id: uuid('The program of the tier; the program itself is the target when the payload names nobody else.'),
        tier: text('Key of the tier.'),
        level: { ...text('Key of the level that was reached; null when the tier was removed.'), nullable: true },
      },
      alternatives: [...TARGETS, {}],
    },
    sample: {
      participant_id: SAMPLE.PARTICIPANT,
      organization_id: SAMPLE.ORGANIZATION,
      program_id: SAMPLE.PROGRAM,
      tier: 'status',
      level: 'gold',
    },
  }),
  ...PROCESSING_TYPES,
  ...REFERRAL_TYPES,
};

export type WebhookType = keyof typeof EVENT_TYPES;
export type WebhookPayloads = { [T in WebhookType]: PayloadOf<(typeof EVENT_TYPES)[T]['payload']> };

/** Exactly one of the two names the target of a balance event. */
export type TargetId = OneOf<(typeof TARGETS)[number]>;

/** Exactly one of the two names the source of a transfer. */
export type TransferSourceId = OneOf<(typeof SOURCES)[number]>;

/** Every type, in the order of the catalogue. */
export const WEBHOOK_TYPES = namesIn(EVENT_TYPES);

export function isWebhookType(text: string): text is WebhookType {
  return Object.hasOwn(EVENT_TYPES, text);
}
