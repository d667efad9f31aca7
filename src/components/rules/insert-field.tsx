/** Puts a field of the event, or something of the participant, into a text template, so that nobody has to know how it is written there. */
'use client';
import { Plus } from 'lucide-react';
import { useCallback } from 'react';
import { Button } from '@/components/ui/button';
import type { FieldTerm } from '@/domain/rules/blocks/block';
import { celOfTerm } from '@/domain/rules/blocks/write-cel';
import { fieldChoices, type FieldChoice } from './blocks/field-choices';
import { FieldPicker } from './blocks/field-picker';
import { useRuleFindings } from './cel/rule-findings';
import type { RuleRoot } from './cel/vocabulary';

/** What a person's words can be about; the rest belongs to conditions. */
const ROOTS: readonly RuleRoot[] = ['event', 'participant', 'recipient'];

/** The field that a line reads, unless it reads more than a field. */
function fieldOf({ block }: FieldChoice): FieldTerm | null {
  if (block.kind !== 'line' || block.field.kind !== 'field') return null;
  return block.operator === 'includes' || block.operator === 'present' ? null : block.field;
}

interface InsertFieldProps {
  /** The name of the text that it goes into. */
  into: string;
  roots?: readonly RuleRoot[];
  onInsert: (hole: string) => void;
}

export function InsertField({ into, roots = ROOTS, onInsert }: InsertFieldProps) {
  const { vocabulary } = useRuleFindings();
  const choicesFor = useCallback(
    (typed: string) => fieldChoices({ ...vocabulary, roots }, typed, null).filter((choice) => fieldOf(choice) !== null),
    [vocabulary, roots],
  );
  return (
    <FieldPicker
      label={`Field to insert into ${into}`}
      choicesFor={choicesFor}
      onChoose={(choice) => {
        const field = fieldOf(choice);
        if (field) onInsert(`{{ ${celOfTerm(field)} }}`);
      }}
      trigger={
        <Button variant="quiet" size="small" className="h-6 px-1.5" aria-label={`Insert a field into ${into}`}>
          <Plus aria-hidden /> Insert a field
        </Button>
      }
    />
  );
}
