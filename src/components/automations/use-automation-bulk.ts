/** Pauses and resumes many automations at once. */
'use client';
import { useQueryClient } from '@tanstack/react-query';
import type { Automation } from '@/contract/automation';
import { AUTOMATION_MOVES } from '@/domain/automations/machine';
import { counted, type Bulk } from '@/components/bulk/action';
import { useMay } from '@/components/shell/session';
import { useTRPC, useTRPCClient } from '@/trpc/client';
import { AUTOMATION_TEXTS } from './automation-moves';

const NOUN = ['automation', 'automations'] as const;

const TARGETS = [
  {
    status: 'PAUSED',
    done: 'paused',
    others: 'Only active automations can be paused.',
    consequence: (automations: string) =>
      `Pauses ${automations}: no run starts until resumed, and runs that fall due in the meantime are skipped. A run that has started continues.`,
  },
  {
    status: 'ACTIVE',
    done: 'resumed',
    others: 'Only paused automations can be resumed.',
    consequence: (automations: string) =>
      `Resumes ${automations}, from the next scheduled time. Changes of state during the pause are evaluated now.`,
  },
] as const;

export function useAutomationBulk(): Bulk<Automation> | undefined {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queries = useQueryClient();
  const { change } = useMay();
  if (!change) return undefined;
  return {
    noun: NOUN,
    idOf: ({ id }) => id,
    nameOf: ({ name }) => name,
    pathOf: ({ program_id, id }) => `/automations/${program_id}/${id}`,
    actions: TARGETS.map(({ status, done, others, consequence }) => ({
      verb: AUTOMATION_TEXTS[status].verb,
      done,
      offered: { to: (row) => AUTOMATION_MOVES[row.status].includes(status), others },
      consequence: (rows) => consequence(counted(rows.length, NOUN)),
      act: ({ program_id, id }) => client.programs.automations.update.mutate({ id: program_id, automation_id: id, status }),
    })),
    refresh: () => void queries.invalidateQueries(trpc.programs.automations.pathFilter()),
  };
}
