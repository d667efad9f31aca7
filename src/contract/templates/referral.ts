/** Referral: a friend who joins and buys earns both a reward, within a cap per referrer and a monthly budget. */
import { NO_OTHERS, ACTOR, anyAmount, asset, gives, givesNothing, lifetime, monthly, rule, ruleSet, settings } from './parts';
import type { ProgramTemplate } from './template';

const FRIEND = { type: 'RECIPIENT' } as const;

const REFERRED = { type: 'referral' };
const KNOWN = { recipient: { tags: ['referred'] } };
const earned = (target: 'ACTOR' | 'RECIPIENT', amount: string) =>
  ({ type: 'CREDIT', target, asset: 'CREDIT', bucket: 'AVAILABLE', amount }) as const;

/** A friend counts as new only once. */
const NEW_FRIEND = 'event.type == "referral" && recipient != null && !("referred" in recipient.tags)';

export const REFERRAL: ProgramTemplate = {
  key: 'referral',
  title: 'Referral',
  audience: 'For services that grow by word of mouth: both the friend and the person who brought them are rewarded.',
  configuration: {
    program: settings('Rewards people for bringing friends, and rewards the friends too.'),
    assets: [asset('Store credit', 'CREDIT', { scale: 2, inventory_mode: 'SIMPLE' })],
    tiers: [],
    rule_sets: [
      ruleSet('referral', 'Referral', [
        rule(
          {
            ref: 'referrer',
            name: 'Thanks to the referrer',
            words: 'Bringing a new friend earns 10, at most 50 in total per referrer and 5,000 a month for all referrers together.',
            when: NEW_FRIEND,
          },
          [
            {
              type: 'CREDIT',
              amount: '10',
              asset: 'CREDIT',
              description: 'For bringing {{ recipient.external_id }}',
              target: ACTOR,
            },
            { type: 'COUNTER', key: 'referrals', operation: 'INCREMENT', value: 1, target: ACTOR },
          ],
          {
            budgets: [lifetime('CREDIT', 'PARTICIPANT', '50.00'), monthly('CREDIT', 'PROGRAM', '5000.00')],
            examples: [
              gives('bringing a new friend gives 10.00', { data: REFERRED, state: { recipient: {} } }, [
                earned('ACTOR', '10.00'),
                { type: 'COUNTER', target: 'ACTOR', key: 'referrals', value: '1' },
              ]),
              givesNothing('bringing somebody again gives nothing', { data: REFERRED, state: KNOWN }),
            ],
          },
        ),
        rule(
          {
            ref: 'friend',
            name: 'Welcome to the friend',
            words: 'The friend, who is the recipient of the event, earns 5 and is tagged, so that nobody can bring them again.',
            when: NEW_FRIEND,
          },
          [
            { type: 'CREDIT', amount: '5', asset: 'CREDIT', description: 'Welcome', target: FRIEND },
            { type: 'TAG', tag: 'referred', target: FRIEND },
          ],
          {
            examples: [
              gives('a new friend gets 5.00 and the tag', { data: REFERRED, state: { recipient: {} } }, [
                earned('RECIPIENT', '5.00'),
                { type: 'TAG', target: 'RECIPIENT', key: 'referred' },
              ]),
              givesNothing('a friend who was brought before gets nothing', { data: REFERRED, state: KNOWN }),
            ],
          },
        ),
      ]),
    ],
    rewards: [anyAmount('Credit on an order', 'CREDIT', 'Any amount of store credit, taken off the price of an order.')],
    automations: [],
    ...NO_OTHERS,
  },
  groups: [],
  samples: [
    {
      title: 'Ada brings Ben',
      event: { external_id: 'ada', recipient_external_id: 'ben', event_data: { type: 'referral' } },
      gains: [
        { who: 'ada', asset: 'CREDIT', amount: '10.00', bucket: 'AVAILABLE' },
        { who: 'ben', asset: 'CREDIT', amount: '5.00', bucket: 'AVAILABLE' },
      ],
      because: 'Ben is new: ada is thanked with 10.00 and he is welcomed with 5.00.',
    },
    {
      title: 'Cleo brings Ben too',
      event: { external_id: 'cleo', recipient_external_id: 'ben', event_data: { type: 'referral' } },
      gains: [],
      because: 'Ben has been brought before, so nobody earns anything.',
    },
  ],
};
