/** Announces what became of codes. */
import type { ProgramFacts } from '@/domain/rules/world';
import { webhook, type WebhookDraft } from '@/domain/webhooks/events';
import type { CodeChange } from './book';

const used = ({ id: program_id, organizationId: organization_id }: Pick<ProgramFacts, 'id' | 'organizationId'>, use: CodeChange) => ({
  code_redemption_id: use.id,
  organization_id,
  program_id,
  batch_id: use.batchId,
  code: use.code,
  participant_id: use.participantId,
});

export const codesRedeemed = (program: Pick<ProgramFacts, 'id' | 'organizationId'>, uses: readonly CodeChange[]): WebhookDraft[] =>
  uses.flatMap((use) => (use.eventId === null ? [] : [webhook('code.redeemed', { ...used(program, use), event_id: use.eventId })]));

export const codesReturned = (program: Pick<ProgramFacts, 'id' | 'organizationId'>, uses: readonly CodeChange[]): WebhookDraft[] =>
  uses.flatMap((use) =>
    use.decisionId === null ? [] : [webhook('code.returned', { ...used(program, use), decision_id: use.decisionId })],
  );
