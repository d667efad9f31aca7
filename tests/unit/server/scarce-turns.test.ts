/** A program whose lanes found too little of what they share is processed as a whole for twenty turns, and then in lanes again. */
import { expect, test } from 'vitest';
import { publishSettings } from '@/env';
import { WHOLE, WHOLE_AWAITED } from '@/server/db/repositories/events/event-queue';
import { newId } from '@/server/platform/ids';
import { holdsOf, rememberScarce } from '@/server/services/events/lanes';

publishSettings({ EVENT_LANES: '4', DATABASE_POOL_SIZE: '24' });

const TURNS = 20;
const turn = (programId: string) => holdsOf({ programId, backlog: true });
/** How many turns in a row the program is processed as a whole. */
function wholeTurns(programId: string): number {
  for (let turns = 0; ; turns++) if (turn(programId)[0]!.of === 'SLOTS') return turns;
}

test('a backlog is processed in lanes until they find too little, then as a whole for twenty turns, and then in lanes again', () => {
  const program = newId();
  expect(turn(program).map(({ of }) => of)).toEqual(['SLOTS', 'SLOTS', 'SLOTS', 'SLOTS']);
  rememberScarce(program);
  for (let turns = 0; turns < TURNS; turns++) expect(turn(program)).toEqual([WHOLE_AWAITED]);
  expect(turn(program)).toHaveLength(4);
});

test('each time that lanes find too little, the twenty turns begin anew', () => {
  const program = newId();
  rememberScarce(program);
  turn(program);
  rememberScarce(program);
  expect(wholeTurns(program)).toBe(TURNS);
});

test('turns without a backlog are none of the twenty, and need not wait for the whole', () => {
  const program = newId();
  rememberScarce(program);
  for (let turns = 0; turns < TURNS; turns++) expect(holdsOf({ programId: program, backlog: false })).toEqual([WHOLE]);
  expect(wholeTurns(program)).toBe(TURNS);
});

test('what one program lacks says nothing of another, and of many programs the one that lacked something longest ago is forgotten', () => {
  const [first, second] = [newId(), newId()];
  rememberScarce(first);
  expect(wholeTurns(second)).toBe(0);
  rememberScarce(second);
  rememberScarce(first);
  for (let others = 1; others < 10_000; others++) rememberScarce(newId());
  expect([wholeTurns(first), wholeTurns(second)]).toEqual([TURNS, 0]);
});
