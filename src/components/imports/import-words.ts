/** Puts the outcome of an import into words. */
import type { ImportSummary } from '@/contract/import';

const whole = new Intl.NumberFormat('en');

const counted = (count: number, one: string, many: string): string => `${whole.format(count)} ${count === 1 ? one : many}`;

/** What the import is doing, or did. */
export function importHeading({ status, dry_run, phase, error_code }: ImportSummary): string {
  if (status === 'COMPLETED') return dry_run ? 'The file was checked' : 'The file was imported';
  if (status === 'FAILED')
    return dry_run ? 'The file cannot be imported' : error_code === 'insufficient_funds' ? 'Nothing was imported' : 'The import failed';
  if (status === 'CANCELLED') return 'The import was cancelled';
  return dry_run || phase === 'CHECKING' ? 'The file is being checked' : 'The file is being imported';
}

/** @returns for example "12 new participants, 3 changed, 1 unchanged, 15 opening balances". */
export const outcomeText = ({ created, updated, unchanged, credited }: ImportSummary): string =>
  [
    counted(created, 'new participant', 'new participants'),
    `${whole.format(updated)} changed`,
    `${whole.format(unchanged)} unchanged`,
    counted(credited, 'opening balance', 'opening balances'),
  ].join(', ');

export const failedText = ({ failed }: Pick<ImportSummary, 'failed'>): string =>
  failed === 0 ? '' : `${counted(failed, 'row has errors and is', 'rows have errors and are')} left out`;

export const rowsText = ({ processed, rows }: Pick<ImportSummary, 'processed' | 'rows'>): string =>
  `${whole.format(processed)} of ${counted(rows, 'row', 'rows')}`;
