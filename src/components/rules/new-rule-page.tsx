/** A new rule, in the program chosen in the header or else here. */
'use client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { useProgramFilter, usePrograms } from '@/components/shell/program-filter';
import { useScoped } from '@/components/shell/scoped-link';
import { Field } from '@/components/ui/field';
import { PageHeader } from '@/components/ui/page-header';
import { Select } from '@/components/ui/select';
import { useTRPC } from '@/trpc/client';
import { failureOf } from '@/trpc/failure';
import { emptyDraft, fieldsOf } from './rule-draft';
import { RuleForm } from './rule-form';

export function NewRulePage() {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const router = useRouter();
  const scoped = useScoped();
  const filtered = useProgramFilter();
  const programs = usePrograms().data?.data.filter(({ status }) => status !== 'ARCHIVED') ?? [];
  const [draft, setDraft] = useState(() => emptyDraft(''));
  const programId = draft.program_id || (filtered ?? programs[0]?.id ?? '');
  const create = useMutation(
    trpc.rules.create.mutationOptions({
      onSuccess: (rule) => {
        void queries.invalidateQueries(trpc.rules.pathFilter());
        router.push(scoped(`/rules/${rule.id}`));
      },
    }),
  );
  return (
    <>
      <PageHeader title="New rule" description="It acts on events processed after it is saved, never on earlier ones." />
      <div className="mb-6 max-w-xs">
        <Field label="Program" required>
          <Select
            options={programs.map(({ id, name }) => ({ value: id, label: name }))}
            value={programId}
            onChange={(id) => setDraft({ ...draft, program_id: id })}
          />
        </Field>
      </div>
      <RuleForm
        draft={{ ...draft, program_id: programId }}
        onChange={setDraft}
        pending={create.isPending}
        failure={create.error ? failureOf(create.error) : null}
        submitLabel="Create rule"
        onSubmit={() => create.mutate({ program_id: programId, ...fieldsOf(draft) })}
      />
    </>
  );
}
