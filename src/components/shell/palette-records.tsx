/** What the palette finds in the organization for a text: records by name, and whatever has it as its id. */
'use client';
import { useQuery } from '@tanstack/react-query';
import { Command } from 'cmdk';
import { Boxes, Coins } from 'lucide-react';
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
  readonly id: string;
  readonly title: string;
  readonly href: string;
  readonly icon: typeof Boxes;
}

export function PaletteRecords({ text, className, onGo }: PaletteRecordsProps) {
  const found = useFound(text);
  if (found.length === 0) return null;
  return (
    <Command.Group heading="Records" className="[&_[cmdk-group-heading]]:text-ink-faint [&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:py-1 [&_[cmdk-group-heading]]:text-xs">
      {found.map(({ id, title, href, icon: Icon }) => (
        <Command.Item key={href} value={`${text} ${title} ${id}`} onSelect={() => onGo(href)} className={className}>
          <Icon aria-hidden /> <span className="truncate">{title}</span>
        </Command.Item>
      ))}
    </Command.Group>
  );
}

function useFound(text: string): Found[] {
  const trpc = useTRPC();
  const byId = UUID.test(text);
  const byName = text.length >= MIN_LETTERS && !byId;
  const search = { search: text, limit: FOUND };
  const once = { enabled: byId, retry: false };
  const program = useQuery(trpc.programs.get.queryOptions({ id: text }, once));
  const asset = useQuery(trpc.assets.get.queryOptions({ id: text }, once));
  const programs = useQuery(trpc.programs.list.queryOptions(search, { enabled: byName }));
  const assets = useQuery(trpc.assets.list.queryOptions(search, { enabled: byName }));
  const allPrograms = byId ? [program.data] : byName ? (programs.data?.data ?? []) : [];
  const allAssets = byId ? [asset.data] : byName ? (assets.data?.data ?? []) : [];
  return [
    ...allPrograms.flatMap((row) => (row ? [{ id: row.id, title: row.name, href: `/programs/${row.id}`, icon: Boxes }] : [])),
    ...allAssets.flatMap((row) => (row ? [{ id: row.id, title: `${row.name} · ${row.symbol}`, href: `/assets/${row.id}`, icon: Coins }] : [])),
  ];
}
