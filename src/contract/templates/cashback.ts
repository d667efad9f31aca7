/** Cashback: a share of each purchase, spendable once the goods can no longer be returned. */
import { NO_OTHERS, ACTOR, anyAmount, asset, gives, givesNothing, monthly, order, rule, ruleSet, settings } from './parts';
import type { ProgramTemplate } from './template';

const cash = (type: 'CREDIT' | 'DEBIT', amount: string) => ({ type, target: 'ACTOR', asset: 'CASH', bucket: 'DEFERRED', amount }) as const;

export const CASHBACK: ProgramTemplate = {
  key: 'cashback',
  title: 'Cashback',
  audience: 'For shops that give back a share of each purchase, but nothing for returned goods.',
  configuration: {
    program: settings('Gives back 5% of each purchase once it can no longer be returned.'),
    assets: [asset('Cashback', 'CASH', { scale: 2, inventory_mode: 'LOT' })],
    tiers: [],
    rule_sets: [
      ruleSet('cashback', 'Cashback', [
        rule(
          {
            ref: 'purchase',
            name: 'Cashback on a purchase',
            words: 'A purchase earns 5% of its amount, at most 100 a month for each participant. It can be spent 14 days later.',
            when: 'event.type == "purchase"',
          },
          [
            {
              type: 'CREDIT',
              amount: '{{ event.amount * 0.05 }}',
              asset: 'CASH',
              matures_in: '14d',
              description: `Cashback${order(' for order ', '')}`,
              target: ACTOR,
            },
          ],
          {
            budgets: [monthly('CASH', 'PARTICIPANT', '100.00')],
            examples: [
              gives('a purchase of 80.00 gives 4.00', { data: { type: 'purchase', amount: 80 } }, [cash('CREDIT', '4.00')]),
              gives('a purchase of 5,000.00 gives no more than 100.00', { data: { type: 'purchase', amount: 5000 } }, [
                cash('CREDIT', '100.00'),
              ]),
              givesNothing('a visit gives nothing', { data: { type: 'visit' } }),
            ],
          },
        ),
        rule(
          {
            ref: 'return',
            name: 'Returned purchase',
            words: 'A purchase that is returned within the 14 days loses its 5%, taken from what cannot be spent yet.',
            when: 'event.type == "return"',
          },
          [
            {
              type: 'DEBIT',
              amount: '{{ event.amount * 0.05 }}',
              asset: 'CASH',
              bucket: 'DEFERRED',
              shortfall_policy: 'PARTIAL',
              description: `${order('Order ', 'Purchase')} came back`,
              target: ACTOR,
            },
          ],
          {
            examples: [
              gives(
                'the return of 30.00 takes 1.50 of what cannot be spent yet',
                { data: { type: 'return', amount: 30 }, state: { participant: { balances: { CASH: { deferred: '4.00' } } } } },
                [cash('DEBIT', '1.50')],
              ),
            ],
          },
        ),
      ]),
    ],
    rewards: [anyAmount('Money off an order', 'CASH', 'Any amount of cashback, taken off the price of an order.')],
    automations: [],
    ...NO_OTHERS,
  },
  groups: [],
  samples: [
    {
      title: 'Ada buys for 80.00',
      event: { external_id: 'ada', event_data: { type: 'purchase', order_id: 'A-1001', amount: 80 } },
      gains: [{ who: 'ada', asset: 'CASH', amount: '4.00', bucket: 'DEFERRED' }],
      because: '5% of 80.00 is 4.00, which she can spend in 14 days.',
    },
    {
      title: 'Ada buys for 30.00 more',
      event: { external_id: 'ada', event_data: { type: 'purchase', order_id: 'A-1002', amount: 30 } },
      gains: [{ who: 'ada', asset: 'CASH', amount: '1.50', bucket: 'DEFERRED' }],
      because: '5% of 30.00 is 1.50.',
    },
    {
      title: 'Ada sends the second order back',
      event: { external_id: 'ada', event_data: { type: 'return', order_id: 'A-1002', amount: 30 } },
      gains: [{ who: 'ada', asset: 'CASH', amount: '-1.50', bucket: 'DEFERRED' }],
      because: 'The 1.50 of that order could not be spent yet and is taken back.',
    },
  ],
};
