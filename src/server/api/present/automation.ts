/** Presents automations, their runs and whom they would reach. */
import type { Automation, AutomationRun } from '@/contract/automation';
import type { AutomationPreview } from '@/contract/automation-preview';
import { automationSentence } from '@/domain/automations/automation-sentence';
import type { AutomationRunRow } from '@/server/db/repositories/automations/automation-runs';
import type { AutomationRow } from '@/server/db/repositories/automations/automations';
import type { Preview } from '@/server/services/automations/preview-automation';
import { presentTime } from './time';

export function presentAutomation(row: AutomationRow): Automation {
  return {
    id: row.id,
    program_id: row.program_id,
    name: row.name,
    description: row.description,
    sentence: automationSentence(row),
    status: row.status,
    trigger: { ...row.trigger, run_at: presentTime(row.trigger.run_at) },
    scope: row.scope,
    participant_filter: row.participant_filter,
    guard_condition: row.guard_condition,
    campaign_id: row.campaign_id,
    event: { type: row.event.type, data: { ...row.event.data } },
    next_run_at: presentTime(row.next_run_at),
    last_run_at: presentTime(row.last_run_at),
    created_at: presentTime(row.created_at),
    updated_at: presentTime(row.updated_at),
    deleted_at: presentTime(row.deleted_at),
  };
}

export function presentAutomationRun(row: AutomationRunRow): AutomationRun {
  return {
    id: row.id,
    automation_id: row.automation_id,
    origin: row.origin,
    status: row.status,
    reason: row.reason,
    due_at: presentTime(row.due_at),
    participant_count: row.participant_count,
    evaluated_count: row.evaluated_count,
    matched_count: row.matched_count,
    event_count: row.event_count,
    failed_count: row.failed_count,
    failures: row.failures.map((failure) => ({ ...failure })),
    created_at: presentTime(row.created_at),
    updated_at: presentTime(row.updated_at),
    completed_at: presentTime(row.completed_at),
  };
}

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
