/** Presents what an automation would select and create, in its wire form. */
import type { AutomationPreview } from '@/contract/automation-preview';
import type { Preview } from '@/server/services/automations/preview-automation';

export function presentPreview(preview: Preview): AutomationPreview {
  const { guard } = preview;
  return {
    errors: preview.faults.map(({ field, message, line, column }) => ({ field, message, line, column })),
    guard: guard.ok ? { holds: guard.holds, reason: null } : { holds: null, reason: guard.reason },
    participant_count: preview.participantCount,
    evaluated_count: preview.evaluated,
    matched_count: preview.matched,
    failed_count: preview.failed,
    complete: preview.complete,
    examples: preview.examples.map(({ participant, made }) => ({
      participant_id: participant?.id ?? null,
      external_id: participant?.externalId ?? null,
      event_data: made.ok ? made.data : null,
      reason: made.ok ? null : made.reason,
    })),
    failures: preview.failures.map(({ participant, reason }) => ({
      participant_id: participant.id,
      external_id: participant.externalId,
      reason,
    })),
  };
}
