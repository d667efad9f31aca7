/** The pictures of the gallery: what each shows, where it is taken, and one sentence about it. Names stay, so that a new run replaces them. */
import type { Page } from '@playwright/test';
import { RECIPE_SHOTS } from './recipes';
import { SEASON_SHOTS } from './season';

export const SECTIONS = [
  'At a glance',
  'Customers',
  'Rules',
  'Without code',
  'Campaigns',
  'Spending',
  'Ledger and reports',
  'Developers',
  'Settings and people',
  'Dark',
  'Narrow',
] as const;

export interface Picture {
  readonly section: (typeof SECTIONS)[number];
  readonly name: string;
  /** Ids stand in braces. */
  readonly path: string;
  readonly caption: string;
  readonly view: 'wide' | 'dark' | 'narrow';
  readonly signedOut?: boolean;
  readonly prepare?: (page: Page) => Promise<unknown>;
}

type Shot = Omit<Picture, 'section' | 'view'>;

const tab = (name: string) => (page: Page) => page.getByRole('tab', { name, exact: true }).click();
const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name, exact: true }).first().click();
/** What it opens is fetched when somebody asks for it. */
const open = (name: string) => async (page: Page) => {
  await press(name)(page);
  await page.getByRole('dialog').waitFor();
};

const shots = (section: Picture['section'], view: Picture['view'], list: readonly Shot[]): Picture[] =>
  list.map((shot) => ({ section, view, ...shot }));

const GLANCE: readonly Shot[] = [
  {
    name: 'overview',
    path: '/',
    caption: 'The last 30 days beside the 30 before: what is owed, what moved, what rules cost and what runs out.',
  },
  {
    name: 'overview-below',
    path: '/',
    caption: 'Further down: which rules cost most, budgets near their limit, failing events and a webhook endpoint in trouble.',
    prepare: (page) => page.mouse.wheel(0, 900),
  },
  { name: 'overview-year', path: '/?period=12m', caption: 'The same questions over twelve months, week by week.' },
  {
    name: 'palette',
    path: '/',
    caption: 'One key finds any page, customer, rule or id.',
    prepare: async (page) => {
      await page.keyboard.press('ControlOrMeta+k');
      await page.keyboard.type('bak');
    },
  },
  {
    name: 'shortcuts',
    path: '/',
    caption: 'Every page and most actions have a key.',
    prepare: async (page) => {
      await page.keyboard.press('?');
      await page.getByRole('dialog').waitFor();
    },
  },
];

const CUSTOMERS: readonly Shot[] = [
  { name: 'participants', path: '/participants', caption: 'Everybody who earns, with filters that are kept in the URL.' },
  {
    name: 'participants-chosen',
    path: '/participants',
    caption: 'Many customers changed at once, with the result for each.',
    prepare: async (page) => {
      for (const row of [2, 3, 5]) await page.getByRole('row').nth(row).getByRole('checkbox').check();
    },
  },
  { name: 'participant', path: '/participants/{participant}', caption: 'One customer: balances, tier, state, and what you can do.' },
  {
    name: 'participant-activity',
    path: '/participants/{participant}',
    caption: 'Everything that happened to a customer, in one timeline.',
    prepare: tab('Activity'),
  },
  {
    name: 'participant-lots',
    path: '/participants/{participant}',
    caption: 'Each lot of points: when it was earned and when it expires.',
    prepare: tab('Lots'),
  },
  {
    name: 'participant-adjust',
    path: '/participants/{participant}',
    caption: 'A manual adjustment shows its effect before you confirm it.',
    prepare: async (page) => {
      await press('Adjust balance')(page);
      await page.getByLabel('Amount').fill('150');
      await page
        .getByLabel(/Description|Reason|Why/)
        .first()
        .fill('Goodwill: late delivery');
    },
  },
  {
    name: 'import',
    path: '/participants/imports/{imported}',
    caption: 'Members of another program imported from a file, with the result of each line.',
  },
  { name: 'groups', path: '/groups', caption: 'Groups that share a balance.' },
  { name: 'group', path: '/groups/{group}', caption: 'A group with its members and its balance.' },
  { name: 'events', path: '/events', caption: 'Every event with its result.' },
  {
    name: 'views',
    path: '/events',
    caption: 'A filtered list, saved for yourself or for the team.',
    prepare: press('Views'),
  },
  { name: 'event', path: '/events/{event}', caption: 'Why each rule did what it did with one event.' },
  { name: 'event-failed', path: '/events/{failed}', caption: 'An event that failed, with what to do about it.' },
];

