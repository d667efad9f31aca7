import { describe, expect, test } from 'vitest';
import { counter, level, LEVELS, settled, tierMembership, subjectWith, tierWith, type LifecycleParts } from './support';

const YEAR: LifecycleParts = { year: true };

describe('before anything is due', () => {
  test.each<[string, LifecycleParts | null]>([
    ['no lifecycle', null],
    ['a calendar year', YEAR],
    ['a retention', { retention: { mode: 'PERIOD_BASED', duration: '90d' } }],
    ['activity', { retention: { mode: 'ACTIVITY_REFRESH', duration: '90d' } }],
  ])('%s changes nothing', (_, parts) => {
    const subject = subjectWith({ points: counter(5) }, { status: tierMembership('gold', '2027-01-01') });
    expect(settled([tierWith(parts)], subject, '2026-12-31T23:59:59.999Z')).toEqual([]);
    expect(settled([tierWith(parts)], subjectWith({ points: counter(5) }), '2026-12-31')).toEqual([]);
  });
});

describe('at the end of a year', () => {
  test('who qualifies keeps the level for the next year, then the counters reset', () => {
    const subject = subjectWith({ points: counter(1_300) }, { status: tierMembership('gold', '2027-01-01') });
    expect(settled([tierWith(YEAR)], subject, '2027-01-01')).toEqual([
      ['status', 'gold', '2028-01-01'],
      ['points', '0'],
    ]);
  });

  test('who does not drops to what the counters qualify for, and who qualifies for nothing loses the level', () => {
    const gold = (points: number) => subjectWith({ points: counter(points) }, { status: tierMembership('gold', '2027-01-01') });
    expect(settled([tierWith(YEAR)], gold(150), '2027-01-01')).toEqual([
      ['status', 'silver', '2028-01-01'],
      ['points', '0'],
    ]);
    expect(settled([tierWith(YEAR)], gold(50), '2027-01-01')).toEqual([
      ['status', null],
      ['points', '0'],
    ]);
    expect(settled([tierWith(YEAR)], gold(0), '2027-01-01')).toEqual([['status', null]]);
  });

  test('EXCESS carries over what lies above the threshold of the level that was qualified for, and nothing below any', () => {
    const tier = tierWith({ ...YEAR, rollover: 'EXCESS' });
    expect(
      settled([tier], subjectWith({ points: counter('1300.5') }, { status: tierMembership('gold', '2027-01-01') }), '2027-01-01'),
    ).toEqual([
      ['status', 'gold', '2028-01-01'],
      ['points', '300.5'],
    ]);
    expect(settled([tier], subjectWith({ points: counter(99) }), '2027-01-01')).toEqual([['points', '0']]);
  });

  test('what is carried over counts in the next year, and is cleared at its end', () => {
    const subject = subjectWith({ points: counter(1_300) }, { status: tierMembership('gold', '2027-01-01') });
    expect(settled([tierWith({ ...YEAR, rollover: 'EXCESS' })], subject, '2028-01-01')).toEqual([
      ['status', 'gold', '2028-01-01'],
      ['points', '300'],
      ['status', 'silver', '2029-01-01'],
      ['points', '200'],
    ]);
  });

  test('extend_months lets a level outlast the end of its year, and it can still be earned meanwhile', () => {
    const tier = tierWith({ ...YEAR, extendMonths: 2 });
    const gold = { status: tierMembership('gold', '2027-03-01') };
    expect(settled([tier], subjectWith({ points: counter(50) }, gold), '2027-01-01')).toEqual([['points', '0']]);
    expect(settled([tier], subjectWith({ points: counter(50) }, gold), '2027-03-01')).toEqual([
      ['points', '0'],
      ['status', null],
    ]);
    expect(settled([tier], subjectWith({ points: counter(1_000, '2027-02-01') }, gold), '2027-03-01')).toEqual([
      ['status', 'gold', '2028-03-01'],
    ]);
  });

  test('a year of one’s own begins on its day', () => {
    const tier = tierWith({ year: { month: 4, day: 6 } });
    const subject = subjectWith({ points: counter(1_000, '2026-04-05') }, { status: tierMembership('gold', '2026-04-06') });
    expect(settled([tier], subject, '2026-04-06')).toEqual([
      ['status', 'gold', '2027-04-06'],
      ['points', '0'],
    ]);
    expect(settled([tier], subjectWith({ points: counter(1_000, '2026-04-06') }), '2027-04-05')).toEqual([]);
  });

  test('all tiers of one instant are evaluated before any counter resets, and the one that leaves more has its way', () => {
    const tiers = [tierWith(YEAR), tierWith({ ...YEAR, rollover: 'EXCESS' }, [level('big', 1, 1_000)], 'other')];
    const tierMemberships = {
      status: tierMembership('gold', '2027-01-01'),
      other: { ...tierMembership('silver', '2027-01-01'), level: 'big' },
    };
    expect(settled(tiers, subjectWith({ points: counter(1_300) }, tierMemberships), '2027-01-01')).toEqual([
      ['status', 'gold', '2028-01-01'],
      ['other', 'big', '2028-01-01'],
      ['points', '300'],
    ]);
  });

  test('years that nobody looked at are made up for, each at its time', () => {
    const subject = subjectWith({ points: counter(1_300) }, { status: tierMembership('gold', '2027-01-01') });
    expect(settled([tierWith(YEAR)], subject, '2030-06-01')).toEqual([
      ['status', 'gold', '2028-01-01'],
      ['points', '0'],
      ['status', null],
    ]);
  });

  test('a level without an end is not evaluated, though its counters reset', () => {
    const subject = subjectWith({ points: counter(50) }, { status: tierMembership('gold', null) });
    expect(settled([tierWith(YEAR)], subject, '2027-01-01')).toEqual([['points', '0']]);
  });
});

