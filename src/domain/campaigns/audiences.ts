/** Remembers whether an event concerns the audience of each campaign, so that all rules of one are told the same until an action changes something. */
import type { CompiledCondition, ConditionResult } from '@/domain/rules/condition';
import { quoted } from '@/domain/rules/sentence/phrases';
import type { CompiledCampaign } from './compiled';

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
