/** Validates an automation before it is saved: expressions compile and read only what is available, and a single run is in the future. */
import { DomainError, type FieldError } from '../errors';
import { writtenTemplates } from '../rules/actions/templates';
import { faultsOf, withPosition, type ExpressionFault } from '../rules/check';
import { compileCondition } from '../rules/condition';
import { compileTemplate } from '../rules/template';
import { emission } from './evaluate';
import type { AutomationSettings } from './machine';

/** What an expression evaluated once per run can read; a guard is one. */
const PROGRAM_ROOTS: ReadonlySet<string> = new Set(['now', 'program']);
/** What an expression evaluated per participant can read. */
const PARTICIPANT_ROOTS: ReadonlySet<string> = new Set([...PROGRAM_ROOTS, 'participant', 'groups']);

/** @throws DomainError validation_error naming every expression at fault. */
export function assertAutomationSound(
  settings: Pick<AutomationSettings, 'scope' | 'participant_filter' | 'guard_condition' | 'event'>,
): void {
  const faults = automationFaults(settings).map(({ field, message, line, column }): FieldError => ({
    field,
    message: withPosition(message, line, column),
    reason: 'invalid_expression',
  }));
  const [first] = faults;
  if (!first) return;
  throw new DomainError(
    'validation_error',
    faults.length === 1 ? `\`${first.field}\`: ${first.message}` : `${faults.length} fields are invalid; \`fields\` lists each one.`,
    {
      fields: faults,
      ...(faults.length === 1 ? { param: first.field } : {}),
    },
  );
}

/** Every expression that does not compile, or reads what is not available to it. */
export function automationFaults({
  scope,
  participant_filter: filter,
  guard_condition: guard,
  event,
}: Parameters<typeof assertAutomationSound>[0]): ExpressionFault[] {
  const roots = scope === 'PARTICIPANTS' ? PARTICIPANT_ROOTS : PROGRAM_ROOTS;
  return [
    ...(filter === null ? [] : faultsOf('participant_filter', () => compileCondition(filter, PARTICIPANT_ROOTS))),
    ...(guard === null ? [] : faultsOf('guard_condition', () => compileCondition(guard, PROGRAM_ROOTS))),
    ...writtenTemplates(emission(event)).flatMap(({ path, kind, text }) =>
      faultsOf(path.replace(/^payload/, 'event.data'), () => compileTemplate(text, kind, roots)),
    ),
  ];
}

/** @throws DomainError validation_error for a single run that lies in the past. */
export function assertToCome({ trigger }: Pick<AutomationSettings, 'trigger'>, now: Date): void {
  if (trigger.run_at === null || trigger.run_at > now) return;
  const message = 'Must be a time to come; for a run at once use IMMEDIATE.';
  throw new DomainError('validation_error', `\`trigger.run_at\`: ${message}`, {
    param: 'trigger.run_at',
    fields: [{ field: 'trigger.run_at', message, reason: 'out_of_range' }],
  });
}

/** @throws DomainError validation_error for a filter or a scope that does not go with the rest, which a change alone cannot tell. */
export function assertFilterFits({
  scope,
  trigger,
  participant_filter: filter,
}: Pick<AutomationSettings, 'scope' | 'trigger' | 'participant_filter'>): void {
  if (scope === 'PROGRAM' && filter !== null)
    misfit('participant_filter', 'Is not allowed with the scope PROGRAM; leave it out.', 'invalid_value');
  if (trigger.type !== 'PARTICIPANT_STATE') return;
  if (scope !== 'PARTICIPANTS') misfit('scope', 'Must be PARTICIPANTS for PARTICIPANT_STATE.', 'invalid_value');
  if (filter === null) misfit('participant_filter', 'Is required for PARTICIPANT_STATE.', 'required');
}

function misfit(field: string, message: string, reason: string): never {
  throw new DomainError('validation_error', `\`${field}\`: ${message}`, { param: field, fields: [{ field, message, reason }] });
}
