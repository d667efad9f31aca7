/** Shows an amount with every digit of the ledger's decimal, thousands grouped. */
import { cn } from './cn';

/** Groups the digits of a decimal string without converting it to a number. */
export function groupDigits(amount: string): string {
  const match = /^([-+]?)(\d+)(\.\d+)?$/.exec(amount);
  if (!match) return amount;
  const [, sign = '', whole = '', fraction = ''] = match;
  return `${sign === '-' ? '−' : sign}${whole.replace(/\B(?=(\d{3})+$)/g, ',')}${fraction}`;
}

/** An amount with its symbol, as plain text. */
export const amountText = (amount: string, symbol: string | undefined): string => `${groupDigits(amount)} ${symbol ?? ''}`.trim();

export function Money({
  amount,
  symbol,
  signed = false,
  className,
}: {
  amount: string;
  symbol?: string;
  signed?: boolean;
  className?: string;
}) {
  const negative = amount.startsWith('-');
  const shown = signed && !negative && /[1-9]/.test(amount) ? `+${amount}` : amount;
  return (
    <span
      className={cn('whitespace-nowrap tabular-nums', signed && (negative ? 'text-danger' : shown !== amount && 'text-success'), className)}
    >
      {groupDigits(shown)}
      {symbol && <span className="text-ink-faint text-xs"> {symbol}</span>}
    </span>
  );
}
