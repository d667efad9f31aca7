/** Asks once why many rules are made active although examples of them fail. */
'use client';
import type { BulkFieldsProps } from '@/components/bulk/action';
import { OverrideReason } from './override-reason';

export const BulkOverrideReason = ({ value, onChange }: BulkFieldsProps) => (
  <OverrideReason value={value.reason ?? ''} onChange={(reason) => onChange({ ...value, reason })} />
);
