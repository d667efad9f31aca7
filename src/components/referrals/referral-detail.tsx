/** One referral: who brought whom, what became of it, and its cancellation. */
'use client';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Referral } from '@/contract/referral';
import { useHistoryFact } from '@/components/audit/history-fact';
import { HolderLink, useHolderNames } from '@/components/balances/holder-names';
import { ScopedLink } from '@/components/shell/scoped-link';
import { useMay } from '@/components/shell/session';
import { StatusBadge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { CopyableId } from '@/components/ui/copyable-id';
import { Detail } from '@/components/ui/detail';
import { Facts } from '@/components/ui/facts';
import { Field } from '@/components/ui/field';
import { FormDialog } from '@/components/ui/form-dialog';
import { Input } from '@/components/ui/input';
import { JsonPanel } from '@/components/ui/json-view';
import { LIVE_MS } from '@/components/ui/live';
import { RecordHeading } from '@/components/ui/record-heading';
import { RelativeTime } from '@/components/ui/relative-time';
import { Tabs } from '@/components/ui/tabs';
import { useTRPC } from '@/trpc/client';
import { failureOf } from '@/trpc/failure';
import { useRefreshReferrals } from './use-referrals';

export function ReferralDetail({ id }: { id: string }) {
  const query = useQuery(useTRPC().referrals.get.queryOptions({ id }, { refetchInterval: LIVE_MS }));
  return <Detail query={query}>{(referral) => <Found referral={referral} />}</Detail>;
}

function Found({ referral }: { referral: Referral }) {
  const { change } = useMay();
  const [cancelling, setCancelling] = useState(false);
  const [friend, referrer] = [{ participant_id: referral.referred_participant_id }, { participant_id: referral.referrer_participant_id }];
  const nameOf = useHolderNames([friend, referrer]);
  const canEnd = change && (referral.status === 'PENDING' || referral.status === 'QUALIFIED');
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-2">
        <RecordHeading name={`${nameOf(friend)}, brought by ${nameOf(referrer)}`}>
          <StatusBadge status={referral.status} />
        </RecordHeading>
        {canEnd && (
          <Button variant="quiet" aria-haspopup="dialog" onClick={() => setCancelling(true)}>
            Cancel referral
          </Button>
        )}
      </div>
      <Tabs
        label="Referral"
        tabs={[
          {
            value: 'facts',
            label: 'Details',
            content: (
              <ReferralFacts
                referral={referral}
                friend={<HolderLink party={friend} name={nameOf(friend)} />}
                referrer={<HolderLink party={referrer} name={nameOf(referrer)} />}
              />
            ),
          },
          { value: 'json', label: 'JSON', content: <JsonPanel value={referral} path={`/v1/referrals/${referral.id}`} /> },
        ]}
      />
      {cancelling && <CancelDialog referral={referral} onClose={() => setCancelling(false)} />}
    </>
  );
}

const NONE = <span className="text-ink-faint">—</span>;

interface ReferralFactsProps {
  referral: Referral;
  friend: React.ReactNode;
  referrer: React.ReactNode;
}

function ReferralFacts({ referral, friend, referrer }: ReferralFactsProps) {
  const { status, rewarded, count, step, expires_at, bound_event_id, qualifying_event_id, qualified_at, cancelled_at, reason } = referral;
  const timed = (at: string | null) => (at === null ? NONE : <RelativeTime at={at} />);
  const counts = count === null ? 'Not at all' : `As friend number ${count}${step === null ? '' : `, which is a step`}`;
  return (
    <Facts
      facts={[
        { name: 'Friend', value: friend },
        { name: 'Brought by', value: referrer },
        {
          name: 'Referral program',
          value: (
            <ScopedLink href={`/referrals/${referral.referral_program_id}`} className="text-accent hover:underline">
              Open the referral program
            </ScopedLink>
          ),
        },
        { name: 'Code', value: <code className="font-mono text-xs">{referral.code}</code> },
        { name: 'Brought', value: timed(referral.bound_at) },
        { name: 'With', value: bound_event_id === null ? 'A request' : <EventLink id={bound_event_id} /> },
        ...(status === 'PENDING' || status === 'EXPIRED' ? [{ name: 'Can qualify until', value: timed(expires_at) }] : []),
        { name: 'Qualified', value: timed(qualified_at) },
        ...(qualifying_event_id === null ? [] : [{ name: 'By', value: <EventLink id={qualifying_event_id} /> }]),
        ...(qualified_at === null ? [] : [{ name: rewarded && status === 'CANCELLED' ? 'Counted' : 'Counts', value: counts }]),
        ...(cancelled_at === null
          ? []
          : [
              { name: 'Cancelled', value: timed(cancelled_at) },
              { name: 'Reason', value: reason },
            ]),
        { name: 'Id', value: <CopyableId id={referral.id} /> },
        ...useHistoryFact(referral.id),
      ]}
    />
  );
}

const EventLink = ({ id }: { id: string }) => (
  <ScopedLink href={`/events/${id}`} className="text-accent hover:underline">
    Event …{id.slice(-8)}
  </ScopedLink>
);

function CancelDialog({ referral, onClose }: { referral: Referral; onClose: () => void }) {
  const refresh = useRefreshReferrals();
  const [reason, setReason] = useState('');
  const cancel = useMutation(useTRPC().referrals.cancel.mutationOptions({ onSuccess: onClose, onSettled: refresh }));
  const failure = cancel.error && failureOf(cancel.error);
  const counted = referral.status === 'QUALIFIED' && referral.rewarded;
  return (
    <FormDialog
      title="Cancel this referral?"
      description={`${counted ? 'It no longer counts, and rules' : 'Rules'} that answer the cancellation take back what they gave. Nobody can bring this friend again. This cannot be undone.`}
      onSubmit={() => cancel.mutate({ id: referral.id, reason: reason.trim() })}
      onClose={onClose}
      failure={failure}
      submitLabel="Cancel referral"
      cancelLabel="Leave it"
      pending={cancel.isPending}
      disabled={reason.trim() === ''}
      dangerous
    >
      <Field label="Reason" required hint="Stored with the referral." error={failure?.fields.reason}>
        <Input value={reason} onChange={({ target }) => setReason(target.value)} />
      </Field>
    </FormDialog>
  );
}
