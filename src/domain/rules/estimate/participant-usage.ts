/**
 * Follows what the PARTICIPANT budgets of one rule give while past events are read participant by participant: only the one being read is
 * remembered, however many there are.
 */
import { amountOf } from '@/domain/money';
import { budgetKey, type BudgetKey, type BudgetUsage } from '../budget';

/** What somebody has been given of a budget, in the form that it is carried in. */
export type CarriedUsage = readonly [assetId: string, holderId: string, periodStart: string, consumed: string];

export class ParticipantUsage {
  private used: Map<BudgetKey, BudgetUsage>;

  /** @param participantId whose events were read last. */
  constructor(
    ruleId: string,
    private participantId: string | null,
    carried: readonly CarriedUsage[],
  ) {
    this.used = new Map(
      carried.map(([assetId, holderId, periodStart, consumed]) => [
        budgetKey({ ownerId: ruleId, assetId, holderId, scope: 'PARTICIPANT' }),
        { periodStart: new Date(periodStart), consumed: amountOf(consumed) },
      ]),
    );
  }

  /** What counts against an event about this participant; whoever evaluates the event adds to it. */
  of(participantId: string | null): Map<BudgetKey, BudgetUsage> {
    if (participantId !== this.participantId) this.used = new Map();
    this.participantId = participantId;
    return this.used;
  }

  get carried(): CarriedUsage[] {
    return [...this.used].map(([key, { periodStart, consumed }]) => {
      const [, assetId = '', , holderId = ''] = key.split(':');
      return [assetId, holderId, periodStart.toISOString(), consumed.toFixed()];
    });
  }
}
