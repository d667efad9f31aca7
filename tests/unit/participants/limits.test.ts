import { describe, expect, test } from 'vitest';
import { assertStateFits, STATE_MAX, type StateSizes } from '@/domain/participants/limits';
import { stateKey, stateTransitions, type StateChange, type StateValue } from '@/domain/participants/state';
import { amountOf } from '@/domain/money';

const base = { subject: { type: 'PARTICIPANT', id: 'ada' }, origin: { source: 'API' } } as const;
const add = (key: string): StateChange => ({ ...base, type: 'TAG', operation: 'ADD', key });
const remove = (key: string): StateChange => ({ ...base, type: 'TAG', operation: 'REMOVE', key });
const set = (key: string): StateChange => ({ ...base, type: 'ATTRIBUTE', operation: 'SET', key, value: 1 });
const count = (key: string): StateChange => ({ ...base, type: 'COUNTER', operation: 'INCREMENT', key, by: amountOf(1) });

function fits(sizes: StateSizes, changes: readonly StateChange[], present: readonly StateChange[] = []): string {
  const current = new Map(present.map((change): [string, StateValue] => [stateKey(change), { json: change.key }]));
  try {
    assertStateFits(sizes, stateTransitions(current, changes, new Date(0)), (type) => type.toLowerCase());
    return 'fits';
  } catch (error) {
    const { code, param, details } = error as { code: string; param: string; details: { count: number } };
    return `${code} ${param} ${details.count}`;
  }
}

describe('the limit on state', () => {
  test.each([
    ['TAG', add],
    ['ATTRIBUTE', set],
    ['COUNTER', count],
  ] as const)('lets a subject have as many of %s as it says, and no more', (type, make) => {
    expect(fits({ [type]: STATE_MAX - 1 }, [make('a')])).toBe('fits');
    expect(fits({ [type]: STATE_MAX }, [make('a')])).toBe(`unprocessable ${type.toLowerCase()} ${STATE_MAX + 1}`);
  });

  test('counts what is there afterwards: what is removed makes room, and what is there already takes none', () => {
    expect(fits({ TAG: STATE_MAX }, [remove('a'), add('b')], [remove('a')])).toBe('fits');
    expect(fits({ TAG: STATE_MAX }, [add('a')], [add('a')])).toBe('fits');
    expect(fits({ TAG: STATE_MAX }, [add('a'), remove('a')])).toBe('fits');
    expect(fits({ TAG: STATE_MAX }, [add('a'), remove('a'), add('a'), add('b')])).toBe(`unprocessable tag ${STATE_MAX + 2}`);
  });

  test('is checked of the types that were asked to change', () => {
    expect(fits({}, [add('a')])).toBe('fits');
    expect(fits({ TAG: 0, ATTRIBUTE: STATE_MAX }, [add('a'), set('k')])).toBe(`unprocessable attribute ${STATE_MAX + 1}`);
    expect(fits({ TAG: STATE_MAX + 2 }, [remove('a')], [remove('a')])).toBe(`unprocessable tag ${STATE_MAX + 1}`);
  });
});
