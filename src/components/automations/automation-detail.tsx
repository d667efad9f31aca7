/** One automation: its runs, the events it created, its settings, its next run, and the actions on it. */
'use client';
import { useQuery } from '@tanstack/react-query';
import type { Automation } from '@/contract/automation';
import { useHistoryFact } from '@/components/audit/history-fact';
import { WaitingNote } from '@/components/change-sets/waiting-changes';
import { SchedulePreview } from '@/components/schedules/schedule-preview';
import { StatusBadge } from '@/components/ui/badge';
import { CopyableId } from '@/components/ui/copyable-id';
import { Detail } from '@/components/ui/detail';
import { Facts } from '@/components/ui/facts';
import { JsonPanel } from '@/components/ui/json-view';
import { LIVE_MS } from '@/components/ui/live';
import { FILLING, onDemand } from '@/components/ui/on-demand';
import { RecordHeading } from '@/components/ui/record-heading';
import { RelativeTime } from '@/components/ui/relative-time';
import { Tabs } from '@/components/ui/tabs';
import { useTRPC } from '@/trpc/client';
import { AutomationActions } from './automation-actions';
import { AutomationRuns } from './automation-runs';
import { SCOPE_WORDS, scheduleText } from './automation-words';

const AutomationEvents = onDemand(() => import('./automation-events').then((loaded) => loaded.AutomationEvents), FILLING);

export function AutomationDetail({ programId, id }: { programId: string; id: string }) {
  const query = useQuery(
    useTRPC().programs.automations.get.queryOptions({ id: programId, automation_id: id }, { refetchInterval: LIVE_MS }),
  );
  return (
    <Detail query={query}>
      {(automation) => (
        <>
          <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
            <RecordHeading name={automation.name}>
              <StatusBadge status={automation.status} />
            </RecordHeading>
            <AutomationActions automation={automation} />
          </div>
          <p className="mb-4 max-w-3xl">{automation.sentence}</p>
          <WaitingNote programId={programId} id={id} what="automation" />
          <Tabs
            label="Automation"
            tabs={[
              { value: 'runs', label: 'Runs', content: <AutomationRuns programId={programId} id={id} /> },
              { value: 'events', label: 'Events', content: <AutomationEvents automation={automation} /> },
              { value: 'facts', label: 'Details', content: <AutomationFacts automation={automation} /> },
              {
                value: 'json',
                label: 'JSON',
                content: <JsonPanel value={automation} path={`/v1/programs/${programId}/automations/${id}`} />,
              },
            ]}
          />
        </>
      )}
    </Detail>
  );
}

const NONE = <span className="text-ink-faint">—</span>;
const Cel = ({ text }: { text: string }) => <code className="font-mono text-xs whitespace-pre-wrap">{text}</code>;

function AutomationFacts({ automation }: { automation: Automation }) {
  const { trigger, participant_filter, guard_condition, event } = automation;
  const history = useHistoryFact(automation.id);
  return (
    <div className="flex flex-col gap-4">
      <Facts
        facts={[
          { name: 'Runs', value: scheduleText(automation) },
          ...(trigger.cron_expression ? [{ name: 'Schedule', value: <Cel text={trigger.cron_expression} /> }] : []),
          ...(trigger.run_at ? [{ name: 'At', value: <RelativeTime at={trigger.run_at} /> }] : []),
          { name: 'Next run', value: automation.next_run_at ? <RelativeTime at={automation.next_run_at} /> : NONE },
          { name: 'Last run', value: automation.last_run_at ? <RelativeTime at={automation.last_run_at} /> : NONE },
          { name: 'Makes', value: SCOPE_WORDS[automation.scope].label },
          { name: 'For whom', value: participant_filter ? <Cel text={participant_filter} /> : NONE },
          { name: 'Only while', value: guard_condition ? <Cel text={guard_condition} /> : NONE },
          { name: 'Event', value: <Cel text={event.type} /> },
          { name: 'Event data', value: <Cel text={JSON.stringify(event.data, null, 2)} /> },
          { name: 'Description', value: automation.description ?? NONE },
          { name: 'Id', value: <CopyableId id={automation.id} whole /> },
          { name: 'Created', value: <RelativeTime at={automation.created_at} /> },
          ...history,
        ]}
      />
      {automation.status === 'ACTIVE' && trigger.cron_expression && (
        <SchedulePreview cron={trigger.cron_expression} timezone={trigger.timezone} />
      )}
    </div>
  );
}
