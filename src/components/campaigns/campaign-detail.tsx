/** One campaign: what it gave, its rules, automations and codes, its budgets and terms, and the actions on it. */
'use client';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { Campaign } from '@/contract/campaign';
import { useHistoryFact } from '@/components/audit/history-fact';
import { useProgramNames } from '@/components/programs/program-names';
import { BudgetLines } from '@/components/rules/budget-lines';
import { StatusBadge } from '@/components/ui/badge';
import { CopyableId } from '@/components/ui/copyable-id';
import { Detail } from '@/components/ui/detail';
import { EmptyState } from '@/components/ui/empty-state';
import { Facts } from '@/components/ui/facts';
import { JsonPanel } from '@/components/ui/json-view';
import { LIVE_MS } from '@/components/ui/live';
import { FILLING, onDemand } from '@/components/ui/on-demand';
import { RecordHeading } from '@/components/ui/record-heading';
import { RelativeTime } from '@/components/ui/relative-time';
import { Tabs } from '@/components/ui/tabs';
import { toast } from '@/components/ui/toast';
import { useTRPC } from '@/trpc/client';
import { CampaignActions } from './campaign-actions';
import { CampaignParts } from './campaign-parts';
import { useRefreshCampaigns } from './use-campaigns';

const CampaignPerformance = onDemand(() => import('./campaign-performance').then((loaded) => loaded.CampaignPerformance), FILLING);

export function CampaignDetail({ id }: { id: string }) {
  const query = useQuery(useTRPC().campaigns.get.queryOptions({ id }, { refetchInterval: LIVE_MS }));
  return (
    <Detail query={query}>
      {(campaign) => (
        <>
          <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
            <RecordHeading name={campaign.name}>
              <StatusBadge status={campaign.status} />
            </RecordHeading>
            <CampaignActions campaign={campaign} />
          </div>
          {campaign.description && <p className="text-ink-soft">{campaign.description}</p>}
          <p className="mb-4 max-w-3xl">{campaign.sentence}</p>
          <Tabs
            label="Campaign"
            tabs={[
              { value: 'parts', label: 'What it does', content: <CampaignParts campaign={campaign} /> },
              { value: 'performance', label: 'What it gave', content: <CampaignPerformance campaign={campaign} /> },
              { value: 'budgets', label: 'Budgets', content: <CampaignBudgets campaign={campaign} /> },
              { value: 'facts', label: 'Details', content: <CampaignFacts campaign={campaign} /> },
              { value: 'json', label: 'JSON', content: <JsonPanel value={campaign} path={`/v1/campaigns/${campaign.id}`} /> },
            ]}
          />
        </>
      )}
    </Detail>
  );
}

function CampaignBudgets({ campaign }: { campaign: Campaign }) {
  const refresh = useRefreshCampaigns();
  const reset = useMutation(
    useTRPC().campaigns.resetBudget.mutationOptions({
      onSuccess: () => {
        toast.success('Budget reset');
        return refresh();
      },
    }),
  );
  if (campaign.budgets.length === 0)
    return (
      <div className="panel">
        <EmptyState title="No common budget: only those of its rules limit what it gives." />
      </div>
    );
  return (
    <BudgetLines
      budgets={campaign.budgets}
      giver="the campaign"
      name={campaign.name}
      onReset={(asset_id) => reset.mutateAsync({ id: campaign.id, asset_id })}
    />
  );
}

const NONE = <span className="text-ink-faint">—</span>;

function CampaignFacts({ campaign }: { campaign: Campaign }) {
  const programOf = useProgramNames();
  const { program_id, audience } = campaign;
  return (
    <Facts
      facts={[
        { name: 'Program', value: programOf(program_id) ?? <CopyableId id={program_id} whole /> },
        { name: 'Key', value: <CopyableId id={campaign.key} label="Key" whole /> },
        { name: 'Starts', value: campaign.starts_at ? <RelativeTime at={campaign.starts_at} /> : 'From the beginning' },
        { name: 'Ends', value: campaign.ends_at ? <RelativeTime at={campaign.ends_at} /> : 'Never' },
        { name: 'Audience', value: audience ? <code className="font-mono text-xs whitespace-pre-wrap">{audience}</code> : NONE },
        { name: 'Place', value: `Set ${campaign.order} of the program’s rules` },
        { name: 'Id', value: <CopyableId id={campaign.id} whole /> },
        { name: 'Created', value: <RelativeTime at={campaign.created_at} /> },
        { name: 'Updated', value: <RelativeTime at={campaign.updated_at} /> },
        ...useHistoryFact(campaign.id),
      ]}
    />
  );
}
