/** What a rule reads can be determined without running it. */
import { expect, test } from 'vitest';
import { compileCondition } from '@/domain/rules/condition';
import { enrollmentsRead, referencesOf, rootsOf } from '@/domain/rules/references';
import { compileTemplate, templateExpressions } from '@/domain/rules/template';

test.each([
  ['event.pull_request.user.login == "a"', ['pull_request.user.login'], []],
  ['event["a"]["b"].c == 1', ['a.b.c'], []],
  ['has(event.x.y) || event.x.y == event.x.y', ['x.y'], []],
  ['event.commits.exists(c, c.author.name == event.pusher)', ['commits[].author.name', 'pusher'], []],
  ['event.commits.size() > 1', ['commits'], []],
  ['event.commits.exists(c, true)', ['commits'], []],
  ['event.labels.all(l, l == "bug")', ['labels[]'], []],
  ['event.items[0].sku == "x"', ['items[].sku'], []],
  ['event.prices[event.currency].amount > 1', ['currency'], ['prices[*].amount']],
  ['event.items.filter(i, i.n > 2)[0].sku == "b"', ['items[].sku', 'items[].n'], []],
  ['event.a.map(x, x.b.map(y, y.c + x.d)).size() > 0', ['a[].b[].c', 'a[].d'], []],
  ['[event.a].exists(event, event == 1)', ['a'], []],
  ['size(event) > 0', [], ['[*]']],
  ['now > timestamp("2026-01-01T00:00:00Z")', [], []],
])('%s reads those fields of the event', (source, eventPaths, dynamicEventPaths) => {
  expect(referencesOf([compileCondition(source).expression])).toEqual({ eventPaths, dynamicEventPaths, state: [] });
});

test.each([
  ['participant.counters.visits > 1', { scope: 'participant', kind: 'counter', key: 'visits' }],
  ['participant.counters["visits"] > 1', { scope: 'participant', kind: 'counter', key: 'visits' }],
  ['"visits" in participant.counters', { scope: 'participant', kind: 'counter', key: 'visits' }],
  ['"vip" in participant.tags', { scope: 'participant', kind: 'tag', key: 'vip' }],
  ['has(recipient.attributes.city)', { scope: 'recipient', kind: 'attribute', key: 'city' }],
  ['program.counters.events == 1', { scope: 'program', kind: 'counter', key: 'events' }],
  ['participant.tiers.status.level == "gold"', { scope: 'participant', kind: 'tier', key: 'status' }],
  ['participant.balances.PTS.available > 1', { scope: 'participant', kind: 'balance', key: 'PTS' }],
  ['groups.exists(g, g.counters.wins > 1)', { scope: 'group', kind: 'counter', key: 'wins' }],
  ['groups.exists(g, "core" in g.tags)', { scope: 'group', kind: 'tag', key: 'core' }],
  ['groups[0].attributes.city == ""', { scope: 'group', kind: 'attribute', key: 'city' }],
])('%s reads that key of the state', (source, reference) => {
  expect(referencesOf([compileCondition(source).expression])).toEqual({ eventPaths: [], dynamicEventPaths: [], state: [reference] });
});

test('a rule reads what its condition and its templates read, each once', () => {
  const expressions = [
    compileCondition('event.type == "a"').expression,
    ...templateExpressions(compileTemplate('{{ event.type }}: {{ event.amount }}', 'text')),
  ];
  expect(referencesOf(expressions).eventPaths).toEqual(['type', 'amount']);
});

test.each([
  ['groups.size() > 0', ['groups']],
  ['groups.exists(g, g.role == event.role)', ['groups', 'event']],
  ['groups.filter(g, g.role == "ADMIN").map(g, g.name)[0] == "a"', ['groups']],
  ['event.teams.exists(t, groups.exists(g, g.id == t))', ['groups', 'event']],
  ['"core" in groups[0].tags', ['groups']],
  ['event.groups.exists(groups, groups == "a")', ['event']],
  ['now > timestamp("2026-01-01T00:00:00Z") && participant.id == ""', ['now', 'participant']],
])('%s begins at those names', (source, roots) => {
  expect([...rootsOf([compileCondition(source).expression])].sort()).toEqual([...roots].sort());
});

test.each([
  ['participant.enrolled_at < now', ['participant']],
  ['now - recipient.enrolled_at > duration("24h") && participant.enrolled_at < now', ['recipient', 'participant']],
  ['participant == recipient', ['participant', 'recipient']],
  ['participant.counters.visits > 1', []],
])('%s reads when those people were enrolled', (source, people) => {
  expect(enrollmentsRead([compileCondition(source).expression])).toEqual(people);
});
