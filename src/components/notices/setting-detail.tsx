/** One setting of notices: what it tells whom, what came of it, its notices, and the actions on it. */
'use client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { NoticeSetting } from '@/contract/notice-setting';
import { useHistoryFact } from '@/components/audit/history-fact';
import { useProgramNames } from '@/components/programs/program-names';
import { ScopedLink } from '@/components/shell/scoped-link';
import { useMay } from '@/components/shell/session';
import { StatusBadge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { CopyableId } from '@/components/ui/copyable-id';
import { Detail } from '@/components/ui/detail';
import { EditOrArchive } from '@/components/ui/edit-or-archive';
import { Facts } from '@/components/ui/facts';
import { JsonPanel } from '@/components/ui/json-view';
import { LIVE_MS } from '@/components/ui/live';
import { FILLING, onDemand } from '@/components/ui/on-demand';
import { RecordHeading } from '@/components/ui/record-heading';
import { RelativeTime } from '@/components/ui/relative-time';
import { Tabs } from '@/components/ui/tabs';
import { useTRPC } from '@/trpc/client';
import { EmbeddedNotices } from './embedded-notices';
import { kindLabel } from './kind-words';
import { SettingEffect } from './setting-effect';

const SettingDialog = onDemand(() => import('./setting-dialog').then((loaded) => loaded.SettingDialog), FILLING);

export function SettingDetail({ id }: { id: string }) {
  const query = useQuery(useTRPC().noticeSettings.get.queryOptions({ id }, { refetchInterval: LIVE_MS }));
  return (
    <Detail query={query}>
      {(setting) => (
        <>
          <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
            <RecordHeading name={setting.name}>
              <StatusBadge status={setting.status} />
            </RecordHeading>
            <SettingActions setting={setting} />
          </div>
          <p className="mb-4 max-w-3xl">{setting.sentence}</p>
          <Tabs
            label="Notice"
            tabs={[
              { value: 'effect', label: 'What followed', content: <SettingEffect id={id} /> },
              { value: 'sent', label: 'Sent', content: <EmbeddedNotices of={{ setting_id: id }} /> },
              { value: 'facts', label: 'Details', content: <SettingFacts setting={setting} /> },
              { value: 'json', label: 'JSON', content: <JsonPanel value={setting} path={`/v1/notice-settings/${id}`} /> },
            ]}
          />
        </>
      )}
    </Detail>
  );
}

function SettingActions({ setting }: { setting: NoticeSetting }) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const programOf = useProgramNames();
  const { change } = useMay();
  const refresh = { onSuccess: () => queries.invalidateQueries(trpc.noticeSettings.pathFilter()) };
  const update = useMutation(trpc.noticeSettings.update.mutationOptions(refresh));
  if (!change || setting.status === 'ARCHIVED') return null;
  const { id, status, program_id } = setting;
  const other = status === 'PAUSED' ? 'ACTIVE' : 'PAUSED';
  return (
    <EditOrArchive
      kind="notice"
      named={`“${setting.name}”`}
      consequence="It sends nothing any more; what it has sent stays."
      onArchive={() => update.mutateAsync({ id, status: 'ARCHIVED' })}
      editor={(onClose) => (
        <SettingDialog program={{ id: program_id, name: programOf(program_id) ?? '' }} setting={setting} onClose={onClose} />
      )}
    >
      <Button pending={update.isPending} onClick={() => update.mutate({ id, status: other })}>
        {status === 'PAUSED' ? 'Resume' : 'Pause'}
      </Button>
    </EditOrArchive>
  );
}

const NONE = <span className="text-ink-faint">—</span>;
const Code = ({ text }: { text: string }) => <code className="font-mono text-xs whitespace-pre-wrap">{text}</code>;

function SettingFacts({ setting }: { setting: NoticeSetting }) {
  const history = useHistoryFact(setting.id);
  const { audience, quiet_hours: quiet } = setting;
  return (
    <Facts
      facts={[
        { name: 'Kind', value: kindLabel(setting.kind) },
        { name: 'Key', value: <Code text={setting.key} /> },
        { name: 'Terms', value: <Code text={JSON.stringify(setting.terms, null, 2)} /> },
        { name: 'For whom', value: audience ? <Code text={audience} /> : NONE },
        { name: 'Quiet hours', value: quiet ? `${quiet.from} to ${quiet.to}` : NONE },
        {
          name: 'Rules',
          value: (
            <ScopedLink href={`/rules?program=${setting.program_id}`} className="text-accent hover:underline">
              Rules that can answer it
            </ScopedLink>
          ),
        },
        { name: 'Looked for causes', value: setting.checked_until ? <RelativeTime at={setting.checked_until} /> : NONE },
        { name: 'Next', value: setting.due_at ? <RelativeTime at={setting.due_at} /> : NONE },
        { name: 'Id', value: <CopyableId id={setting.id} whole /> },
        { name: 'Created', value: <RelativeTime at={setting.created_at} /> },
        ...history,
      ]}
    />
  );
}
