/** Shows a subject's attributes, JSON values by key, and edits them as one JSON object. */
'use client';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { DraftNotice } from '@/components/drafts/draft-notice';
import { isSame } from '@/components/drafts/followed';
import { Button } from '@/components/ui/button';
import { Detail, Part } from '@/components/ui/detail';
import { Field } from '@/components/ui/field';
import { FormDialog } from '@/components/ui/form-dialog';
import { Textarea } from '@/components/ui/input';
import { jsonObjectFault, jsonObjectOf } from '@/components/ui/json-object';
import { CodeBlock } from '@/components/ui/json-view';
import { LIVE_MS } from '@/components/ui/live';
import { failureOf } from '@/trpc/failure';
import { changesBetween } from './attribute-changes';
import { useStateApi, type SubjectPage } from './subject';

const SHOWN = 200;

export function Attributes({ subject, editable }: { subject: SubjectPage; editable: boolean }) {
  const { state } = useStateApi(subject);
  const query = useQuery(state.attributes.queryOptions({ id: subject.id, limit: SHOWN }, { refetchInterval: LIVE_MS }));
  const [editing, setEditing] = useState(false);
  const values = Object.fromEntries((query.data?.data ?? []).map(({ key, value }) => [key, value]));
  // If not all are loaded, saving would remove the rest.
  const whole = query.data?.pagination.has_more === false;
  return (
    <Part
      title="Attributes"
      actions={
        editable &&
        whole && (
          <Button aria-haspopup="dialog" onClick={() => setEditing(true)}>
            Edit attributes
          </Button>
        )
      }
    >
      <Detail query={query}>
        {({ data }) =>
          data.length > 0 ? (
            <CodeBlock text={JSON.stringify(values, null, 2)} label="Attributes" />
          ) : (
            <p className="panel text-ink-soft p-3">No attributes set.</p>
          )
        }
      </Detail>
      {editing && <AttributesDialog subject={subject} values={values} onClose={() => setEditing(false)} />}
    </Part>
  );
}

interface AttributesDialogProps {
  subject: SubjectPage;
  values: Readonly<Record<string, unknown>>;
  onClose: () => void;
}

const textOf = (values: AttributesDialogProps['values']): string => JSON.stringify(values, null, 2);

const consequenceOf = (set: readonly string[], unset: readonly string[]): string =>
  `${set.length > 0 ? `Sets ${set.join(', ')}. ` : ''}${unset.length > 0 ? `Removes ${unset.join(', ')}.` : ''}`;

function AttributesDialog({ subject, values: current, onClose }: AttributesDialogProps) {
  const { state, refresh } = useStateApi(subject);
  // Compared with the attributes when editing began: what others set since is not in the text, and would look removed.
  const [values, setValues] = useState(current);
  const [text, setText] = useState(textOf(current));
  const load = () => {
    setValues(current);
    setText(textOf(current));
  };
  const overtaken = !isSame(values, current);
  if (overtaken && text === textOf(values)) load();
  const change = useMutation(
    state.changeAttributes.mutationOptions({
      onSuccess: () => {
        refresh();
        onClose();
      },
    }),
  );
  const record = jsonObjectOf(text);
  const changes = record && changesBetween(values, record);
  const set = Object.keys(changes?.set ?? {});
  const nothing = changes !== null && set.length === 0 && changes.unset.length === 0;
  const submit = () => {
    if (changes) change.mutate({ id: subject.id, ...changes });
  };
  return (
    <FormDialog
      title={`Attributes of ${subject.name}`}
      onSubmit={submit}
      onClose={onClose}
      failure={change.error ? failureOf(change.error) : null}
      consequence={consequenceOf(set, changes?.unset ?? [])}
      submitLabel="Save attributes"
      pending={change.isPending}
      disabled={!changes || nothing}
    >
      <DraftNotice overtaken={overtaken} discard={load} />
      <Field label="Attributes" required hint={'A JSON object, such as {"plan": "gold"}.'} error={jsonObjectFault(text) ?? undefined}>
        <Textarea
          className="min-h-48 font-mono text-xs"
          spellCheck={false}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </Field>
    </FormDialog>
  );
}