describe('downgrade policies', () => {
  const due = (parts: Partial<LifecycleParts['downgrade']>, from: 'silver' | 'gold' | 'platinum', points: number, inGrace = false) =>
    settled(
      [tierWith({ ...YEAR, downgrade: parts, qualifying: [] })],
      subjectWith({ points: counter(points) }, { status: tierMembership(from, '2027-01-01', inGrace) }),
      '2027-01-01',
    );

  test.each([
    ['DROP_ONE', 'platinum', 0, ['status', 'gold', '2028-01-01']],
    ['DROP_ONE', 'silver', 0, ['status', null]],
    ['DROP_ONE', 'platinum', 150, ['status', 'gold', '2028-01-01']],
    ['DROP_TO_QUALIFYING', 'platinum', 150, ['status', 'silver', '2028-01-01']],
    ['DROP_TO_QUALIFYING', 'platinum', 0, ['status', null]],
    ['HOLD', 'platinum', 0, ['status', 'platinum', '2028-01-01']],
  ] as const)('%s from %s with %d points gives %j', (mode, from, points, expected) => {
    expect(due({ mode }, from, points)).toEqual([expected]);
  });

  test.each([
    ['DROP_ONE', ['status', 'gold', '2028-01-01']],
    ['DROP_TO_QUALIFYING', ['status', null]],
    ['HOLD', ['status', null]],
  ] as const)('%s after its grace gives %j', (mode, expected) => {
    expect(due({ mode, grace_days: 30 }, 'platinum', 0)).toEqual([['status', 'platinum', '2027-01-31', 'grace']]);
    expect(due({ mode, grace_days: 30 }, 'platinum', 0, true)).toEqual([expected]);
  });

  test.each(['DROP_ONE', 'DROP_TO_QUALIFYING', 'HOLD'] as const)('a level that is earned again in its grace is kept under %s', (mode) => {
    expect(due({ mode, grace_days: 30 }, 'gold', 1_000, true)).toEqual([['status', 'gold', '2028-01-01']]);
  });

  test.each([
    ['DROP_TO_QUALIFYING', 'platinum', 0, ['status', 'gold', '2028-01-01']],
    ['DROP_ONE', 'gold', 0, ['status', 'gold', '2028-01-01']],
    ['DROP_TO_QUALIFYING', 'silver', 0, ['status', 'silver', '2028-01-01']],
  ] as const)('%s from %s never goes below min_level, and who stands below it stays', (mode, from, points, expected) => {
    expect(due({ mode, min_level: 'gold' }, from, points)).toEqual([expected]);
  });
});

