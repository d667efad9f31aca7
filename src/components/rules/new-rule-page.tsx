/** Creates a rule in the program chosen in the header or else here. */
'use client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { parseAsString, useQueryStates } from 'nuqs';
import { useRouter } from 'next/navigation';
import type { Program } from '@/contract/program';
import { SaveToChangeSet } from '@/components/change-sets/save-to-change-set';
import { useKeptDraft } from '@/components/drafts/kept-draft';
import { ProgramsLink } from '@/components/programs/programs-link';
import { useProgramFilter, usePrograms } from '@/components/shell/program-filter';
import { useScoped } from '@/components/shell/scoped-link';
import { Detail } from '@/components/ui/detail';
import { EmptyState } from '@/components/ui/empty-state';
import { Field } from '@/components/ui/field';
import { PageHeader } from '@/components/ui/page-header';
import { Select } from '@/components/ui/select';
import { Switch } from '@/components/ui/switch';
import { useTRPC } from '@/trpc/client';
import { failureOf } from '@/trpc/failure';
import { NEW_RULE_CONDITION, NEW_RULE_SET } from './rule-address';
import { emptyDraft, fieldsOf } from './rule-draft';
import { RuleForm } from './rule-form';

const OFFERED = 200;
const TEXT = parseAsString.withDefault('');
/** @param rule_set_id of the set that the address names, empty for none; likewise the condition. */
const newRule = (rule_set_id: string, condition: string) => ({
  draft: { ...emptyDraft(''), rule_set_id, condition, active: true },
  version: 0,
});
/** The key of the set used when none is chosen. */
const DEFAULT_SET = 'default';

export function NewRulePage() {
  const query = usePrograms();
  return (
    <>
      <PageHeader title="New rule" description="The rule runs on events processed after it is saved, never on earlier ones." />
      <Detail query={query}>
        {({ data }) => {
          const programs = data.filter(({ status }) => status !== 'ARCHIVED');
          return programs.length > 0 ? (
            <NewRule programs={programs} />
          ) : (
            <div className="panel">
              <EmptyState title="A rule belongs to a program; create one first." action={<ProgramsLink />} />
            </div>
          );
        }}
      </Detail>
    </>
  );
}

function NewRule({ programs }: { programs: readonly Program[] }) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const router = useRouter();
  const scoped = useScoped();
  const filtered = useProgramFilter();
  const [beginning] = useQueryStates({ [NEW_RULE_SET]: TEXT, [NEW_RULE_CONDITION]: TEXT });
  const fresh = newRule(beginning[NEW_RULE_SET], beginning[NEW_RULE_CONDITION]);
  const kept = useKeptDraft(['rule', ...Object.values(beginning).filter((text) => text !== '')].join(':'), fresh);
  const { draft, edit } = kept;
  const programId = draft.program_id || (filtered ?? programs[0]?.id ?? '');
  const create = useMutation(
    trpc.rules.create.mutationOptions({
      onSuccess: (rule) => {
        kept.beginAnew({ ...fresh, draft });
        void queries.invalidateQueries(trpc.rules.pathFilter());
        router.push(scoped(`/rules/${rule.id}`));
      },
    }),
  );
  const made = () => ({
    rule_set_id: draft.rule_set_id || undefined,
    status: draft.active ? ('ACTIVE' as const) : ('SUSPENDED' as const),
    ...fieldsOf(draft),
  });
  return (
    <>
      <div className="mb-6 grid max-w-3xl gap-4 sm:grid-cols-2">
        <Field label="Program" required>
          <Select
            options={programs.map(({ id, name }) => ({ value: id, label: name }))}
            value={programId}
            onChange={(id) => edit({ program_id: id, rule_set_id: '' })}
          />
        </Field>
        <RuleSetChoice programId={programId} value={draft.rule_set_id} onChange={(id) => edit({ rule_set_id: id })} />
        <Switch
          label="Active immediately"
          hint="Otherwise it is suspended until it is activated."
          checked={draft.active}
          onChange={(active) => edit({ active })}
        />
      </div>
      <RuleForm
        draft={{ ...draft, program_id: programId }}
        edit={edit}
        kept={kept}
        pending={create.isPending}
        failure={create.error ? failureOf(create.error) : null}
        submitLabel="Create rule"
        onSubmit={(example_override_reason) => create.mutate({ program_id: programId, ...made(), example_override_reason })}
        beside={
          <SaveToChangeSet
            programId={programId}
            change={() => ({ type: 'CREATE_RULE', rule: made() })}
            onSaved={() => kept.beginAnew({ ...fresh, draft: { ...fresh.draft, program_id: programId } })}
          />
        }
      />
    </>
  );
}

interface RuleSetChoiceProps {
  programId: string;
  /** Empty for the default set, which the API creates when needed. */
  value: string;
  onChange: (id: string) => void;
}

function RuleSetChoice({ programId, value, onChange }: RuleSetChoiceProps) {
  const query = useTRPC().ruleSets.list.queryOptions({ id: programId, limit: OFFERED }, { enabled: programId !== '' });
  const sets = (useQuery(query).data?.data ?? []).map(({ id, key, name }) => ({
    value: key === DEFAULT_SET ? DEFAULT_SET : id,
    label: name,
  }));
  const hasDefault = sets.some((set) => set.value === DEFAULT_SET);
  return (
    <Field label="Rule set" required hint="It runs last in its set.">
      <Select
        options={hasDefault ? sets : [{ value: DEFAULT_SET, label: 'Default' }, ...sets]}
        value={value || DEFAULT_SET}
        onChange={(id) => onChange(id === DEFAULT_SET ? '' : id)}
      />
    </Field>
  );
}
