/** Every rule has one plain sentence, and always the same: a table of rules and their sentences, to be read. */
import { getConformanceSuite, type IncrementalTestSuite } from '@bufbuild/cel-spec/testdata/tests.js';
import { describe, expect, test } from 'vitest';
import type { ActionSource } from '@/domain/rules/actions/catalog';
import { conditionWords } from '@/domain/rules/sentence/condition-words';
import { ruleSentence } from '@/domain/rules/sentence/rule-sentence';
import { TEMPLATES } from '@/contract/templates';

const ACTOR = { type: 'ACTOR' } as const;

function* allExpressions({ suites, tests }: IncrementalTestSuite): Generator<string> {
  for (const { original } of tests) yield original.expr;
  for (const suite of suites) yield* allExpressions(suite);
}

describe('a condition reads', () => {
  test.each(
    Object.entries({
      'event.type == "purchase"': 'type is “purchase”',
      'event.type == "purchase" && event.amount > 50': 'type is “purchase” and amount is over 50',
      'event.order.channel in ["web", "app"]': 'order channel is one of “web” or “app”',
      '!(event.order.channel in ["web", "app"])': 'order channel is neither “web” nor “app”',
      'has(event.coupon)': 'coupon is there',
      '!has(event.order.coupon)': 'order coupon is missing',
      'has(event.amount) && event.amount >= 10.5': 'amount is at least 10.5',
      'has(event.amount) && (event.amount > 3 || event.vip)': '(…)',
      'event.amount > 3 || event.vip': 'amount is over 3 or vip is true',
      'event.a == 1 && (event.b == 2 || event.c == 3)': 'a is 1 and either b is 2 or c is 3',
      'event.a == 1 || event.b == 2 && event.c == 3': 'a is 1 or (b is 2 and c is 3)',
      '!event.gift': 'gift is not true',
      '!(event.a == 1)': 'a is not 1',
      'event.note == null': 'note is empty',
      'event.email.endsWith("@example.com")': 'email ends with “@example.com”',
      '!event.email.endsWith("@example.com")': 'email does not end with “@example.com”',
      '"vip" in participant.tags': 'the participant has the tag “vip”',
      '!("vip" in recipient.tags)': 'the recipient does not have the tag “vip”',
      'participant.counters.visits >= 10': 'the counter “visits” of the participant is at least 10',
      'participant.counters["big orders"] % 5 == 0': 'the counter “big orders” of the participant is a multiple of 5',
      '(participant.counters.visits + 1) % 3 == 0': 'the counter “visits” of the participant, counting this time, is a multiple of 3',
      'date(now, program.timezone) >= "2026-12-01"': 'the day is on or after December 1, 2026',
      'participant.counters["big orders"] % 5 == 4': 'what is left of the counter “big orders” of the participant divided by 5 is 4',
      'participant.attributes.city == "Berlin"': 'the attribute “city” of the participant is “Berlin”',
      'has(participant.attributes.city)': 'the participant has the attribute “city”',
      'has(participant.tiers.club) && participant.tiers.club.level == "gold"': 'the level of the participant in the tier “club” is “gold”',
      'has(participant.tiers.club)': 'the participant has a level in the tier “club”',
      'has(participant.balances.PTS.held)': 'CEL “has(participant.balances.PTS.held)”',
      'event.items.exists(i, has(i.coupon))': 'for at least one of the items, coupon is there',
      '!has(participant.tiers.club)': 'the participant has no level in the tier “club”',
      'participant.balances.PTS.available < 100.0': 'the available PTS of the participant is under 100.0',
      'program.attributes.season == "spring"': 'the attribute “season” of the program is “spring”',
      'event.items.exists(i, i.category == "coffee")': 'for at least one of the items, category is “coffee”',
      '!event.items.exists(i, i.gift_card)': 'for none of the items, gift card is true',
      'event.items.all(i, i.price > 5 && i.qty >= 2)': 'for each of the items, (price is over 5 and qty is at least 2)',
      'event.labels.exists(l, l == "bug")': 'for at least one of the labels, it is “bug”',
      'groups.exists(g, g.name == "Core")': 'for at least one of the groups of the participant, its name is “Core”',
      'event.items.exists(a, event.tags.exists(b, a == b))': 'for at least one of the items, (for at least one of the tags, CEL “a == b”)',
      'groups.map(g, g.name).size() > 1': 'the number of the groups of the participant is over 1',
      'size(event.items) > 2': 'the number of items is over 2',
      'event.items.map(i, i.price * i.qty).sum() > 100': 'the sum of price times qty of each of the items is over 100',
      'now.getDayOfWeek(program.timezone) in [6, 0]': 'it is a Saturday or a Sunday',
      'now.getDayOfWeek("Europe/Berlin") == 5': 'it is a Friday in Berlin',
      'now.getMonth() == 11': 'it is December in UTC',
      'now.getHours(program.timezone) >= 18': 'it is 18:00 or later',
      'now.getHours("UTC") < 9': 'it is before 09:00 in UTC',
      'now >= timestamp("2026-12-01T00:00:00Z")': 'the time is at or after December 1, 2026 at 00:00 UTC',
      'timestamp(event.placed_at) < now': 'placed at is before now',
      'now - timestamp(event.placed_at) < duration("24h")': 'the time since placed at is under 24 hours',
      'now - timestamp(event.placed_at) >= duration("72h")': 'the time since placed at is at least 3 days',
      'now - participant.enrolled_at < duration("720h")': 'it is within 30 days of the enrollment of the participant',
      'now - recipient.enrolled_at >= duration("24h")': 'it is 1 day or more after the enrollment of the recipient',
      'participant.enrolled_at < timestamp("2026-01-01T00:00:00Z")':
        'the enrollment of the participant is before January 1, 2026 at 00:00 UTC',
      'date(now, program.timezone) == "2026-12-24"': 'the day is December 24, 2026',
      'isAnniversary(participant.attributes.born, now, program.timezone)':
        'the day is an anniversary of the attribute “born” of the participant',
      'event.amount * 0.1 > event.fee': '10% of amount is over fee',
      'decimal(event.total) - event.shipping >= 20': 'total minus shipping is at least 20',
      'event.lineItems[0].unitPrice > 3': 'unit price of line items #1 is over 3',
      'event.currency.lowerAscii() == "eur"': 'currency in lower case is “eur”',
      '[1, 2].exists(x, x == event.n) == true': 'CEL “[1, 2].exists(x, x == event.n) == true”',
      'event.a ? true : false': 'CEL “event.a ? true : false”',
      'event.a == 1 && {"x": event.b}["x"] == 2': 'a is 1 and CEL “{"x": event.b}["x"] == 2”',
      false: 'never',
    }).filter(([, words]) => words !== '(…)'),
  )('%s', (source, words) => {
    expect(conditionWords(source)).toBe(words);
  });

  test('as something and always the same, whatever the language allows', () => {
    const expressions = [...allExpressions(getConformanceSuite())];
    expect(expressions.length).toBeGreaterThan(1_500);
    for (const source of expressions) {
      const words = conditionWords(source);
      expect(conditionWords(source)).toBe(words);
      expect(words ?? 'always').not.toMatch(/undefined|\[object|^$/);
    }
  });

  test('as it is written where it could not be saved any more', () => {
    expect(conditionWords('event.a ==')).toBe('CEL “event.a ==”');
  });

  test('as nothing where it is always true', () => {
    expect(conditionWords('true')).toBeNull();
  });

  test('with all that could make it true, where a field that may be missing is only one way', () => {
    expect(conditionWords('has(event.amount) && (event.amount > 3 || event.vip)')).toBe(
      'amount is there and either amount is over 3 or vip is true',
    );
  });
});

const rule = (changes: Partial<Parameters<typeof ruleSentence>[0]>) =>
  ruleSentence(
    {
      condition: 'event.type == "purchase"',
      actions: [],
      budgets: [],
      stop_after_match: false,
      active_from: null,
      active_to: null,
      ...changes,
    },
    (id) => ({ 'asset-1': 'PTS', 'asset-2': 'EUR' })[id],
  );
const credit = { type: 'CREDIT', amount: '10', asset_id: 'asset-1', target: ACTOR } as const;

describe('a rule says', () => {
  test.each<[string, Partial<Parameters<typeof ruleSentence>[0]>]>([
    ['When type is “purchase”, gives 10 PTS to the participant.', { actions: [credit] }],
    ['For every event, gives 10 PTS to the participant.', { condition: 'true', actions: [credit] }],
    [
      'When type is “purchase”, gives 5% of amount in EUR to the participant, which can be spent after 14 days and expires after 365 days, at most 100.00 EUR a month for each participant.',
      {
        actions: [{ ...credit, asset_id: 'asset-2', amount: '{{ event.amount * 0.05 }}', matures_in: '14d', expires_in: '365d' }],
        budgets: [{ asset_id: 'asset-2', scope: 'PARTICIPANT', limit: '100.00', schedule_type: 'CRON', cron_expression: '0 0 1 * *' }],
      },
    ],
    [
      'When type is “purchase”, gives amount, rounded down, in PTS to the recipient and adds the tag “buyer” to the participant. Later rules of its set are then skipped.',
      {
        actions: [
          { ...credit, amount: '{{ math.floor(event.amount) }}', target: { type: 'RECIPIENT' } },
          { type: 'TAG', tag: 'buyer', target: ACTOR },
        ],
        stop_after_match: true,
      },
    ],
    [
      'When type is “purchase”, gives 20 units of an unknown asset when vip is true and 10 units of an unknown asset otherwise, to “ada”, held.',
      {
        actions: [
          {
            ...credit,
            asset_id: 'gone',
            amount: '{{ event.vip ? 20 : 10 }}',
            bucket: 'HELD',
            target: { type: 'PARTICIPANT', external_id: 'ada' },
          },
        ],
      },
    ],
    [
      'When type is “purchase”, gives 10 PTS to the participant, at most 500 PTS a week from Sunday in all and at most 5 PTS in each period that begins every Friday at 18:00 in UTC for each participant.',
      {
        actions: [credit],
        budgets: [
          { asset_id: 'asset-1', scope: 'PROGRAM', limit: '500', schedule_type: 'CRON', cron_expression: '0 0 * * SUN' },
          { asset_id: 'asset-1', scope: 'PARTICIPANT', limit: '5', schedule_type: 'CRON', cron_expression: '0 18 * * 5' },
        ],
      },
    ],
    [
      'When type is “purchase”, gives 10 PTS to the participant, at most 500 PTS in all and at most 5 PTS every 7 days for each participant.',
      {
        actions: [credit],
        budgets: [
          { asset_id: 'asset-1', scope: 'PROGRAM', limit: '500', schedule_type: null },
          { asset_id: 'asset-1', scope: 'PARTICIPANT', limit: '5', schedule_type: 'INTERVAL', interval: '7d' },
        ],
      },
    ],
  ])('%s', (sentence, changes) => {
    expect(rule(changes)).toBe(sentence);
  });

  test.each([
    ['10.50', '10.50 PTS'],
    ['{{ event.amount * 0.1 }}', '10% of amount in PTS'],
    ['{{ event.amount * 2 }}', 'amount times 2 in PTS'],
    ['{{ math.least(event.amount * 0.1, 20) }}', '10% of amount in PTS, at most 20 per event,'],
    ['{{ (has(event.tip) ? event.tip : 0) * 0.5 }}', '50% of tip (0 if missing) in PTS'],
    ['{{ math.floor(event.amount / 5) * 1 }}', '1 PTS for every full 5 of amount'],
    ['{{ event.amount * 1 / 5 }}', '1 PTS for every 5 of amount'],
    ['{{ event.items.map(i, i.price * i.qty).sum() * 0.05 }}', '5% of the sum of price times qty of each of the items in PTS'],
    [
      '{{ event.items.filter(i, i.category == "coffee").map(i, i.price).sum() * 0.05 }}',
      '5% of the sum of price of each of the items where category is “coffee” in PTS',
    ],
    ['{{ size(event.items) * 3 }}', 'the number of items times 3 in PTS'],
    ['{{ event.amount >= 100 ? 12 : event.amount >= 50 ? 5 : 0 }}', '5 PTS when amount is at least 50 and 12 PTS when it is at least 100,'],
    [
      '{{ event.amount >= 100 ? event.amount * 0.1 : event.amount >= 50 ? event.amount * 0.05 : 0 }}',
      '5% of amount in PTS when amount is at least 50 and 10% of amount in PTS when it is at least 100,',
    ],
    [
      '{{ event.category == "books" ? 2 : event.category == "toys" ? 3 : 1 }}',
      '2 PTS when category is “books”, 3 PTS when it is “toys” and 1 PTS otherwise,',
    ],
    [
      '{{ math.round(event.amount * 0.1 * (!has(participant.tiers.club) ? 1 : participant.tiers.club.level == "gold" ? 2 : 1), 2) }}',
      '10% of amount in PTS, times 2 at “gold” of the tier “club” of the participant, rounded to 2 decimal places,',
    ],
    ['{{ 10 * (now.getDayOfWeek(program.timezone) in [6, 0] ? 2 : 1) }}', '10 PTS, times 2 when it is a Saturday or a Sunday,'],
    ['{{ math.floor(event.amount - 5, 1) }}', 'amount minus 5, rounded down to 1 decimal place, in PTS'],
  ])('what %s gives', (amount, words) => {
    expect(rule({ actions: [{ ...credit, amount }] })).toBe(`When type is “purchase”, gives ${words} to the participant.`);
  });

  test.each([
    ['0 0 * * *', '20 PTS a day'],
    ['0 0 * * 1', '20 PTS a week from Monday'],
    ['0 0 * * 0', '20 PTS a week from Sunday'],
    ['0 0 1 1,4,7,10 *', '20 PTS a quarter'],
    ['30 4 * * *', '20 PTS in each period that begins every day at 04:30 in UTC'],
  ])('a limit that begins anew by %s', (cron_expression, words) => {
    const budget = { asset_id: 'asset-1', scope: 'PARTICIPANT', limit: '20', schedule_type: 'CRON', cron_expression } as const;
    expect(rule({ actions: [credit], budgets: [budget] })).toContain(`, at most ${words} for each participant.`);
  });

  test.each<[string, ActionSource]>([
    [
      'takes 3 PTS from the participant, out of what is held',
      { ...credit, type: 'DEBIT', amount: '3', bucket: 'HELD', shortfall_policy: 'REJECT' },
    ],
    [
      'holds 3 PTS out of the balance of the participant under the reference “r”',
      { ...credit, type: 'HOLD', amount: '3', reference_id: 'r' },
    ],
    ['releases 3 PTS to the participant', { ...credit, type: 'RELEASE', amount: '3' }],
    ['forfeits 3 PTS out of the balance of the participant', { ...credit, type: 'FORFEIT', amount: '3', bucket: 'AVAILABLE' }],
    [
      'takes back what is held for the participant under the reference “r”',
      { type: 'VOID_PENDING', asset_id: 'asset-1', reference_id: 'r', target: ACTOR },
    ],
    [
      'takes back what the participant earned under the reference “r”',
      { type: 'TAKE_BACK', asset_id: 'asset-1', reference_id: 'r', share: '1', shortfall_policy: 'REJECT', target: ACTOR },
    ],
    [
      'takes back 50% of what the participant earned under the reference “r”',
      { type: 'TAKE_BACK', asset_id: 'asset-1', reference_id: 'r', share: 0.5, shortfall_policy: 'REJECT', target: ACTOR },
    ],
    [
      'takes back a share of what the participant earned under the reference “r”',
      { type: 'TAKE_BACK', asset_id: 'asset-1', reference_id: 'r', share: '{{ event.part }}', shortfall_policy: 'REJECT', target: ACTOR },
    ],
    [
      'transfers 3 PTS from the participant to a certain group',
      { ...credit, type: 'TRANSFER', amount: '3', preserve_expiry: true, target: { type: 'GROUP', id: 'g' } },
    ],
    ['removes the tag “new” from the participant', { type: 'UNTAG', tag: 'new', target: ACTOR }],
    [
      'adds 1 to the counter “visits” of the participant',
      { type: 'COUNTER', key: 'visits', operation: 'INCREMENT', value: 1, target: ACTOR },
    ],
    [
      'sets the counter “spent” of the program to amount',
      { type: 'COUNTER', key: 'spent', operation: 'SET', value: '{{ event.amount }}', target: { type: 'PROGRAM' } },
    ],
    ['sets the attribute “city” of the participant to “Berlin”', { type: 'SET_ATTRIBUTE', key: 'city', value: 'Berlin', target: ACTOR }],
    ['puts the participant at “gold” of the tier “club”', { type: 'SET_TIER', tier: 'club', level: 'gold', target: ACTOR }],
    ['takes the participant out of the tier “club”', { type: 'SET_TIER', tier: 'club', level: null, target: ACTOR }],
    [
      'makes the event “thanks” for the participant after 1 day',
      { type: 'SCHEDULE_EVENT', event_name: 'thanks', payload: {}, delay: '1d', target: ACTOR },
    ],
    [
      'makes the event “party” for everybody of the program',
      { type: 'BROADCAST', event_name: 'party', payload: {}, target: { type: 'PROGRAM' } },
    ],
  ])('%s', (words, action) => {
    expect(rule({ actions: [action] })).toBe(`When type is “purchase”, ${words}.`);
  });

  test('the condition of every rule of the templates in words alone', () => {
    const rules = Object.values(TEMPLATES).flatMap(({ configuration }) => configuration.rule_sets.flatMap((set) => set.rules));
    const words = rules.map(({ condition }) => conditionWords(condition) ?? '');
    expect(words.length).toBeGreaterThan(5);
    expect(words.filter((text) => text.includes('CEL'))).toEqual([]);
  });
});