describe('periods of one’s own', () => {
  const parts: LifecycleParts = { retention: { mode: 'PERIOD_BASED', duration: '90d' } };

  test('a level lasts its retention, is evaluated, and its counters begin anew', () => {
    expect(
      settled([tierWith(parts)], subjectWith({ points: counter(1_200) }, { status: tierMembership('gold', '2026-09-01') }), '2026-09-01'),
    ).toEqual([
      ['status', 'gold', '2026-11-30'],
      ['points', '0'],
    ]);
    expect(
      settled([tierWith(parts)], subjectWith({ points: counter(150) }, { status: tierMembership('gold', '2026-09-01') }), '2026-09-01'),
    ).toEqual([
      ['status', 'silver', '2026-11-30'],
      ['points', '0'],
    ]);
  });

  test('the end of a grace is not the end of a period: what was earned in it stays', () => {
    const tier = tierWith({ ...parts, downgrade: { grace_days: 10 } });
    expect(
      settled(
        [tier],
        subjectWith({ points: counter(150, '2026-09-05') }, { status: tierMembership('gold', '2026-09-11', true) }),
        '2026-09-11',
      ),
    ).toEqual([['status', 'silver', '2026-12-10']]);
  });

  test('where a qualification year is there too, a level lasts for the longer of the two', () => {
    const tier = tierWith({ ...parts, year: true });
    expect(
      settled(
        [tier],
        subjectWith({ points: counter(1_000, '2026-12-20') }, { status: tierMembership('gold', '2027-01-01') }),
        '2027-01-01',
      )[0],
    ).toEqual(['status', 'gold', '2028-01-01']);
  });
});

describe('activity', () => {
  const parts: LifecycleParts = { retention: { mode: 'ACTIVITY_REFRESH', duration: '90d' }, qualifying: [] };

  test('without any, nothing qualifies, whatever the counters say', () => {
    const gold = subjectWith({ points: counter(9_000) }, { status: tierMembership('gold', '2026-09-01') });
    expect(settled([tierWith(parts)], gold, '2026-09-01')).toEqual([['status', null]]);
    expect(settled([tierWith({ ...parts, downgrade: { mode: 'DROP_ONE' } })], gold, '2026-09-01')).toEqual([
      ['status', 'silver', '2026-11-30'],
    ]);
    expect(settled([tierWith({ ...parts, downgrade: { mode: 'DROP_ONE' } })], gold, '2026-12-01')).toEqual([
      ['status', 'silver', '2026-11-30'],
      ['status', null],
    ]);
  });

  test('the end of a year resets its counters and does not touch the level', () => {
    const tier = tierWith({ ...parts, year: true, qualifying: ['points'] });
    expect(
      settled([tier], subjectWith({ points: counter(50, '2026-12-01') }, { status: tierMembership('gold', '2027-03-01') }), '2027-01-01'),
    ).toEqual([['points', '0']]);
  });
});

describe('levels with an end and without a lifecycle', () => {
  test('fall to what the counters qualify for, for good, or are lost', () => {
    expect(
      settled([tierWith()], subjectWith({ points: counter(200) }, { status: tierMembership('gold', '2026-09-01') }), '2026-09-01'),
    ).toEqual([['status', 'silver', null]]);
    expect(settled([tierWith()], subjectWith({}, { status: tierMembership('gold', '2026-09-01') }), '2026-09-02')).toEqual([
      ['status', null],
    ]);
    expect(
      settled([tierWith()], subjectWith({ points: counter(1_000) }, { status: tierMembership('gold', '2026-09-01') }), '2026-09-01'),
    ).toEqual([['status', 'gold', null]]);
  });
});

describe('windows of counters', () => {
  test('that ended read 0 to evaluations of that time', () => {
    const subject = subjectWith({ points: counter(1_300, '2026-06-01', '2026-12-01') }, { status: tierMembership('gold', '2027-01-01') });
    expect(settled([tierWith(YEAR)], subject, '2027-01-01')).toEqual([
      ['status', null],
      ['points', '0'],
    ]);
  });

  test('are closed, and lift where 0 is what a level asks for', () => {
    const clean = {
      ...level('clean', 1, null),
      qualification: { mode: 'ALL' as const, criteria: [{ counter: 'strikes', operator: 'LTE' as const, threshold: '0' }] },
    };
    const subject = subjectWith({ strikes: counter(2, '2026-06-01', '2026-06-02') });
    expect(settled([tierWith(null, [clean])], subject, '2026-06-02')).toEqual([
      ['strikes', '0'],
      ['status', 'clean', null],
    ]);
    expect(settled([], subject, '2026-06-02')).toEqual([['strikes', '0']]);
  });
});

test('every level that time leaves is one of the tier, and settling twice changes nothing more', () => {
  for (const from of ['silver', 'gold', 'platinum'] as const) {
    const first = settled(
      [tierWith(YEAR, LEVELS)],
      subjectWith({ points: counter(400) }, { status: tierMembership(from, '2027-01-01') }),
      '2027-01-01',
    );
    const [, to, until] = first[0] as [string, 'silver' | 'gold' | 'platinum', string];
    expect(
      settled([tierWith(YEAR)], subjectWith({ points: counter(0, '2027-01-01') }, { status: tierMembership(to, until) }), '2027-01-01'),
    ).toEqual([]);
  }
});
