/** An input for a time zone: typing searches the zones that the browser knows, and the hint says what time it is there. */
'use client';
import { useId, type ComponentProps } from 'react';
import { isTimeZone } from '@/domain/time-zone';
import { Input } from './input';

/** The zone of whoever looks at the page. */
export const ownTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The present time in a zone, as in `It is Thursday, 10:05 there (GMT+1).`; undefined for what is no zone. */
export function timeThere(zone: string, now: Date): string | undefined {
  if (!isTimeZone(zone.trim())) return undefined;
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone.trim(),
    weekday: 'long',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'shortOffset',
  });
  const part = Object.fromEntries(format.formatToParts(now).map(({ type, value }) => [type, value]));
  return `It is ${part.weekday}, ${part.hour}:${part.minute} there (${part.timeZoneName}).`;
}

export function TimeZoneInput({
  onChange,
  ...rest
}: Omit<ComponentProps<'input'>, 'onChange' | 'list'> & { onChange: (zone: string) => void }) {
  const zones = useId();
  return (
    <>
      <Input {...rest} list={zones} autoComplete="off" spellCheck={false} onChange={({ target }) => onChange(target.value)} />
      <datalist id={zones}>
        {['UTC', ...Intl.supportedValuesOf('timeZone')].map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
    </>
  );
}
