/** Lists every page of the documentation in reading order. */
import { present } from '@/domain/assert';
import { once } from '../../once';
import { COFFEE_YEAR_TITLE } from './coffee-year';
import { writtenPage } from './content';
import { operationSections, titleOfSection } from './reference';
import { SCALING_GUIDE_TITLE } from './scaling-guide';
import { TEMPLATES_GUIDE_TITLE } from './templates-guide';

export interface MapEntry {
  readonly path: string;
  readonly title: string;
}

interface MapGroup {
  readonly title: string;
  readonly entries: readonly MapEntry[];
}

const entry = (path: string, title: string): MapEntry => ({ path, title });

/** A page that is written in Markdown. */
const written = (slug: string): MapEntry =>
  entry(`/docs/${slug}`, present(writtenPage(slug), `the page ${slug} is written in Markdown`).title);

export const docsMap = once((): readonly MapGroup[] => [
  {
    title: 'Start',
    entries: [
      entry('/docs', 'Overview'),
      written('quickstart'),
      written('client'),
      entry('/docs/templates', TEMPLATES_GUIDE_TITLE),
      entry('/docs/coffee-year', COFFEE_YEAR_TITLE),
    ],
  },
  {
    title: 'Concepts',
    entries: [
      'ledger',
      'lots',
      'holds',
      'redemptions',
      'checkout',
      'codes',
      'referrals',
      'challenges',
      'leaderboards',
      'tiers',
      'transfers',
      'groups',
    ].map(written),
  },
  {
    title: 'Rules',
    entries: ['rules', 'recipes', 'actions', 'cel', 'campaigns', 'automations', 'notices', 'calendar', 'corrections'].map(written),
  },
  {
    title: 'Guides',
    entries: [
      ...[
        'webhooks',
        'idempotency',
        'retries',
        'many-operations',
        'lists',
        'reports',
        'logs',
        'import-export',
        'assistants',
        'sandbox',
        'going-live',
        'upgrading',
      ].map(written),
      entry('/docs/scaling', SCALING_GUIDE_TITLE),
      written('performance'),
      ...['security', 'threat-model', 'promises'].map(written),
    ],
  },
  {
    title: 'Reference',
    entries: [
      entry('/docs/api', 'All routes'),
      ...operationSections().map((section) => entry(`/docs/api/${section}`, titleOfSection(section))),
      entry('/errors', 'Errors'),
      written('limits'),
      entry('/changelog', 'Changelog'),
    ],
  },
]);

/** The previous and next page, in reading order. */
export function neighboursOf(path: string): { before?: MapEntry | undefined; after?: MapEntry | undefined } {
  const all = docsMap().flatMap(({ entries }) => entries);
  const at = all.findIndex((candidate) => candidate.path === path);
  return at < 0 ? {} : { before: all[at - 1], after: all[at + 1] };
}
