/** What a campaign is made of: its rules in their order, its automations, and its batches of codes. */
'use client';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { Campaign } from '@/contract/campaign';
import { useTimeZoneOf } from '@/components/programs/program-names';
import { newRuleHref } from '@/components/rules/rule-address';
import { ScopedLink } from '@/components/shell/scoped-link';
import { useMay } from '@/components/shell/session';
import { StatusBadge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Detail, Part, type DetailProps } from '@/components/ui/detail';
import { LIVE_MS } from '@/components/ui/live';
import { onDemand } from '@/components/ui/on-demand';
import { useTRPC } from '@/trpc/client';

const AutomationDialog = onDemand(() => import('@/components/automations/automation-dialog').then((loaded) => loaded.AutomationDialog));

const SHOWN = 100;

export const CampaignParts = ({ campaign }: { campaign: Campaign }) => (
  <>
    <Rules campaign={campaign} />
    <Automations campaign={campaign} />
    <Codes campaign={campaign} />
  </>
);

function Rules({ campaign: { id, program_id } }: { campaign: Campaign }) {
  const { change } = useMay();
  const query = useQuery(
    useTRPC().rules.list.queryOptions({ rule_set_id: id, limit: SHOWN, sort_by: 'order', sort_dir: 'asc' }, { refetchInterval: LIVE_MS }),
  );
  const add = change && (
    <Button asChild size="small">
      <ScopedLink href={newRuleHref(program_id, { set: id })}>
        <Plus aria-hidden /> Add a rule
      </ScopedLink>
    </Button>
  );
  return (
    <Part title="Rules" actions={add}>
      <Lines
        query={query}
        empty="No rules yet: the campaign gives nothing."
        line={({ id: rule, name, sentence, status }) => ({ href: `/rules/${rule}`, name, about: sentence, status })}
      />
    </Part>
  );
}

function Automations({ campaign: { id, program_id, name } }: { campaign: Campaign }) {
  const { change } = useMay();
  const [creating, setCreating] = useState(false);
  const timezone = useTimeZoneOf(program_id);
  const query = useQuery(
    useTRPC().programs.automations.list.queryOptions({ id: program_id, campaign_id: id, limit: SHOWN }, { refetchInterval: LIVE_MS }),
  );
  const add = change && (
    <Button size="small" aria-haspopup="dialog" onClick={() => setCreating(true)}>
      <Plus aria-hidden /> Add an automation
    </Button>
  );
  return (
    <Part title="Automations" actions={add}>
      <Lines
        query={query}
        empty="No automations: nothing happens by the clock alone."
        line={(row) => ({ href: `/automations/${program_id}/${row.id}`, name: row.name, about: row.sentence, status: row.status })}
      />
      {creating && timezone !== undefined && (
        <AutomationDialog program={{ id: program_id, name, timezone }} campaignId={id} onClose={() => setCreating(false)} />
      )}
    </Part>
  );
}

function Codes({ campaign: { id } }: { campaign: Campaign }) {
  const query = useQuery(useTRPC().codeBatches.list.queryOptions({ campaign_id: id, limit: SHOWN }, { refetchInterval: LIVE_MS }));
  return (
    <Part title="Codes">
      <Lines
        query={query}
        empty="No codes belong to it."
        line={(batch) => ({ href: `/codes/${batch.id}`, name: batch.name, about: batch.sentence, status: batch.status })}
      />
    </Part>
  );
}

interface Line {
  readonly href: string;
  readonly name: string;
  readonly about: string;
  readonly status: string;
}

interface LinesProps<Row extends { readonly id: string }> {
  query: DetailProps<{ readonly data: readonly Row[] }>['query'];
  empty: string;
  line: (row: Row) => Line;
}

function Lines<Row extends { readonly id: string }>({ query, empty, line }: LinesProps<Row>): ReactNode {
  return (
    <Detail query={query}>
      {({ data }) =>
        data.length === 0 ? (
          <p className="text-ink-faint">{empty}</p>
        ) : (
          <ul className="panel divide-line divide-y">
            {data.map((row) => {
              const { href, name, about, status } = line(row);
              return (
                <li key={row.id} className="flex flex-wrap items-baseline gap-x-3 gap-y-1 px-3 py-2">
                  <ScopedLink href={href} className="font-medium hover:underline">
                    {name}
                  </ScopedLink>
                  <StatusBadge status={status} />
                  <span className="text-ink-soft w-full min-w-0">{about}</span>
                </li>
              );
            })}
          </ul>
        )
      }
    </Detail>
  );
}
