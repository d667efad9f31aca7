/** Prepares a campaign for the engine, which asks of every event whether it falls into the window and concerns the audience. */
import { compileBudget, type CompiledBudget } from '@/domain/rules/budget';
import { compileCondition, type CompiledCondition } from '@/domain/rules/condition';
import { quoted } from '@/domain/rules/sentence/phrases';
import type { CampaignTerms } from './terms';

/** A campaign as its rule set stores it. */
export interface CampaignSource {
  /** Of its rule set. */
  readonly id: string;
  readonly name: string;
  readonly terms: CampaignTerms;
  /** Intervals of budgets count from then. */
  readonly createdAt: Date;
}

export interface CompiledCampaign extends CampaignSource {
  readonly startsAt: Date | null;
  readonly endsAt: Date | null;
  readonly audience: CompiledCondition | null;
  readonly budgets: readonly CompiledBudget[];
}

/** @throws RuleSyntaxError when the audience cannot be compiled. */
export const compileCampaign = (source: CampaignSource): CompiledCampaign => ({
  ...source,
  startsAt: timeOf(source.terms.starts_at),
  endsAt: timeOf(source.terms.ends_at),
  audience: source.terms.audience === null ? null : compileCondition(source.terms.audience),
  budgets: source.terms.budgets.map((budget) => compileBudget(budget, source.createdAt)),
});

const timeOf = (text: string | null): Date | null => (text === null ? null : new Date(text));

/** Compiles each campaign of a configuration once, however many rules it has. */
export function campaignCompiler(): (source: CampaignSource | null) => CompiledCampaign | null {
  const compiled = new Map<string, CompiledCampaign>();
  return (source) => {
    if (source === null) return null;
    const campaign = compiled.get(source.id) ?? compileCampaign(source);
    compiled.set(source.id, campaign);
    return campaign;
  };
}

/** Why the rules of the campaign do not run on an event of this time, as a clause; null when they do. */
export function whyNotRunning({ name, terms, startsAt, endsAt }: CompiledCampaign, timestamp: Date): string | null {
  const campaign = `the campaign ${quoted(name)}`;
  if (terms.status === 'DRAFT') return `${campaign} is a draft`;
  if (terms.status === 'PAUSED') return `${campaign} is paused`;
  if (startsAt !== null && timestamp < startsAt) return `${campaign} runs from ${startsAt.toISOString()}`;
  if (endsAt !== null && timestamp >= endsAt) return `${campaign} ran until ${endsAt.toISOString()}`;
  return null;
}
