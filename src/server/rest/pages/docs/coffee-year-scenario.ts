/** Defines a coffee program's year: its setup and expected figures. The page shows them, and a test checks them against the ledger. */
import { present } from '@/domain/assert';

export const BEGINS_AT = '2030-12-31T23:00:00Z';
export const ENDS_AT = '2032-01-01T00:00:00.000Z';
export const PEOPLE = ['ada', 'bob'] as const;
export type ScenarioPerson = (typeof PEOPLE)[number];

/** Terms shared by the requests and the figures below. */
export const TERMS = {
  given: 10,
  budget: 15,
  maturesAfter: 14,
  expiresAfter: 100,
  stars: 10,
  silver: 60,
  gold: 120,
  bonus: 50,
  charge: 7,
} as const;

export const PROGRAM = { name: 'Coffee club' } as const;
export const ASSET = { name: 'Beans', symbol: 'BEAN', scale: 2, inventory_mode: 'LOT', issuance_policy: 'UNLIMITED' } as const;

interface SetupRequest {
  readonly method: 'POST' | 'PUT';
  readonly path: string;
  readonly body: unknown;
}

const level = (key: string, rank: number, threshold: number) => ({
  key,
  rank,
  qualification: { mode: 'ALL', criteria: [{ counter: 'stars', operator: 'GTE', threshold }] },
});

const onEvent = (type: string, ...actions: unknown[]) => ({ name: `On ${type}`, condition: `event.type == "${type}"`, actions });

/** Everything after the program and its asset, in order. */
export function setupRequests(program: string, asset: string): SetupRequest[] {
  const post = (path: string, body: unknown): SetupRequest => ({ method: 'POST', path, body });
  const rule = (body: object) => post('/rules', { program_id: program, ...body });
  const automation = (body: object) => post(`/programs/${program}/automations`, { scope: 'PARTICIPANTS', ...body });
  const beans = (type: 'CREDIT' | 'DEBIT', amount: number, terms: object = {}) => ({
    type,
    asset_id: asset,
    amount: String(amount),
    ...terms,
  });
  return [
    ...PEOPLE.map((external_id) => post('/participants', { external_id, program_id: program })),
    post(`/programs/${program}/tiers`, {
      key: 'status',
      name: 'Status',
      levels: [level('silver', 1, TERMS.silver), level('gold', 2, TERMS.gold)],
      lifecycle: { qualification_period: { type: 'CALENDAR_YEAR' }, counters: { qualifying: ['stars'] } },
    }),
    {
      method: 'PUT',
      path: `/participants/ext:bob/state/tiers/status?program_id=${program}`,
      body: { level: 'silver', expires_at: '2031-04-01T00:00:00Z' },
    },
    rule({
      ...onEvent('month', beans('CREDIT', TERMS.given, { matures_in: `${TERMS.maturesAfter}d`, expires_in: `${TERMS.expiresAfter}d` }), {
        type: 'COUNTER',
        key: 'stars',
        value: TERMS.stars,
      }),
      budgets: [{ asset_id: asset, scope: 'PROGRAM', limit: String(TERMS.budget), schedule_type: 'CRON', cron_expression: '0 0 1 * *' }],
    }),
    rule(onEvent('gold', beans('CREDIT', TERMS.bonus))),
    rule(onEvent('summer', beans('DEBIT', TERMS.charge))),
    automation({ name: 'Every month', trigger: { type: 'CRON', cron_expression: '0 9 1 * *' }, event: { type: 'month' } }),
    automation({ name: 'Summer', trigger: { type: 'ONE_TIME', run_at: '2031-07-20T12:00:00Z' }, event: { type: 'summer' } }),
    automation({
      name: 'Gold',
      trigger: { type: 'PARTICIPANT_STATE' },
      participant_filter: 'has(participant.tiers.status) && participant.tiers.status.level == "gold"',
      event: { type: 'gold' },
    }),
  ];
}

/** How one month changes what a person can spend. */
export interface MonthFigures {
  /** From the month's own beans, on the 15th. */
  readonly matured: number;
  readonly expired: number;
  readonly charged: number;
  readonly bonus: number;
  /** What is available at the end of the month. */
  readonly left: number;
}

