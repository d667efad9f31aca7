/** How conditions evaluate on real payloads. */
import { describe, expect, test } from 'vitest';
import { compileCondition } from '@/domain/rules/condition';
import { refusal, verdict, webhook } from './support';

const opened = webhook('pull_request', 'opened');
const push = {
  ...webhook('push'),
  commits: [
    { message: 'fix: a', author: { name: 'Ada' }, added: ['a', 'b'] },
    { message: 'docs', author: { name: 'Bob' }, added: [] },
  ],
};
const star = webhook('star', 'created');
const purchase = webhook('marketplace_purchase', 'purchased');
const order = {
  type: 'order',
  amount: 37.5,
  qty: 5,
  price: 19.99,
  zero: 0,
  big: '123456789012345678901234567890.12',
  note: null,
  at: '2026-01-02T03:04:05Z',
  items: [
    { sku: 'a', n: 2 },
    { sku: 'b', n: 3.5 },
  ],
  'content-type': 'json',
};

const TRUE: Readonly<Record<string, { event: typeof opened; conditions: readonly string[] }>> = {
  'a pull request': {
    event: opened,
    conditions: [
      'event.action == "opened" && !event.pull_request.merged',
      'event.pull_request.user.login == "Codertocat"',
      'event.pull_request.additions + event.pull_request.deletions == 2',
      'event.pull_request.milestone == null',
      'has(event.pull_request.milestone)',
      '!has(event.pull_request.nothing)',
      'event.pull_request.labels.size() == 0',
      '!event.pull_request.labels.exists(l, l.name == "bug")',
      'event.pull_request.author_association in ["OWNER", "MEMBER"]',
      'event.pull_request.body.contains("pull into master")',
      'event.pull_request.title.matches("(?i)^update .*readme")',
      'event.repository.full_name.split("/")[0] == event.sender.login',
      'event["pull_request"]["number"] == 2',
      'timestamp(event.pull_request.created_at) <= now',
      'now - timestamp(event.pull_request.created_at) > duration("24h")',
      'timestamp(event.pull_request.created_at).getFullYear() == 2019',
      'timestamp(event.pull_request.created_at).getHours("Asia/Tokyo") == 0',
      'event.pull_request.number % 2 == 0',
      'size(event.pull_request.title) > 10 && event.pull_request.title.lowerAscii().startsWith("update")',
      'type(event.pull_request.number) == int && type(event.pull_request) == map',
      'participant.external_id == event.sender.login',
    ],
  },
  'a push': {
    event: push,
    conditions: [
      'event.commits.exists(c, c.author.name == "Ada")',
      'event.commits.all(c, c.message != "")',
      'event.commits.exists_one(c, c.added.size() > 1)',
      'event.commits.filter(c, c.message.startsWith("fix"))[0].author.name == "Ada"',
      'event.commits.map(c, c.author.name) == ["Ada", "Bob"]',
      'event.commits.map(c, c.added.size() > 0, c.author.name).join(",") == "Ada"',
      'event.ref.startsWith("refs/tags/") && event.forced == false',
      'event.ref.substring(event.ref.lastIndexOf("/") + 1) == "simple-tag"',
    ],
  },
  'a star': {
    event: star,
    conditions: ['event.action == "created" && event.repository.stargazers_count >= 1', 'timestamp(event.starred_at) < now'],
  },
  'a purchase': {
    event: purchase,
    conditions: [
      'event.marketplace_purchase.plan.monthly_price_in_cents / 100 == 10',
      'event.marketplace_purchase.plan.monthly_price_in_cents * 0.01 >= 9.99',
      'event.marketplace_purchase.plan.monthly_price_in_cents > 999.5',
      'event.marketplace_purchase.billing_cycle in {"monthly": 1, "yearly": 12}',
    ],
  },
  'an order with every kind of number': {
    event: order,
    conditions: [
      'event.qty % 2 == 1',
      'event.qty / 2 == 2',
      'event.qty * 0.5 == 2.5',
      'event.qty - 0.5 > 4',
      '0.5 + event.qty == 5.5',
      'event.qty / 2.0 == 2.5',
      'event.qty > 1.5',
      'event.qty == 5.0',
      '5.0 == event.qty',
      'event.amount > 37',
      'event.amount != 37',
      '-event.qty == -5',
      'event.amount * event.qty == 187.5',
      'event.items.map(i, i.n) == [2, 3.5]',
      '5.0 in [event.qty]',
      'math.greatest(event.qty, event.amount, 1) == 37.5',
      'math.round(event.amount) == 38',
      'math.round(event.qty) == 5',
      'decimal(event.big) > 1e29',
      'decimal("12.5") == 12.5',
      'event.zero == 0.0 && event.zero == 0',
      'double(event.qty) == 5.0',
      'int(event.amount) == 37',
      '{1: "x"}[event.qty - 4] == "x"',
      'event["content-type"] == "json"',
      '"note" in event',
      '!("nothing" in event)',
      'event.note == null',
    ],
  },
  'the state around an event': {
    event: order,
    conditions: [
      'participant.counters.visits == 3',
      'participant.counters.points > 12.4',
      'participant.counters.never == 0',
      'participant.counters["never"] + 1 == 1',
      '!has(participant.counters.never)',
      '!("never" in participant.counters)',
      'participant.counters.huge > 1e29',
      '"vip" in participant.tags',
      'participant.attributes.city == "Berlin"',
      'participant.attributes.nickname == null',
      'participant.tiers.status.level == "gold" && participant.tiers.status.rank >= 2',
      'participant.balances.PTS.available >= 10.5',
      'participant.balances["PTS"].held == 0',
      'recipient == null',
      '!has(recipient.id)',
      'program.counters.events == 7',
      '"live" in program.tags',
      'groups.exists(g, g.role == "ADMIN" && g.counters.wins == 2)',
      'groups[0].name == "Core"',
      'now.getHours() == 12',
      'now.getMinutes("+05:45") == 15',
      'now.getMilliseconds() == 250',
      'now.getDayOfWeek() == 0',
      'now == timestamp("2026-03-01T12:30:00.250Z")',
      'string(now) == "2026-03-01T12:30:00.250Z"',
    ],
  },
  'what failures are absorbed': {
    event: order,
    conditions: [
      'event.missing == 1 || true',
      'true || event.missing == 1',
      '!(event.missing == 1 && false)',
      '[1, 2].exists(x, x == 2 || event.missing)',
      'has(event.missing) ? event.missing : true',
    ],
  },
};

