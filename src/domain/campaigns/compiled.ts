/**
 * Prepares a campaign for the engine, which asks of every event whether it falls into the window and concerns the audience. The answer about the audience is
 * remembered, so that all rules of one campaign are told the same until an action changes something.
 */
import { compileBudget, type CompiledBudget } from '@/domain/rules/budget';
import { compileCondition, type CompiledCondition, type ConditionResult } from '@/domain/rules/condition';
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

/** What the rules of a campaign come to when the event does not concern its audience. */
interface MissedAudience extends Pick<ConditionResult, 'trace'> {
  readonly status: 'NOT_MATCHED' | 'ERROR';
  readonly reason: string;
}

export class Audiences {
  private readonly results = new Map<string, ConditionResult>();

  /** Null when the event concerns the audience. */
  missed({ id, name, audience }: CompiledCampaign, evaluate: (condition: CompiledCondition) => ConditionResult): MissedAudience | null {
    if (audience === null) return null;
    const result = this.results.get(id) ?? evaluate(audience);
    this.results.set(id, result);
    const { outcome, reason, trace } = result;
    if (outcome === 'MATCHED') return null;
    const ofCampaign = `the audience of the campaign ${quoted(name)}`;
    return { status: outcome, reason: outcome === 'NOT_MATCHED' ? `not in ${ofCampaign}` : `in ${ofCampaign}: ${reason}`, trace };
  }

  /** To be called when what conditions read has changed. */
  forget(): void {
    this.results.clear();
  }
}