const RULES: readonly Shot[] = [
  { name: 'rules', path: '/rules?program={club}', caption: 'The rules of a program, in the order in which they run.' },
  { name: 'rule', path: '/rules/{rule}', caption: 'One rule: its condition, what it gives, and how much of its budget is left.' },
  { name: 'rule-new', path: '/rules/new?program={club}', caption: 'A new rule is checked while it is typed.' },
  { name: 'rules-order', path: '/rules/order?program={club}', caption: 'The order in which rules run.' },
  { name: 'rules-history', path: '/rules/history?program={club}', caption: 'Every version of the rules, each of which can be restored.' },
  {
    name: 'backtest',
    path: '/rules/backtests?program={club}&open={backtest}',
    caption: 'A change tested on a month of past events: what it would have cost.',
  },
  {
    name: 'correction',
    path: '/rules/corrections/{club}/{correction}',
    caption: 'What everybody should have had, before it is given or taken.',
  },
  {
    name: 'change-set',
    path: '/rules/change-sets/{changes}',
    caption: 'Changes that wait to be published: what they change, in sentences, and what they cost.',
  },
  { name: 'tiers', path: '/tiers', caption: 'Status levels that customers reach.' },
  { name: 'tier', path: '/tiers/{club}/status', caption: 'What each level requires and gives.' },
  {
    name: 'automations',
    path: '/automations',
    caption: 'Events that the service creates by itself: on a schedule or when a customer reaches a state.',
  },
  { name: 'automation', path: '/automations/{club}/{automation}', caption: 'An automation with its runs and the next one.' },
  {
    name: 'calendar',
    path: '/calendar?program={club}&month=2030-12',
    caption: 'December: which rules are active, when automations run, and what expires on which day.',
  },
  {
    name: 'calendar-windows',
    path: '/calendar?program={club}&month=2030-12&view=windows',
    caption: 'The same as windows, whose ends can be moved; where two rules overlap is marked and said.',
  },
];

const SPENDING: readonly Shot[] = [
  { name: 'rewards', path: '/rewards', caption: 'The catalog, with the remaining stock of each reward.' },
  { name: 'reward', path: '/rewards/{club}/{reward}', caption: 'One reward: its price, its stock, and how customers see it.' },
  { name: 'redemptions', path: '/redemptions', caption: 'Redemptions waiting to be captured or cancelled, one by one or many at once.' },
  { name: 'redemptions-all', path: '/redemptions/all', caption: 'Every redemption in every state.' },
  { name: 'redemption', path: '/redemptions/{redemption}', caption: 'A captured redemption that was reversed.' },
  { name: 'decisions', path: '/decisions/expiring', caption: 'Baskets that are being paid: what they hold, and how long yet.' },
  {
    name: 'decision',
    path: '/decisions/{decision}',
    caption: 'One decision of a checkout: the basket, what it earns and pays, why not more, and the balances before and after.',
  },
  { name: 'transfers', path: '/transfers', caption: 'Points that customers gave to one another and to their group.' },
  { name: 'transfer', path: '/transfers/{transfer}', caption: 'One transfer with every recipient.' },
];

const LEDGER: readonly Shot[] = [
  { name: 'ledger', path: '/ledger', caption: 'The journal: every movement of value.' },
  { name: 'ledger-entry', path: '/ledger/{entry}', caption: 'One entry, whose postings sum to zero.' },
  { name: 'verification', path: '/ledger/verification/{verification}', caption: 'The whole ledger, checked against itself.' },
  { name: 'report-liability', path: '/reports', caption: 'What is owed, and how it came about.' },
  { name: 'report-expirations', path: '/reports/expirations', caption: 'What expires in the coming months.' },
  { name: 'report-rules', path: '/reports/rules', caption: 'What each rule gave, and how often it matched.' },
  { name: 'report-redemptions', path: '/reports/redemptions', caption: 'What customers chose.' },
  { name: 'report-activity', path: '/reports/activity', caption: 'Who was active, day by day.' },
  { name: 'report-trial-balance', path: '/reports/trial-balance', caption: 'The trial balance of every account.' },
  { name: 'period', path: '/reports/periods/{period}', caption: 'A closed month, whose figures never change.' },
  { name: 'exports', path: '/reports/exports', caption: 'Whole lists as files.' },
];