for (const [name, { event, conditions }] of Object.entries(TRUE)) {
  describe(name, () => {
    test.each(conditions)('matches %s', (source) => {
      expect(verdict(source, event)).toBe('MATCHED');
      expect(verdict(`!(${source})`, event)).toBe('NOT_MATCHED');
    });
  });
}

test.each([
  ['event.missing == 1', 'ERROR event.missing is absent'],
  ['event.pull_request.merged', 'ERROR event.pull_request.merged is absent: there is no event.pull_request'],
  ['event.note.text == ""', 'ERROR event.note.text is absent: event.note is null'],
  ['event.type.name == ""', 'ERROR event.type.name is absent: event.type is a value of kind string'],
  ['event.items[2].sku == "a"', 'ERROR event.items[2].sku is absent: event.items has 2 elements'],
  ['event["missing"] == 1', 'ERROR event["missing"] is absent'],
  ['recipient.id == "a"', 'ERROR recipient.id is absent: recipient is null'],
  ['participant.balances.GOLD.available > 0', 'ERROR participant.balances.GOLD.available is absent: there is no participant.balances.GOLD'],
  ['event.items.exists(i, i.color == "red")', 'ERROR i.color is absent'],
  ['event.missing == 1 && true', 'ERROR event.missing is absent'],
  ['event.missing == 1 || false', 'ERROR event.missing is absent'],
  ['event.__proto__ == 1', 'ERROR event.__proto__ is absent'],
  ['event.constructor == 1', 'ERROR event.constructor is absent'],
  ['event.amount', 'ERROR The condition gives a value of kind decimal, not true or false'],
  ['null', 'ERROR The condition gives a value of kind null, not true or false'],
  ['event.qty / event.zero > 1', 'ERROR Division by zero'],
  ['event.qty % 0.5 > 1', 'ERROR There is no int % double'],
  ['event.type + 1 == "a"', 'ERROR There is no string + int'],
  ['event.type > 1', 'ERROR There is no string > int'],
  ['event.qty && true', 'ERROR A condition is true or false, not a value of kind int'],
  ['9223372036854775807 + event.qty > 0', 'ERROR The result is too large for a 64-bit integer'],
  ['decimal(event.type) > 1', 'ERROR "order" is not a decimal'],
  ['now.getHours("Mars/Olympus") == 1', 'ERROR There is no time zone "Mars/Olympus"'],
])('%s is an error that says why', (source, expected) => {
  expect(verdict(source, order)).toBe(expected);
});

test.each([
  ['foo == 1', '1:1 There is no name foo.'],
  ['event.a == 1 &&\n  bar', '2:3 There is no name bar.'],
  ['event.x.launch()', '1:9 There is no function launch.'],
  ['launch(event.x)', '1:1 There is no function launch.'],
  ['event.x.startsWith()', '1:9 The function startsWith cannot be called on a value with 0 arguments.'],
  ['math.power(2, 3)', '1:6 There is no function math.power.'],
  ['event.x ==', '1:9 The expression is not valid CEL'],
  ['', '1:1 The expression is not valid CEL'],
  ['event.x = 1', '1:9 The expression is not valid CEL'],
  ['"x"in0x1||event', '1:4 The expression is not valid CEL'],
  ['event.x inside', '1:9 The expression is not valid CEL'],
  ['Thing{a: 1} == 1', 'There is no type Thing to construct.'],
  ['9223372036854775808 > 1', '1:1 The number is outside the range of its kind.'],
  ['event.x.matches("(")', '1:17 The pattern is not a regular expression'],
  ['event.items.map(i)', '1:13 There is no function map.'],
  ['@result', '1:1 The expression is not valid CEL'],
])('%s is refused at its position', (source, expected) => {
  expect(refusal(() => compileCondition(source))).toContain(expected);
});

test('comments may stand on lines of their own', () => {
  expect(verdict('// first\n// second\nevent.qty == 5 // five\n  && event.type == "order" // "quoted"', order)).toBe('MATCHED');
});

test('what looks like a comment inside a text is text', () => {
  expect(verdict('"https://x".startsWith("https://")', order)).toBe('MATCHED');
});

test('a compiled condition gives the same answer whatever it saw before', () => {
  expect(['order', 'refund', 'order'].map((type) => verdict('event.type == "order"', { type }))).toEqual([
    'MATCHED',
    'NOT_MATCHED',
    'MATCHED',
  ]);
});
