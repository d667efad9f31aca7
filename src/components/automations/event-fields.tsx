/** Edits the event an automation creates: its name, and its data as template fields, or as JSON when not all values are text. */
'use client';
import { Plus, X } from 'lucide-react';
import { memberPath } from '@/domain/rules/actions/places';
import { CelField } from '@/components/rules/cel/cel-field';
import { useRuleFindings } from '@/components/rules/cel/rule-findings';
import { Button } from '@/components/ui/button';
import { Field, FieldFault } from '@/components/ui/field';
import { Input, Textarea } from '@/components/ui/input';
import { dataFields, dataText, type DataField } from './automation-draft';
import { PARTICIPANT_ROOTS, PROGRAM_ROOTS, type Fields } from './automation-fields';

const AT = 'event.data';

export function EventFields({ draft, edit, errors }: Fields) {
  const { event_data: data } = draft;
  const other = typeof data === 'string' ? dataFields(data) : dataText(data);
  return (
    <>
      <Field label="Event name" required hint="The type of the event, as rules read it." error={errors['event.type']}>
        <Input className="font-mono" value={draft.event_type} onChange={(event) => edit({ event_type: event.target.value })} />
      </Field>
      <fieldset className="flex flex-col gap-2">
        <legend className="text-ink-soft mb-1 text-xs font-medium">
          Event data <span className="text-ink-faint font-normal">· optional</span>
        </legend>
        {typeof data === 'string' ? (
          <DataAsJson draft={draft} edit={edit} errors={errors} text={data} />
        ) : (
          <DataAsFields draft={draft} edit={edit} errors={errors} fields={data} />
        )}
        <div className="flex flex-wrap gap-2">
          {typeof data !== 'string' && (
            <Button size="small" onClick={() => edit({ event_data: [...data, { key: '', text: '' }] })}>
              <Plus aria-hidden /> Add a field
            </Button>
          )}
          {other !== null && (
            <Button size="small" variant="quiet" onClick={() => edit({ event_data: other })}>
              {typeof data === 'string' ? 'As fields' : 'As JSON'}
            </Button>
          )}
        </div>
      </fieldset>
    </>
  );
}

function DataAsJson({ edit, errors, text }: Fields & { text: string }) {
  const { faults } = useRuleFindings();
  const [fault] = Object.entries(faults).find(([field]) => field.startsWith(AT))?.[1] ?? [];
  const refused = Object.entries(errors).find(([field]) => field.startsWith(AT))?.[1];
  return (
    <Field label="Data" required hint="JSON. Every string in it is a template." error={fault?.message ?? refused}>
      <Textarea
        className="font-mono text-xs"
        spellCheck={false}
        value={text}
        onChange={(event) => edit({ event_data: event.target.value })}
      />
    </Field>
  );
}

function DataAsFields({ draft, edit, errors, fields }: Fields & { fields: readonly DataField[] }) {
  const change = (index: number, changes: Partial<DataField>) =>
    edit({ event_data: fields.map((field, place) => (place === index ? { ...field, ...changes } : field)) });
  return (
    <>
      {fields.map(({ key, text }, index) => (
        <div key={index} className="grid grid-cols-[minmax(0,1fr)_2rem] items-start gap-2 sm:grid-cols-[12rem_minmax(0,1fr)_2rem]">
          <div className="col-start-1">
            <Field label={`Field ${index + 1}`} required>
              <Input className="font-mono" value={key} onChange={(event) => change(index, { key: event.target.value })} />
            </Field>
          </div>
          <div className="col-start-1 min-w-0 sm:col-start-2">
            <CelField
              template
              insertable
              label={`Value of ${key || `field ${index + 1}`}`}
              required
              example="{{ participant.external_id }}"
              at={memberPath(AT, key)}
              error={errors[memberPath(AT, key)]}
              roots={draft.scope === 'PARTICIPANTS' ? PARTICIPANT_ROOTS : PROGRAM_ROOTS}
              value={text}
              onChange={(next) => change(index, { text: next })}
            />
          </div>
          <Button
            variant="quiet"
            size="icon"
            className="col-start-2 row-start-1 mt-5 sm:col-start-3"
            aria-label={`Remove ${key || `field ${index + 1}`}`}
            onClick={() => edit({ event_data: fields.filter((_, place) => place !== index) })}
          >
            <X aria-hidden />
          </Button>
        </div>
      ))}
      {errors[AT] && <FieldFault>{errors[AT]}</FieldFault>}
    </>
  );
}
