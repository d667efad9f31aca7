/** Puts a campaign into one plain sentence: when it runs, for whom, and within which limits. The same terms always have the same sentence. */
import type { SymbolOf } from '@/domain/rules/sentence/action-words';
import { conditionWords } from '@/domain/rules/sentence/condition-words';
import { limitsWords } from '@/domain/rules/sentence/rule-sentence';
import { momentWords } from '@/domain/rules/sentence/time-words';
import type { CampaignTerms } from './terms';

/** `Runs from March 1, 2027 at 00:00 UTC until March 16, 2027 at 00:00 UTC, when the participant has the tag “gold”, at most 5000 PTS in all.` */
export function campaignSentence({ starts_at, ends_at, audience, budgets, status }: CampaignTerms, symbolOf: SymbolOf): string {
  const when = audience === null ? null : conditionWords(audience);
  const parts = [
    `Runs${windowWords(starts_at, ends_at)}`,
    ...(when === null ? [] : [when === 'never' ? 'for nobody' : `when ${when}`]),
    ...(budgets.length === 0 ? [] : [limitsWords(budgets, symbolOf)]),
  ];
  return `${parts.join(', ')}.${STANDING[status]}`;
}

const STANDING: Readonly<Record<CampaignTerms['status'], string>> = {
  DRAFT: ' It is a draft.',
  ACTIVE: '',
  PAUSED: ' It is paused.',
};

function windowWords(from: string | null, to: string | null): string {
  if (from === null && to === null) return ' at all times';
  return `${from === null ? '' : ` from ${momentWords(from)}`}${to === null ? '' : ` until ${momentWords(to)}`}`;
}
