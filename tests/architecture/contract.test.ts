/** docs/contract.md has every section that a comment cites, and its tables of states are those of the code. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { REWARD_MOVES } from '@/domain/choices';
import { RETRY_DELAYS_SECONDS } from '@/domain/events/retry';
import { DomainError, ERROR_CODES, errorFamily } from '@/domain/errors';
import { ORDER_TABLE } from '@/domain/fulfillment/order';
import { REDEMPTION_STATUSES, transition, type RedemptionStatus, type RedemptionTrigger } from '@/domain/redemptions/machine';
import { RETRY_DELAYS_MINUTES } from '@/domain/webhooks/retry';
import { ROOT, sources } from './source';

const TEXT = readFileSync(join(ROOT, 'docs', 'contract.md'), 'utf8');
const SECTIONS = [...TEXT.matchAll(/^#{2,3} (.+)$/gm)].map(([, title]) => title!);
const CITED = sources('src', 'prisma', 'tests')
  .filter(({ path }) => !path.startsWith('tests/architecture/'))
  .flatMap(({ path, text }) => [...text.matchAll(/\(contract:([^)]*)\)/g)].map(([, named]) => ({ path, named: named! })));

const sectionOf = (title: string): string => TEXT.split(new RegExp(`^#{2,3} ${title}$`, 'm'))[1]!.split(/^#{2,3} /m)[0]!;

/** The first table of a section whose rows begin with a code word, as code words and plain text. */
function rowsOf(title: string): string[][] {
  return [...sectionOf(title).matchAll(/^\| `[A-Z_]+` \|.*$/gm)].map(([line]) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}
const code = (word: string): string => `\`${word}\``;

test('every comment that cites the contract names sections that it has', () => {
  expect(CITED.length).toBeGreaterThan(25);
  const wrong = CITED.filter(({ named }) => {
    const titles = [...named.matchAll(/"([^"]+)"/g)].map(([, title]) => title!);
    return titles.length === 0 || named.replaceAll(/"[^"]+"|,| |\n|\*/g, '') !== '' || !titles.every((title) => SECTIONS.includes(title));
  });
  expect(wrong).toEqual([]);
});

test('no two sections have the same name', () => {
  expect(new Set(SECTIONS).size).toBe(SECTIONS.length);
});

describe('the tables of states are those of the code', () => {
  const TRIGGERS: readonly RedemptionTrigger[] = ['CAPTURE', 'CANCEL', 'FAIL', 'EXPIRE', 'REVERSE_PART', 'REVERSE_REST'];
  const verdict = (status: RedemptionStatus, trigger: RedemptionTrigger): string => {
    try {
      const next = transition(status, trigger);
      return next === null ? 'unchanged' : code(next);
    } catch (error) {
      if (error instanceof DomainError) return code(error.code);
      throw error;
    }
  };

  test('of redemptions', () => {
    expect(rowsOf('Redemptions')).toEqual(
      REDEMPTION_STATUSES.map((status) => [code(status), ...TRIGGERS.map((trigger) => verdict(status, trigger))]),
    );
  });

  test('of rewards', () => {
    expect(rowsOf('Rewards').map(([from, to]) => [from, to])).toEqual(
      Object.entries(REWARD_MOVES).map(([from, to]) => [code(from), to.map(code).join(', ')]),
    );
  });

  test('of fulfillment orders', () => {
    expect(rowsOf('Fulfillment orders')).toEqual(
      Object.entries(ORDER_TABLE).map(([from, to]) => [
        code(from),
        code(to.DELIVERED),
        code(to.ACCEPTED),
        code(to.REFUSED),
        code(to.UNKNOWN),
      ]),
    );
  });

  test('each status has the type that it names', () => {
    const rows = [...sectionOf('Errors').matchAll(/^\| ([\d, ]+) \| `(\w+)` \|$/gm)];
    const told = rows.flatMap(([, statuses, type]) => statuses!.split(', ').map((status) => [Number(status), type]));
    const known = new Set([...Object.values(ERROR_CODES).map(({ status }) => status)]);
    expect(new Set(told.map(([status]) => status))).toEqual(new Set([...known]));
    expect(told.filter(([status, type]) => errorFamily(status as Parameters<typeof errorFamily>[0]) !== type)).toEqual([]);
  });

  test('the retries are those that it tells', () => {
    const listed = (delays: readonly number[]): string => `${delays.slice(0, -1).join(', ')} and ${delays.at(-1)}`;
    expect(sectionOf('Events')).toContain(`${listed(RETRY_DELAYS_SECONDS)} seconds`);
    expect(sectionOf('Webhook deliveries')).toContain(`${listed(RETRY_DELAYS_MINUTES)} minutes later`);
  });
});

test('every error code that it names is one', () => {
  const words = [...TEXT.matchAll(/\b(?:4\d\d) `([a-z_]+)`/g)].map(([, word]) => word!);
  expect(words.length).toBeGreaterThan(20);
  expect(words.filter((word) => !(word in ERROR_CODES))).toEqual([]);
});
