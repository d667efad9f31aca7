/** One text field of an action: plain, or a template. */
'use client';
import { useId, type ReactNode } from 'react';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import type { ActionDraft } from './action-draft';
import { CelField } from './cel/cel-field';
import type { RuleRoot } from './cel/vocabulary';

export interface PartProps {
  action: ActionDraft;
  /** The path of the action in the request, as the API names its fields. */
  at: string;
  errors: Readonly<Record<string, string>>;
  programId: string;
  onChange: (changes: Partial<ActionDraft>) => void;
}

/** The fields of a draft that are any text. */
type TextField = { [Name in keyof ActionDraft]: string extends ActionDraft[Name] ? Name : never }[keyof ActionDraft];

interface TextProps extends PartProps {
  field: TextField;
  label: string;
  hint?: ReactNode;
  required?: boolean;
  suggestions?: readonly string[];
  example?: string;
  /** What its fields can be of; absent: of all that rules read. */
  roots?: readonly RuleRoot[];
}

export const HALF = 'sm:col-span-3';
export const WHOLE = 'sm:col-span-6';

export function PlainText({ field, label, hint, required, suggestions = [], example, action, at, errors, onChange }: TextProps) {
  const list = useId();
  return (
    <div className={HALF}>
      <Field label={label} hint={hint} required={required} error={errors[`${at}.${field}`]}>
        <Input
          spellCheck={false}
          autoComplete="off"
          placeholder={example}
          list={suggestions.length > 0 ? list : undefined}
          value={action[field]}
          onChange={(event) => onChange({ [field]: event.target.value })}
        />
      </Field>
      {suggestions.length > 0 && (
        <datalist id={list}>
          {suggestions.map((suggestion) => (
            <option key={suggestion} value={suggestion} />
          ))}
        </datalist>
      )}
    </div>
  );
}

export const TemplateText = ({
  field,
  label,
  hint,
  required,
  example,
  action,
  at,
  errors,
  onChange,
  roots,
  wide = true,
}: TextProps & { wide?: boolean }) => (
  <div className={wide ? WHOLE : HALF}>
    <CelField
      template
      insertable
      roots={roots}
      label={label}
      hint={hint}
      required={required}
      example={example}
      at={`${at}.${field}`}
      error={errors[`${at}.${field}`]}
      value={action[field]}
      onChange={(text) => onChange({ [field]: text })}
    />
  </div>
);
