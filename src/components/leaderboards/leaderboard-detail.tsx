/** One leaderboard: the ranks of a season, its prizes and who won them, its terms, and the actions on it. */
'use client';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import type { Leaderboard } from '@/contract/leaderboard';
import { useHistoryFact } from '@/components/audit/history-fact';
import { useProgramNames } from '@/components/programs/program-names';
import { newRuleHref } from '@/components/rules/rule-address';
import { ScopedLink } from '@/components/shell/scoped-link';
import { useMay } from '@/components/shell/session';
import { StatusBadge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { CopyableId } from '@/components/ui/copyable-id';
import { Detail } from '@/components/ui/detail';
import { EditOrArchive } from '@/components/ui/edit-or-archive';
import { Facts } from '@/components/ui/facts';
import { JsonPanel } from '@/components/ui/json-view';
import { LIVE_MS } from '@/components/ui/live';
import { onDemand } from '@/components/ui/on-demand';
import { RecordHeading } from '@/components/ui/record-heading';
import { RelativeTime } from '@/components/ui/relative-time';
import { Select } from '@/components/ui/select';
import { Tabs } from '@/components/ui/tabs';
import { useTRPC } from '@/trpc/client';
import { LeaderboardPrizes } from './leaderboard-prizes';
import { LeaderboardRanks } from './leaderboard-ranks';
import { useRefreshLeaderboards } from './use-leaderboards';
import { MEASURE_WORDS, PERIOD_WORDS, seasonName } from './words';

const LeaderboardDialog = onDemand(() => import('./leaderboard-dialog').then((loaded) => loaded.LeaderboardDialog));

const SEASONS_OFFERED = 100;

export function LeaderboardDetail({ id }: { id: string }) {
  const query = useQuery(useTRPC().leaderboards.get.queryOptions({ id }, { refetchInterval: LIVE_MS }));
  return (
    <Detail query={query}>
      {(board) => (
        <>
          <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
            <RecordHeading name={board.name}>
              <StatusBadge status={board.status} />
            </RecordHeading>
            <LeaderboardActions board={board} />
          </div>
          <p className="mb-4 max-w-3xl">{board.sentence}</p>
          <Seasons board={board} />
        </>
      )}
    </Detail>
  );
}

function Seasons({ board }: { board: Leaderboard }) {
  const [name, setName] = useState<string | null>(null);
  const query = useQuery(
    useTRPC().leaderboards.seasons.queryOptions({ id: board.id, limit: SEASONS_OFFERED }, { refetchInterval: LIVE_MS }),
  );
  return (
    <Detail query={query}>
      {({ data: seasons }) => {
        const season = seasons.find((one) => one.season === name) ?? seasons[0];
        if (!season) return null;
        const options = seasons.map((one) => ({
          value: one.season,
          label: one.status === 'FROZEN' ? `${seasonName(one.season)}, final` : seasonName(one.season),
        }));
        return (
          <>
            {seasons.length > 1 && (
              <Select aria-label="Season" className="mb-4 min-w-40" options={options} value={season.season} onChange={setName} />
            )}
            <Tabs
              label="Leaderboard"
              tabs={[
                {
                  value: 'ranks',
                  label: 'Ranks',
                  content: <LeaderboardRanks key={season.season} board={board} season={season} />,
                },
                { value: 'prizes', label: 'Prizes', content: <LeaderboardPrizes key={season.season} board={board} season={season} /> },
                { value: 'facts', label: 'Details', content: <LeaderboardFacts board={board} /> },
                { value: 'json', label: 'JSON', content: <JsonPanel value={board} path={`/v1/leaderboards/${board.id}`} /> },
              ]}
            />
          </>
        );
      }}
    </Detail>
  );
}

function LeaderboardActions({ board }: { board: Leaderboard }) {
  const { change } = useMay();
  const refresh = useRefreshLeaderboards();
  const [isAsked, setAsked] = useState(false);
  const trpc = useTRPC();
  const update = useMutation(trpc.leaderboards.update.mutationOptions({ onSuccess: refresh }));
  const rebuild = useMutation(trpc.leaderboards.rebuild.mutationOptions({ onSuccess: refresh }));
  if (!change || board.status === 'ARCHIVED') return null;
  const condition = `event.type == "leaderboard.prize" && event.leaderboard == ${JSON.stringify(board.key)}`;
  const set = board.campaign_id === null ? {} : { set: board.campaign_id };
  return (
    <EditOrArchive
      kind="leaderboard"
      named={`“${board.name}”`}
      consequence="Nobody is scored any more, and a season that is not over has no prizes. What was won stays."
      onArchive={() => update.mutateAsync({ id: board.id, status: 'ARCHIVED' })}
      editor={(onClose) => <LeaderboardDialog programId={board.program_id} board={board} onClose={onClose} />}
    >
      <Button asChild>
        <ScopedLink href={newRuleHref(board.program_id, { condition, ...set })}>
          <Plus aria-hidden /> Add the prize rule
        </ScopedLink>
      </Button>
      {board.status === 'ACTIVE' && (
        <Button aria-haspopup="dialog" onClick={() => setAsked(true)}>
          Count anew
        </Button>
      )}
      {isAsked && (
        <ConfirmDialog
          open
          onOpenChange={(open) => !open && setAsked(false)}
          title={`Count “${board.name}” anew?`}
          consequence="Ranks of seasons that are not over are empty for a moment, and fill up again from the ledger, the history of counters and what was completed."
          confirmLabel="Count leaderboard anew"
          dangerous={false}
          onConfirm={() => rebuild.mutateAsync({ id: board.id })}
        />
      )}
    </EditOrArchive>
  );
}

const NONE = <span className="text-ink-faint">—</span>;

function LeaderboardFacts({ board }: { board: Leaderboard }) {
  const programOf = useProgramNames();
  const { campaign_id: campaign, group_id: group, measure, min_score, starts_at, ends_at } = board;
  const link = (href: string, text: string) => (
    <ScopedLink href={href} className="text-accent hover:underline">
      {text}
    </ScopedLink>
  );
  return (
    <Facts
      facts={[
        { name: 'Key', value: <code className="font-mono text-xs">{board.key}</code> },
        { name: 'Description', value: board.description ?? NONE },
        { name: 'Program', value: programOf(board.program_id) },
        {
          name: 'Ranked by',
          value:
            measure.type === 'CHALLENGE'
              ? link(`/challenges/${measure.challenge_id}`, MEASURE_WORDS.CHALLENGE)
              : MEASURE_WORDS[measure.type],
        },
        { name: 'How often', value: PERIOD_WORDS[board.period] },
        { name: 'Gains count from', value: starts_at === null ? NONE : <RelativeTime at={starts_at} /> },
        { name: 'Gains count to', value: ends_at === null ? NONE : <RelativeTime at={ends_at} /> },
        { name: 'Who is ranked', value: group === null ? 'Everybody' : link(`/groups/${group}`, 'Members of a group') },
        { name: 'Least score', value: min_score ?? NONE },
        { name: 'Campaign', value: campaign === null ? NONE : link(`/campaigns/${campaign}`, 'Open the campaign') },
        { name: 'Created', value: <RelativeTime at={board.created_at} /> },
        { name: 'Id', value: <CopyableId id={board.id} /> },
        ...useHistoryFact(board.id),
      ]}
    />
  );
}
