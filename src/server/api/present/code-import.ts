/** Presents imports of codes in their wire form. */
import type { CodeImport } from '@/contract/code-import';
import type { CodeImportRow } from '@/server/db/repositories/codes/code-imports';
import { presentTime } from './time';

export const presentCodeImport = ({ created_at, updated_at, completed_at, ...row }: CodeImportRow): CodeImport => ({
  ...row,
  created_at: presentTime(created_at),
  updated_at: presentTime(updated_at),
  completed_at: presentTime(completed_at),
});
