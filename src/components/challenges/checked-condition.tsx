/** A condition of a challenge as blocks or CEL, with what the API finds in it. */
'use client';
import { CODE_CONDITION_ROOTS } from '@/domain/rules/activation';
import { ConditionField } from '@/components/rules/blocks/condition-field';
import { useConditionFindings } from '@/components/rules/cel/condition-findings';
import { FindingsContext } from '@/components/rules/cel/rule-findings';
import { RULE_ROOT_NAMES } from '@/components/rules/cel/vocabulary';

const ROOTS = RULE_ROOT_NAMES.filter((name) => CODE_CONDITION_ROOTS.has(name));

interface CheckedConditionProps {
  programId: string;
  label: string;
  example: string;
  /** The field that holds it, as the API names it. */
  at: string;
  error: string | undefined;
  value: string;
  onChange: (condition: string) => void;
}

export function CheckedCondition({ programId, at, value, ...field }: CheckedConditionProps) {
  const findings = useConditionFindings(programId, at, value);
  return (
    <FindingsContext value={findings}>
      <ConditionField
        {...field}
        hint="A CEL expression over event, participant, recipient, program, groups and now."
        at={at}
        roots={ROOTS}
        value={value}
      />
    </FindingsContext>
  );
}
