/** Loads the names a program's rules can read: fields of recent events, assets, tiers, and the state that rules set. */
'use client';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useAssetIndex } from '@/components/assets/asset-index';
import { keySetBy } from '@/domain/rules/actions/catalog';
import { useTRPC } from '@/trpc/client';
import type { Outputs } from '@/trpc/outputs';
import type { KnownName, ProgramVocabulary, SeenSample } from './vocabulary';

const OFFERED = 200;
const FRESH_MS = 60_000;
const PERCENT = 100;

export function useProgramVocabulary(programId: string): ProgramVocabulary {
  const trpc = useTRPC();
  const { all } = useAssetIndex();
  const options = { enabled: programId !== '', staleTime: FRESH_MS };
  const shapes = useQuery(trpc.rules.eventShapes.queryOptions({ programId }, options)).data;
  const seen = useQuery(trpc.rules.seenValues.queryOptions({ programId }, options)).data;
  const rules = useQuery(
    trpc.rules.list.queryOptions({ program_id: programId, limit: OFFERED, sort_by: 'order', sort_dir: 'asc' }, options),
  ).data;
  const tiers = useQuery(trpc.programs.tiers.list.queryOptions({ id: programId, limit: OFFERED }, options)).data;
  return useMemo(() => {
    const set = (rules?.data ?? []).flatMap((rule) => rule.actions).map(keySetBy);
    const keys = (state: 'counter' | 'attribute'): KnownName[] =>
      named(
        set.flatMap((found) => (found?.state === state ? [found.key] : [])),
        'set by a rule',
      );
    return {
      eventFields: (shapes?.inventory.fields ?? []).map(({ path, dominant_type, presence_rate }) => ({
        name: path,
        about: `${dominant_type}, ${Math.round(presence_rate * PERCENT)} %`,
        type: dominant_type,
        presence: presence_rate,
      })),
      ...(seen ? { seen: { events: sampleOf(seen.events), participants: sampleOf(seen.participants) } } : {}),
      assets: named(
        all.filter(({ program_ids }) => program_ids.includes(programId)).map(({ symbol }) => symbol),
        'balance',
      ),
      counters: keys('counter'),
      attributes: keys('attribute'),
      tiers: named(
        (tiers?.data ?? []).map(({ key }) => key),
        'tier',
      ),
    };
  }, [all, programId, rules, seen, shapes, tiers]);
}

const sampleOf = ({ sample_size, fields }: Outputs['rules']['seenValues']['events']): SeenSample => ({
  sampleSize: sample_size,
  values: new Map(fields.map(({ path, values }) => [path, values])),
});

const named = (names: readonly string[], about: string): KnownName[] => [...new Set(names)].map((name) => ({ name, about }));
