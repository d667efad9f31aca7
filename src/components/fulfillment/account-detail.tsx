/** One account with a gift-card provider: its products, its facts, and the actions on it. */
'use client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { toast } from '@/components/ui/toast';
import type { FulfillmentAccount } from '@/contract/fulfillment';
import { useHistoryFact } from '@/components/audit/history-fact';
import { useMay } from '@/components/shell/session';
import { StatusBadge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { CopyableId } from '@/components/ui/copyable-id';
import { Detail } from '@/components/ui/detail';
import { EditOrArchive } from '@/components/ui/edit-or-archive';
import { Facts, type Fact } from '@/components/ui/facts';
import { FailureNote } from '@/components/ui/failure-note';
import { JsonPanel } from '@/components/ui/json-view';
import { LIVE_MS } from '@/components/ui/live';
import { onDemand } from '@/components/ui/on-demand';
import { RecordHeading } from '@/components/ui/record-heading';
import { RelativeTime } from '@/components/ui/relative-time';
import { Tabs } from '@/components/ui/tabs';
import { useTRPC } from '@/trpc/client';
import { failureOf } from '@/trpc/failure';
import { AccountProducts } from './account-products';
import { ENVIRONMENT_OPTIONS, OUTCOME_OPTIONS, providerName } from './providers';

const AccountDialog = onDemand(() => import('./account-dialog').then((loaded) => loaded.AccountDialog));

export function AccountDetail({ id }: { id: string }) {
  const query = useQuery(useTRPC().fulfillmentAccounts.get.queryOptions({ id }, { refetchInterval: LIVE_MS }));
  return (
    <Detail query={query}>
      {(account) => (
        <>
          <AccountHead account={account} />
          <Tabs
            label="Fulfillment account"
            tabs={[
              ...(account.status === 'ACTIVE'
                ? [{ value: 'products', label: 'Products', content: <AccountProducts account={account} /> }]
                : []),
              { value: 'facts', label: 'Details', content: <AccountFacts account={account} /> },
              { value: 'json', label: 'JSON', content: <JsonPanel value={account} path={`/v1/fulfillment-accounts/${account.id}`} /> },
            ]}
          />
        </>
      )}
    </Detail>
  );
}

function AccountHead({ account }: { account: FulfillmentAccount }) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const { change } = useMay();
  const refresh = () => queries.invalidateQueries(trpc.fulfillmentAccounts.pathFilter());
  const verify = useMutation(
    trpc.fulfillmentAccounts.verify.mutationOptions({
      onSuccess: () => {
        toast.success(`${providerName(account.provider)} accepts the configuration`);
        void refresh();
      },
    }),
  );
  const update = useMutation(trpc.fulfillmentAccounts.update.mutationOptions({ onSuccess: refresh }));
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-2">
        <RecordHeading name={account.name}>
          <StatusBadge status={account.status} />
        </RecordHeading>
        {change && account.status === 'ACTIVE' && (
          <EditOrArchive
            kind="account"
            named={`“${account.name}”`}
            consequence="Rewards of this account can no longer be redeemed. Existing orders are completed."
            onArchive={() => update.mutateAsync({ id: account.id, status: 'ARCHIVED' })}
            editor={(onClose) => <AccountDialog account={account} onClose={onClose} />}
          >
            <Button pending={verify.isPending} onClick={() => verify.mutate({ id: account.id })}>
              Verify
            </Button>
          </EditOrArchive>
        )}
      </div>
      {verify.error && (
        <div className="mb-4">
          <FailureNote failure={failureOf(verify.error)} />
        </div>
      )}
    </>
  );
}

const AccountFacts = ({ account }: { account: FulfillmentAccount }) => (
  <Facts
    facts={[
      { name: 'Id', value: <CopyableId id={account.id} whole /> },
      { name: 'Provider', value: providerName(account.provider) },
      ...configFacts(account),
      { name: 'Verified', value: account.verified_at ? <RelativeTime at={account.verified_at} /> : 'Not since its configuration changed' },
      { name: 'Created', value: <RelativeTime at={account.created_at} /> },
      { name: 'Updated', value: <RelativeTime at={account.updated_at} /> },
      ...useHistoryFact(account.id),
    ]}
  />
);

function configFacts({ config }: FulfillmentAccount): Fact[] {
  if ('outcome' in config) {
    return [
      { name: 'Orders', value: OUTCOME_OPTIONS.find(({ value }) => value === config.outcome)?.label },
      { name: 'Delay', value: `${config.delay_seconds ?? 0} s` },
    ];
  }
  return [
    { name: 'Environment', value: ENVIRONMENT_OPTIONS.find(({ value }) => value === config.environment)?.label },
    { name: 'Funding source', value: <code className="font-mono text-xs">{config.funding_source_id}</code> },
    {
      name: 'Campaign',
      value: config.campaign_id ? (
        <code className="font-mono text-xs">{config.campaign_id}</code>
      ) : (
        <span className="text-ink-faint">—</span>
      ),
    },
    { name: 'API key', value: <span className="text-ink-faint">Stored encrypted</span> },
  ];
}
