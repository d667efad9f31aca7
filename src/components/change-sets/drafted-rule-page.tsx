/** The form of a rule in a change set: what is saved changes the draft, and nothing that is live. */
'use client';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import type { ChangeSet } from '@/contract/change-set';
import type { Rule } from '@/contract/rule';
import { changedFields } from '@/components/drafts/followed';
import { useKeptDraft } from '@/components/drafts/kept-draft';
import { fieldsOf } from '@/components/rules/rule-draft';
import { RuleForm } from '@/components/rules/rule-form';
import { ScopedLink, useScoped } from '@/components/shell/scoped-link';
import { useMay } from '@/components/shell/session';
import { Detail } from '@/components/ui/detail';
import { EmptyState } from '@/components/ui/empty-state';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { RecordHeading } from '@/components/ui/record-heading';
import { Select } from '@/components/ui/select';
import { Switch } from '@/components/ui/switch';
import { useTRPC } from '@/trpc/client';
import { draftedRule, type RuleInSet } from './drafted-rule';
import { useDrafting } from './use-drafting';

interface DraftedRulePageProps {
  /** The change set. */
  setId: string;
  /** Null for a new rule. */
  ruleId: string | null;
}

export function DraftedRulePage({ setId, ruleId }: DraftedRulePageProps) {
  const query = useQuery(useTRPC().changeSets.get.queryOptions({ id: setId }));
  const { change: may } = useMay();
  return (
    <Detail query={query}>
      {(set) => {
        const drafted = set.changes.find(({ id }) => id === ruleId);
        if (!may || set.status !== 'OPEN') return <Unavailable set={set} title="Only an open change set can be edited." />;
        if (ruleId !== null && !drafted?.rule) return <Unavailable set={set} title="The change set has no draft of this rule." />;
        return drafted?.type === 'UPDATE_RULE' ? (
          <OverLiveRule set={set} drafted={drafted} />
        ) : (
          <DraftedRule key={ruleId} set={set} drafted={drafted} live={undefined} />
        );
      }}
    </Detail>
  );
}

const Unavailable = ({ set, title }: { set: ChangeSet; title: string }) => (
  <div className="panel">
    <EmptyState
      title={title}
      action={
        <ScopedLink href={`/rules/change-sets/${set.id}`} className="text-accent underline">
          Go to “{set.name}”
        </ScopedLink>
      }
    />
  </div>
);

type DraftedChange = ChangeSet['changes'][number];

function OverLiveRule({ set, drafted }: { set: ChangeSet; drafted: DraftedChange }) {
  const query = useQuery(useTRPC().rules.get.queryOptions({ id: drafted.id }));
  return <Detail query={query}>{(rule) => <DraftedRule key={rule.id} set={set} drafted={drafted} live={rule} />}</Detail>;
}

interface DraftedRuleProps {
  set: ChangeSet;
  /** Undefined for a new rule. */
  drafted: DraftedChange | undefined;
  live: Rule | undefined;
}

function DraftedRule({ set, drafted, live }: DraftedRuleProps) {
  const router = useRouter();
  const scoped = useScoped();
  const saved = { draft: draftedRule(set.program_id, drafted?.rule ?? null, live), version: Date.parse(set.updated_at) };
  const kept = useKeptDraft(`change-set:${set.id}:${drafted?.id ?? 'new'}`, saved);
  const { draft, edit } = kept;
  const { save, pending, failure } = useDrafting(set.id, () => {
    kept.beginAnew(drafted ? { ...saved, draft } : saved);
    router.push(scoped(`/rules/change-sets/${set.id}`));
  });
  const submit = () => {
    const { order, ...rule } = sentOf(draft);
    if (!drafted) return save({ type: 'CREATE_RULE', rule: { ...rule, order: order ?? undefined } });
    // Unchanged fields are not sent, so that what others changed live meanwhile stays theirs.
    save({ type: 'UPDATE_RULE', id: drafted.id, rule: changedFields(sentOf(kept.base), { ...rule, order }) });
  };
  return (
    <>
      <RecordHeading name={drafted?.name ?? 'New rule'} />
      <p className="text-ink-soft mb-4">Saved to “{set.name}”. Events do not see it until the change set is published.</p>
      <PlaceFields set={set} draft={draft} edit={edit} errors={failure?.fields ?? {}} />
      <RuleForm
        ruleId={live?.id}
        draft={draft}
        edit={edit}
        kept={kept}
        pending={pending}
        failure={failure}
        submitLabel="Save the draft"
        onSubmit={submit}
      />
    </>
  );
}

const sentOf = (draft: RuleInSet) => ({
  ...fieldsOf(draft),
  status: draft.active ? ('ACTIVE' as const) : ('SUSPENDED' as const),
  rule_set_id: draft.rule_set_id || undefined,
  order: draft.order === '' ? null : Number(draft.order),
});

interface PlaceFieldsProps {
  set: ChangeSet;
  draft: RuleInSet;
  edit: (changes: Partial<RuleInSet>) => void;
  errors: Readonly<Record<string, string>>;
}

const OFFERED = 200;
const DEFAULT_SET = 'default';

/** Where the rule is to stand: also in a rule set that the change set creates. */
function PlaceFields({ set, draft, edit, errors }: PlaceFieldsProps) {
  const live = useQuery(useTRPC().ruleSets.list.queryOptions({ id: set.program_id, limit: OFFERED })).data?.data ?? [];
  const drafts = set.changes.filter(({ type }) => type === 'CREATE_RULE_SET');
  const options = [
    ...live.map(({ id, name }) => ({ value: id, label: name })),
    ...drafts.map(({ id, name }) => ({ value: id, label: `${name} (new)` })),
  ];
  const byDefault = live.find(({ key }) => key === DEFAULT_SET)?.id;
  return (
    <div className="mb-6 grid max-w-3xl gap-4 sm:grid-cols-2">
      <Field label="Rule set" required error={errors.rule_set_id}>
        <Select
          options={byDefault === undefined ? [{ value: '', label: 'Default' }, ...options] : options}
          value={draft.rule_set_id || (byDefault ?? '')}
          onChange={(rule_set_id) => edit({ rule_set_id })}
        />
      </Field>
      <Field label="Place in its set" hint="1 runs first. Empty: where it is, or last if it is new." error={errors.order}>
        <Input type="number" min={1} step={1} value={draft.order} onChange={({ target }) => edit({ order: target.value })} />
      </Field>
      <Switch
        label="Active"
        hint="Otherwise it is suspended until it is activated."
        checked={draft.active}
        onChange={(active) => edit({ active })}
      />
    </div>
  );
}
