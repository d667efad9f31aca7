/** Lists referral programs: which friends qualify in each, and whether anybody can be brought now. */
'use client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { parseAsString, parseAsStringLiteral } from 'nuqs';
import type { ReferralProgram } from '@/contract/referral-program';
import { REFERRAL_PROGRAM_STATUSES } from '@/domain/referrals/statuses';
import type { Column } from '@/components/data-table/column';
import { useListState } from '@/components/data-table/list-state';
import { useProgramColumns } from '@/components/programs/program-columns';
import { ProgramRecords } from '@/components/programs/program-records';
import { useProgramFilter } from '@/components/shell/program-filter';
import { FILLING, onDemand } from '@/components/ui/on-demand';
import { useTRPC } from '@/trpc/client';

const ProgramDetail = onDemand(() => import('./referral-program-detail').then((loaded) => loaded.ReferralProgramDetail), FILLING);
const ProgramDialog = onDemand(() => import('./referral-program-dialog').then((loaded) => loaded.ReferralProgramDialog));

const FILTERS = { search: parseAsString, status: parseAsStringLiteral(REFERRAL_PROGRAM_STATUSES) };

function useColumns(): Column<ReferralProgram>[] {
  const { status, sentence, program, created } = useProgramColumns<ReferralProgram>();
  return [
    { header: 'Name', sort: 'name', cell: (row) => <span className="font-medium">{row.name}</span>, text: (row) => row.name },
    status,
    sentence,
    program,
    created,
  ];
}

export function ReferralsPage() {
  const list = useListState(FILTERS, ['created_at', 'name']);
  const input = { ...list.input, program_id: useProgramFilter() };
  const query = useQuery(useTRPC().referralPrograms.list.queryOptions(input, { placeholderData: keepPreviousData }));
  return (
    <ProgramRecords
      title="Referrals"
      description="Participants bring friends with codes of their own; rules reward both once a friend qualifies."
      record="Referral program"
      path="/referrals"
      name="Referral programs"
      withoutProgram="Referrals belong to a program; create one first."
      empty="Nobody can bring a friend yet."
      statuses={REFERRAL_PROGRAM_STATUSES}
      list={list}
      columns={useColumns()}
      query={query}
      detail={(id) => <ProgramDetail id={id} />}
      dialog={(of) => <ProgramDialog {...of} />}
    />
  );
}
