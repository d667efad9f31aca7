/** The words for kinds of codes and for what became of them. */
import type { CodeBatch } from '@/contract/code-batch';
import type { CodeImport } from '@/contract/code-import';
import type { RefusedLine } from '@/domain/codes/import';

interface KindWords {
  readonly label: string;
  readonly hint: string;
}

export const KIND_WORDS: Readonly<Record<CodeBatch['kind'], KindWords>> = {
  SHARED: { label: 'One for everybody', hint: 'A word that everybody enters, as on a poster.' },
  UNIQUE: { label: 'Unique ones, made here', hint: 'Random codes that nobody can guess, to be sent or printed one by one.' },
  IMPORTED: { label: 'Unique ones, made elsewhere', hint: 'The batch begins empty; its codes are added once it is there.' },
};

const count = new Intl.NumberFormat('en');

/** How often codes were used, of how often they can be; only a limit on all of them is one on the batch. */
export const usesText = ({ redeemed_count, max_total }: Pick<CodeBatch, 'redeemed_count' | 'max_total'>): string =>
  max_total === null ? count.format(redeemed_count) : `${count.format(redeemed_count)} of ${count.format(max_total)}`;

/** How many codes there are, of how many there are to be. */
export const madeText = ({ made, wanted, status }: Pick<CodeBatch, 'made' | 'wanted' | 'status'>): string =>
  status === 'GENERATING' ? `${count.format(made)} of ${count.format(wanted)}` : count.format(made);

export const REFUSED_BECAUSE: Readonly<Record<RefusedLine['reason'], string>> = {
  INVALID: 'not a code, which has 1 to 36 letters A to Z and digits',
  EXISTS: 'the program has it already',
};

/** What a file is called; pasted codes have no name. */
export const fileText = ({ file_name }: Pick<CodeImport, 'file_name'>): string => file_name ?? 'pasted codes';

/** How many codes of a file were added, and how many lines were refused. */
export function linesText({ status, lines, added, refused }: Pick<CodeImport, 'status' | 'lines' | 'added' | 'refused'>): string {
  const done = status === 'RUNNING' ? `${count.format(added)} of ${count.format(lines)}` : count.format(added);
  const codes = added === 1 && status !== 'RUNNING' ? 'code' : 'codes';
  return `${done} ${codes} added${refused === 0 ? '' : ` and ${count.format(refused)} ${refused === 1 ? 'line' : 'lines'} refused`}`;
}
