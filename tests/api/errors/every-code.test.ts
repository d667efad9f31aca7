/** Every code of the registry is answered to a real request, or it is listed apart because nothing answers it. */
import { describe, expect, test } from 'vitest';
import { ERROR_CODES, type ErrorCode } from '@/domain/errors';
import { UNUSED_ERROR_CODES } from '@/domain/unused-error-codes';
import { appRouter } from '@/server/api/root';
import { RouteTable } from '@/server/rest/route-table';
import type { Provocations } from '@tests/support/error-codes/answered';
import { BALANCES } from '@tests/support/error-codes/balances';
import { CHALLENGES } from '@tests/support/error-codes/challenges';
import { CODES } from '@tests/support/error-codes/codes';
import { FAULTS } from '@tests/support/error-codes/faults';
import { PEOPLE } from '@tests/support/error-codes/people';
import { PROGRAMS } from '@tests/support/error-codes/programs';
import { REFERRALS } from '@tests/support/error-codes/referrals';
import { REQUESTS } from '@tests/support/error-codes/requests';
import { REWARDS } from '@tests/support/error-codes/rewards';
import { useOwnDatabase } from '@tests/support/own-database';

await useOwnDatabase();

const PROVOCATIONS: Provocations = {
  ...REQUESTS,
  ...BALANCES,
  ...CHALLENGES,
  ...CODES,
  ...PROGRAMS,
  ...REWARDS,
  ...PEOPLE,
  ...REFERRALS,
  ...FAULTS,
};
const codes = Object.keys(ERROR_CODES) as ErrorCode[];
const isUnused = (code: ErrorCode): boolean => code in UNUSED_ERROR_CODES;

test('every code has a request that provokes it, or is listed apart, and none is both', () => {
  expect(codes.filter((code) => (PROVOCATIONS[code] !== undefined) === isUnused(code))).toEqual([]);
  expect(codes.filter((code) => (ERROR_CODES[code].unusedBecause !== null) !== isUnused(code))).toEqual([]);
});

describe('a real request is answered with', () => {
  test.each(Object.entries(PROVOCATIONS))('%s', async (code, provoke) => {
    const answered = await provoke();
    expect(answered).toEqual({ code, status: answered.status === null ? null : ERROR_CODES[code as ErrorCode].status });
  });
});

test('no route is for people alone, so that a key never meets the guard of those that are', () => {
  const { endpoints } = new RouteTable(appRouter);
  const access = endpoints.map(({ procedure }) => (procedure._def.meta as { access?: { callers: string } } | undefined)?.access?.callers);
  expect(new Set(access)).toEqual(new Set(['KEYS_AND_PEOPLE', 'OPERATOR']));
});
