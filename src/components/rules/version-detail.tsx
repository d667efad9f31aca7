/** One version of a program's rules: its changes, its rules, and a way to restore it. */
'use client';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useMay } from '@/components/shell/session';
import { Badge, StatusBadge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Author } from '@/components/ui/author';
import { Detail } from '@/components/ui/detail';
import { EmptyState } from '@/components/ui/empty-state';
import { Facts } from '@/components/ui/facts';
import { JsonPanel } from '@/components/ui/json-view';
import { onDemand } from '@/components/ui/on-demand';
import { RecordHeading } from '@/components/ui/record-heading';
import { RelativeTime } from '@/components/ui/relative-time';
import { Tabs } from '@/components/ui/tabs';
import { useTRPC } from '@/trpc/client';
import type { Outputs } from '@/trpc/outputs';
import { ConfigurationDiff } from './configuration-diff';

const RestoreDialog = onDemand(() => import('./restore-dialog').then((loaded) => loaded.RestoreDialog));

export function VersionDetail({ programId, version }: { programId: string; version: string }) {
  const query = useQuery(useTRPC().ruleConfiguration.version.queryOptions({ id: programId, version }));
  return (
    <Detail query={query}>
      {(detail) => (
        <>
          <div className="mb-4 flex flex-wrap items-center justify-between gap-2">
            <RecordHeading name={`Version ${detail.rule_configuration_version}`} />
            <Restore detail={detail} />
          </div>
          <Tabs
            label="Version"
            tabs={[
              { value: 'changes', label: 'Changes', content: <Changes detail={detail} /> },
              { value: 'rules', label: 'Rules', content: <KeptRules detail={detail} /> },
              { value: 'facts', label: 'Details', content: <VersionFacts detail={detail} /> },
              {
                value: 'json',
                label: 'JSON',
                content: <JsonPanel value={detail} path={`/v1/programs/${programId}/rules/configuration/versions/${version}`} />,
              },
            ]}
          />
        </>
      )}
    </Detail>
  );
}

type DetailProps = { detail: Outputs['ruleConfiguration']['version'] };

function Restore({ detail }: DetailProps) {
  const { data: program } = useQuery(useTRPC().programs.get.queryOptions({ id: detail.program_id }));
  const { change } = useMay();
  const [asking, setAsking] = useState(false);
  const { program_id, rule_configuration_version: version } = detail;
  if (!change || !program || program.status === 'ARCHIVED') return null;
  if (program.rule_configuration_version === version) return <Badge tone="success">Current</Badge>;
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setAsking(true)}>
        Restore this version
      </Button>
      {asking && (
        <RestoreDialog
          programId={program_id}
          version={version}
          current={program.rule_configuration_version}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}

function Changes({ detail: { diff, rule_configuration_version } }: DetailProps) {
  if (diff) return <ConfigurationDiff diff={diff} empty="Only the version of the sets and rules changed." />;
  const title = rule_configuration_version === 1 ? 'The program began without rules.' : 'The previous version is not available.';
  return (
    <div className="panel">
      <EmptyState title={title} />
    </div>
  );
}

function KeptRules({ detail: { rule_sets } }: DetailProps) {
  if (rule_sets.length === 0) {
    return (
      <div className="panel">
        <EmptyState title="The program had no rules." />
      </div>
    );
  }
  return (
    <div className="flex flex-col gap-3">
      {rule_sets.map((set) => (
        <section key={set.id} className="panel">
          <h3 className="border-line border-b px-3 py-2 font-semibold">
            {set.name} <code className="text-ink-faint ml-1 font-mono text-xs font-normal">{set.key}</code>
          </h3>
          <ol>
            {set.rules.map((rule) => (
              <li key={rule.id} className="border-line flex flex-col gap-0.5 border-b px-3 py-2 last:border-b-0">
                <span className="flex items-center gap-2">
                  <span className="font-medium">{rule.name}</span>
                  <span className="text-ink-faint text-xs">version {rule.version}</span>
                  <span className="ml-auto">
                    <StatusBadge status={rule.status} />
                  </span>
                </span>
                <span className="text-ink-soft break-words">{rule.sentence}</span>
              </li>
            ))}
          </ol>
        </section>
      ))}
    </div>
  );
}

const VersionFacts = ({ detail }: DetailProps) => (
  <Facts
    facts={[
      { name: 'Created', value: <RelativeTime at={detail.created_at} /> },
      { name: 'Created by', value: <Author of={detail} /> },
      {
        name: 'Restores',
        value: detail.restored_version === null ? <span className="text-ink-faint">—</span> : `Version ${detail.restored_version}`,
      },
      ...(detail.example_override_reason === null ? [] : [{ name: 'Failing examples let pass', value: detail.example_override_reason }]),
      { name: 'Rule sets', value: detail.rule_set_count },
      { name: 'Rules', value: detail.rule_count },
    ]}
  />
);
