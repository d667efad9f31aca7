/** Text inputs. The field around them shows what is wrong. */
import type { ComponentProps } from 'react';
import { cn } from './cn';

const box =
  'w-full rounded-control border border-line-strong bg-surface text-ink placeholder:text-ink-faint disabled:bg-sunken disabled:text-ink-faint aria-invalid:border-danger';

export const Input = ({ className, ...rest }: ComponentProps<'input'>) => <input className={cn(box, 'h-8 px-2.5', className)} {...rest} />;

/** For amounts and other decimals: a number pad where available, and tabular digits. */
export const AmountInput = ({ onChange, ...rest }: Omit<ComponentProps<'input'>, 'onChange'> & { onChange: (text: string) => void }) => (
  <Input inputMode="decimal" className="text-right tabular-nums" onChange={({ target }) => onChange(target.value)} {...rest} />
);

export const Textarea = ({ className, ...rest }: ComponentProps<'textarea'>) => (
  <textarea className={cn(box, 'min-h-20 resize-y px-2.5 py-2 leading-5', className)} {...rest} />
);
