/** What the palette finds in the organization for a text: records by name, and whatever has it as its id. */
'use client';
import { useQuery } from '@tanstack/react-query';
import { Command } from 'cmdk';
import { ArrowLeftRight, Boxes, Coins, ListTree, Network, ScrollText, ShoppingBag, Users, Workflow, type LucideIcon } from 'lucide-react';
import { eventName } from '@/components/events/event-name';
import { participantName } from '@/components/participants/participant-name';
import { statusLabel } from '@/components/ui/badge';
import { useTRPC } from '@/trpc/client';

const MIN_LETTERS = 2;
const FOUND = 5;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export interface PaletteRecordsProps {
  text: string;
  className: string;
  onGo: (href: string) => void;
}

interface Found {
  readonly title: string;
  readonly href: string;
  readonly icon: LucideIcon;
}

export function PaletteRecords({ text, className, onGo }: PaletteRecordsProps) {
  const byId = useFoundById(UUID.test(text) ? text.toLowerCase() : null);
  const byName = useFoundByName(text.length >= MIN_LETTERS && !UUID.test(text) ? text : null);
  const found = [...byId, ...byName];
  if (found.length === 0) return null;
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

/** Ids are unique across kinds, so at most one of these answers with a record. */
function useFoundById(id: string | null): Found[] {
  const trpc = useTRPC();
  const input = { id: id ?? '' };
  const once = { enabled: id !== null, retry: false } as const;
  const event = useQuery(trpc.events.get.queryOptions(input, once)).data;
  const participant = useQuery(trpc.participants.get.queryOptions(input, once)).data;
  const group = useQuery(trpc.groups.get.queryOptions(input, once)).data;
  const rule = useQuery(trpc.rules.get.queryOptions(input, once)).data;
  const entry = useQuery(trpc.journalEntries.get.queryOptions(input, once)).data;
  const program = useQuery(trpc.programs.get.queryOptions(input, once)).data;
  const asset = useQuery(trpc.assets.get.queryOptions(input, once)).data;
  const redemption = useQuery(trpc.redemptions.get.queryOptions(input, once)).data;
  const transfer = useQuery(trpc.transfers.get.queryOptions(input, once)).data;
  if (id === null) return [];
  return [
    event && { title: `Event ${eventName(event)}`, href: `/events/${event.id}`, icon: ListTree },
    participant && { title: participantName(participant), href: `/participants/${participant.id}`, icon: Users },
    group && { title: group.name, href: `/groups/${group.id}`, icon: Network },
    rule && { title: rule.name, href: `/rules/${rule.id}`, icon: Workflow },
    entry && { title: `${statusLabel(entry.type)} entry`, href: `/ledger/${entry.id}`, icon: ScrollText },
    redemption && { title: `Redemption of ${redemption.amount}`, href: `/redemptions/${redemption.id}`, icon: ShoppingBag },
    transfer && { title: `Transfer of ${transfer.total_amount}`, href: `/transfers/${transfer.id}`, icon: ArrowLeftRight },
    program && { title: program.name, href: `/programs/${program.id}`, icon: Boxes },
    asset && { title: asset.name, href: `/assets/${asset.id}`, icon: Coins },
  ].filter((found) => found !== undefined);
}

function useFoundByName(text: string | null): Found[] {
  const trpc = useTRPC();
  const input = { search: text ?? '', limit: FOUND };
  const when = { enabled: text !== null } as const;
  const participants = useQuery(trpc.participants.list.queryOptions(input, when)).data?.data;
  const groups = useQuery(trpc.groups.list.queryOptions(input, when)).data?.data;
  const rules = useQuery(trpc.rules.list.queryOptions(input, when)).data?.data;
  const programs = useQuery(trpc.programs.list.queryOptions(input, when)).data?.data;
  const assets = useQuery(trpc.assets.list.queryOptions(input, when)).data?.data;
  if (text === null) return [];
  return [
    ...(participants ?? []).map((row) => ({ title: participantName(row), href: `/participants/${row.id}`, icon: Users })),
    ...(groups ?? []).map((row) => ({ title: row.name, href: `/groups/${row.id}`, icon: Network })),
    ...(rules ?? []).map((row) => ({ title: row.name, href: `/rules/${row.id}`, icon: Workflow })),
    ...(programs ?? []).map((row) => ({ title: row.name, href: `/programs/${row.id}`, icon: Boxes })),
    ...(assets ?? []).map((row) => ({ title: `${row.name} · ${row.symbol}`, href: `/assets/${row.id}`, icon: Coins })),
  ];
}