export interface Month {
  readonly name: string;
  /** The day on which the beans of three months earlier expire, and the month they are from; null: none do. */
  readonly expiry: { readonly day: number; readonly of: string } | null;
  readonly of: Readonly<Record<ScenarioPerson, MonthFigures>>;
}

const moved = (matured: number, expired: number, left: number, { charged = 0, bonus = 0 } = {}): MonthFigures => ({
  matured,
  expired,
  charged,
  bonus,
  left,
});
const month = (name: string, expiry: Month['expiry'], ada: MonthFigures, bob: MonthFigures): Month => ({ name, expiry, of: { ada, bob } });

export const MONTHS: readonly Month[] = [
  month('January', null, moved(10, 0, 10), moved(5, 0, 5)),
  month('February', null, moved(10, 0, 20), moved(5, 0, 10)),
  month('March', null, moved(10, 0, 30), moved(5, 0, 15)),
  month('April', { day: 11, of: 'January' }, moved(10, 10, 30), moved(5, 5, 15)),
  month('May', { day: 12, of: 'February' }, moved(10, 10, 30), moved(5, 5, 15)),
  month('June', { day: 9, of: 'March' }, moved(10, 10, 30), moved(5, 5, 15)),
  month('July', { day: 10, of: 'April' }, moved(10, 10, 23, { charged: 7 }), moved(5, 5, 8, { charged: 7 })),
  month('August', { day: 9, of: 'May' }, moved(10, 3, 30), moved(5, 0, 13)),
  month('September', { day: 9, of: 'June' }, moved(10, 10, 30), moved(5, 3, 15)),
  month('October', { day: 9, of: 'July' }, moved(10, 10, 30), moved(5, 5, 15)),
  month('November', { day: 9, of: 'August' }, moved(10, 10, 30), moved(5, 5, 15)),
  month('December', { day: 10, of: 'September' }, moved(10, 10, 80, { bonus: 50 }), moved(5, 5, 65, { bonus: 50 })),
];

/** What ada has left at the end of the year, by expiry. */
export const LOTS_OF_ADA: readonly { readonly of: string; readonly amount: number; readonly expiresAt: string | null }[] = [
  { of: 'October', amount: 10, expiresAt: '2032-01-09T09:00:00.000Z' },
  { of: 'November', amount: 10, expiresAt: '2032-02-09T09:00:00.000Z' },
  { of: 'December', amount: 10, expiresAt: '2032-03-10T09:00:00.000Z' },
  { of: 'gold', amount: 50, expiresAt: null },
];

/** Every level change, and why it happened. */
export const LEVELS: Readonly<
  Record<ScenarioPerson, readonly { readonly on: string; readonly level: string | null; readonly why: string }[]>
> = {
  ada: [
    { on: '2031-06-01', level: 'silver', why: 'The sixth month makes 6 × 10 = 60 stars.' },
    { on: '2031-12-01', level: 'gold', why: 'The twelfth month makes 12 × 10 = 120 stars.' },
    { on: '2032-01-01', level: 'gold', why: 'The year is evaluated before the stars restart at 0: 120 of 120 renew gold.' },
  ],
  bob: [
    { on: '2030-12-31', level: 'silver', why: 'Given manually, until 1 April.' },
    {
      on: '2031-04-01',
      level: null,
      why: 'Three months make 3 × 10 = 30 stars; silver takes 60. April’s run comes at 09:00, after the evaluation at 00:00.',
    },
    { on: '2031-06-01', level: 'silver', why: 'The sixth month makes 6 × 10 = 60 stars.' },
    { on: '2031-12-01', level: 'gold', why: 'The twelfth month makes 12 × 10 = 120 stars.' },
    { on: '2032-01-01', level: 'gold', why: 'Renewed, as for ada.' },
  ],
};

/** The totals of a person's year. */
export function yearOf(person: ScenarioPerson): Omit<MonthFigures, 'left'> & { readonly left: number } {
  const sum = (part: keyof MonthFigures): number => MONTHS.reduce((total, { of }) => total + of[person][part], 0);
  return {
    matured: sum('matured'),
    expired: sum('expired'),
    charged: sum('charged'),
    bonus: sum('bonus'),
    left: present(MONTHS.at(-1), 'the year has its months').of[person].left,
  };
}
