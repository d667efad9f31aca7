/** Finds records for a search text: by name, and by id. */
'use client';
import { useQuery } from '@tanstack/react-query';
import { Command } from 'cmdk';
import {
  ArrowLeftRight,
  Boxes,
  Coins,
  ListTree,
  Network,
  ScrollText,
  ShoppingBag,
  ShoppingCart,
  Users,
  Workflow,
  type LucideIcon,
} from 'lucide-react';
import { useAssetIndex } from '@/components/assets/asset-index';
import { eventName } from '@/components/events/event-name';
import { participantName } from '@/components/participants/participant-name';
import { statusLabel } from '@/components/ui/badge';
import { groupDigits } from '@/components/ui/money';
import { useTRPC } from '@/trpc/client';
import { isRecordId } from '@/components/ui/record-id';
import { failureOf } from '@/trpc/failure';

const MIN_LETTERS = 2;
const FOUND = 5;
interface PaletteRecordsProps {
  text: string;
  className: string;
  onGo: (href: string) => void;
}

interface Found {
  readonly title: string;
  readonly href: string;
  readonly icon: LucideIcon;
}

interface Search {
  readonly found: readonly Found[];
  readonly pending: boolean;
  /** Why part of the search failed. */
  readonly problem: string | undefined;
}

const isLost = (error: unknown): boolean => failureOf(error).code !== 'not_found';

function searchOf(found: readonly Found[], answers: readonly { isFetching: boolean; error: unknown }[]): Search {
  const lost = answers.find(({ error }) => error && isLost(error))?.error;
  return { found, pending: answers.some(({ isFetching }) => isFetching), problem: lost ? failureOf(lost).message : undefined };
}

export function PaletteRecords({ text, className, onGo }: PaletteRecordsProps) {
  const byId = useFoundById(isRecordId(text) ? text.toLowerCase() : null);
  const byName = useFoundByName(text.length >= MIN_LETTERS && !isRecordId(text) ? text : null);
  const { found, pending, problem } = byId ?? byName ?? NOTHING;
  if (found.length === 0)
    return (
      <Command.Empty role="status" className="text-ink-soft px-2 py-6 text-center">
        {pending ? 'Looking…' : (problem ?? 'Nothing found with this name or id.')}
      </Command.Empty>
    );
  return (
    <Command.Group
      heading="Records"
      className="[&_[cmdk-group-heading]]:text-ink-faint [&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:py-1 [&_[cmdk-group-heading]]:text-xs"
    >
      {found.map(({ title, href, icon: Icon }) => (
        <Command.Item key={href} value={`${text} ${href}`} onSelect={() => onGo(href)} className={className}>
          <Icon aria-hidden /> <span className="truncate">{title}</span>
        </Command.Item>
      ))}
    </Command.Group>
  );
}

const NOTHING: Search = { found: [], pending: false, problem: undefined };

/** Ids are unique across kinds, so at most one of these queries finds a record. */
function useFoundById(id: string | null): Search | null {
  const trpc = useTRPC();
  const input = { id: id ?? '' };
  const once = { enabled: id !== null, retry: false } as const;
  const event = useQuery(trpc.events.get.queryOptions(input, once));
  const participant = useQuery(trpc.participants.get.queryOptions(input, once));
  const group = useQuery(trpc.groups.get.queryOptions(input, once));
  const rule = useQuery(trpc.rules.get.queryOptions(input, once));
  const entry = useQuery(trpc.journalEntries.get.queryOptions(input, once));
  const program = useQuery(trpc.programs.get.queryOptions(input, once));
  const asset = useQuery(trpc.assets.get.queryOptions(input, once));
  const redemption = useQuery(trpc.redemptions.get.queryOptions(input, once));
  const decision = useQuery(trpc.decisions.get.queryOptions(input, once));
  const transfer = useQuery(trpc.transfers.get.queryOptions(input, once));
  const { symbolOf } = useAssetIndex();
  if (id === null) return null;
  const amount = (text: string, assetId: string) => `${groupDigits(text)} ${symbolOf(assetId) ?? ''}`.trim();
  const found = [
    event.data && { title: `Event ${eventName(event.data)}`, href: `/events/${id}`, icon: ListTree },
    participant.data && { title: participantName(participant.data), href: `/participants/${id}`, icon: Users },
    group.data && { title: group.data.name, href: `/groups/${id}`, icon: Network },
    rule.data && { title: rule.data.name, href: `/rules/${id}`, icon: Workflow },
    entry.data && { title: `${statusLabel(entry.data.type)} entry`, href: `/ledger/${id}`, icon: ScrollText },
    redemption.data && {
      title: `Redemption of ${amount(redemption.data.amount, redemption.data.asset_id)}`,
      href: `/redemptions/${id}`,
      icon: ShoppingBag,
    },
    decision.data && { title: `Decision about ${eventName(decision.data)}`, href: `/decisions/${id}`, icon: ShoppingCart },
    transfer.data && {
      title: `Transfer of ${amount(transfer.data.total_amount, transfer.data.asset_id)}`,
      href: `/transfers/${id}`,
      icon: ArrowLeftRight,
    },
    program.data && { title: program.data.name, href: `/programs/${id}`, icon: Boxes },
    asset.data && { title: asset.data.name, href: `/assets/${id}`, icon: Coins },
  ].filter((row) => row !== undefined);
  return searchOf(found, [event, participant, group, rule, entry, program, asset, redemption, decision, transfer]);
}

function useFoundByName(text: string | null): Search | null {
  const trpc = useTRPC();
  const input = { search: text ?? '', limit: FOUND };
  const when = { enabled: text !== null } as const;
  const participants = useQuery(trpc.participants.list.queryOptions(input, when));
  const groups = useQuery(trpc.groups.list.queryOptions(input, when));
  const rules = useQuery(trpc.rules.list.queryOptions(input, when));
  const programs = useQuery(trpc.programs.list.queryOptions(input, when));
  const assets = useQuery(trpc.assets.list.queryOptions(input, when));
  if (text === null) return null;
  const found = [
    ...(participants.data?.data ?? []).map((row) => ({ title: participantName(row), href: `/participants/${row.id}`, icon: Users })),
    ...(groups.data?.data ?? []).map((row) => ({ title: row.name, href: `/groups/${row.id}`, icon: Network })),
    ...(rules.data?.data ?? []).map((row) => ({ title: row.name, href: `/rules/${row.id}`, icon: Workflow })),
    ...(programs.data?.data ?? []).map((row) => ({ title: row.name, href: `/programs/${row.id}`, icon: Boxes })),
    ...(assets.data?.data ?? []).map((row) => ({ title: `${row.name} · ${row.symbol}`, href: `/assets/${row.id}`, icon: Coins })),
  ];
  return searchOf(found, [participants, groups, rules, programs, assets]);
}