const DEVELOPERS: readonly Shot[] = [
  { name: 'api-keys', path: '/api-keys', caption: 'Keys, rotated without a gap.' },
  { name: 'webhooks', path: '/webhooks', caption: 'Webhook endpoints and their health.' },
  { name: 'webhook-endpoint', path: '/webhooks/{endpoint}', caption: 'An endpoint that is down: since when, and what is waiting for it.' },
  { name: 'webhook-delivery', path: '/webhooks/deliveries/{delivery}', caption: 'A delivery with each attempt and its response.' },
  { name: 'logs', path: '/logs', caption: 'Every request to the API.' },
  { name: 'log', path: '/logs/{log}', caption: 'One request with both bodies.' },
  { name: 'event-shapes', path: '/event-shapes?program={club}', caption: 'Which fields incoming events really have.' },
  { name: 'sandbox', path: '/sandbox', caption: 'The clock of a sandbox and its moves.' },
  { name: 'sandbox-move', path: '/sandbox/{move}', caption: 'What happened while the clock moved.' },
  { name: 'docs', path: '/docs', caption: 'The documentation. The tests run every example.', signedOut: true },
  { name: 'docs-ledger', path: '/docs/ledger', caption: 'How value moves, posting by posting.', signedOut: true },
];

const SETTINGS: readonly Shot[] = [
  { name: 'programs', path: '/programs', caption: 'The programs of the organization.' },
  { name: 'program-new', path: '/programs', caption: 'A new program begins with a template.', prepare: open('New program') },
  { name: 'program', path: '/programs/{club}', caption: 'A program with its assets and settings.' },
  { name: 'assets', path: '/assets', caption: 'What programs give out.' },
  { name: 'asset', path: '/assets/{asset}', caption: 'One asset: how it behaves and where it is used.' },
  { name: 'fulfillment', path: '/fulfillment', caption: 'Providers that deliver rewards.' },
  { name: 'audit', path: '/audit', caption: 'Who changed what, and when.' },
  { name: 'audit-change', path: '/audit/{audit}', caption: 'One change, before and after.' },
  { name: 'team', path: '/team', caption: 'The people of the organization and who is invited.' },
  { name: 'organization', path: '/organization', caption: 'Settings of the organization.' },
  { name: 'account', path: '/account', caption: 'Password, second factor and sessions of one person.' },
  { name: 'start', path: '/start', caption: 'Five steps from a template to the first credited event.' },
  { name: 'sign-in', path: '/login', caption: 'Signing in.', signedOut: true },
];

const again = (list: readonly Shot[], suffix: string, ...names: string[]): Shot[] =>
  list.filter(({ name }) => names.includes(name)).map((shot) => ({ ...shot, name: `${shot.name}-${suffix}` }));

const ALL = [GLANCE, CUSTOMERS, RULES, SEASON_SHOTS, SPENDING, LEDGER, DEVELOPERS, SETTINGS].flat();

export const PICTURES: readonly Picture[] = [
  ...shots('At a glance', 'wide', GLANCE),
  ...shots('Customers', 'wide', CUSTOMERS),
  ...shots('Rules', 'wide', RULES),
  ...shots('Without code', 'wide', RECIPE_SHOTS),
  ...shots('Campaigns', 'wide', SEASON_SHOTS),
  ...shots('Spending', 'wide', SPENDING),
  ...shots('Ledger and reports', 'wide', LEDGER),
  ...shots('Developers', 'wide', DEVELOPERS),
  ...shots('Settings and people', 'wide', SETTINGS),
  ...shots(
    'Dark',
    'dark',
    again(
      ALL,
      'dark',
      'overview',
      'overview-year',
      'participant',
      'participant-activity',
      'event',
      'rule',
      'backtest',
      'calendar-windows',
      'campaign',
      'report-liability',
      'account',
      'program-new',
    ),
  ),
  ...shots(
    'Narrow',
    'narrow',
    again(
      ALL,
      'narrow',
      'overview',
      'overview-below',
      'participant',
      'participant-activity',
      'participant-lots',
      'rules',
      'calendar',
      'challenge',
      'redemptions',
      'webhook-endpoint',
      'account',
      'program-new',
    ),
  ),
];
