/** The times of day of a schedule. They share their minutes, because one schedule has one. */
'use client';
import { Plus, X } from 'lucide-react';
import { useState, type ComponentProps } from 'react';
import type { TimesOfDay } from '@/domain/schedules/schedule-choice';
import { timesOf } from '@/domain/schedules/schedule-words';
import { Button } from '@/components/ui/button';
import { Input } from '@/components/ui/input';

const HOURS = 24;

interface TimesFieldProps {
  times: TimesOfDay;
  onChange: (times: TimesOfDay) => void;
}

export function TimesField({ times, onChange }: TimesFieldProps) {
  // In the order in which they were entered, so that no field changes its place under the cursor.
  const [entered, setEntered] = useState(times.hours);
  const hours = ascending(entered).join() === times.hours.join() ? entered : times.hours;
  const change = (next: readonly number[], minute: number) => {
    setEntered(next);
    onChange({ hours: ascending(next), minute });
  };
  const free = Array.from({ length: HOURS }, (_, step) => ((hours.at(-1) ?? 0) + step) % HOURS).find((hour) => !hours.includes(hour));
  return (
    <div className="flex flex-col gap-1">
      <span className="text-ink-soft text-xs font-medium">At</span>
      <div role="group" aria-label="Times of day" className="flex flex-wrap items-center gap-2">
        {hours.map((hour, index) => {
          const [text = ''] = timesOf({ hours: [hour], minute: times.minute });
          return (
            <span key={index} className="flex items-center">
              <TimeInput
                aria-label={hours.length === 1 ? 'Time' : `Time ${index + 1}`}
                value={text}
                onTime={(at, minute) => change(hours.with(index, at), minute)}
              />
              {hours.length > 1 && (
                <Button
                  variant="quiet"
                  size="icon"
                  aria-label={`Remove ${text}`}
                  onClick={() => change(hours.toSpliced(index, 1), times.minute)}
                >
                  <X aria-hidden />
                </Button>
              )}
            </span>
          );
        })}
        {free !== undefined && (
          <Button variant="quiet" size="small" onClick={() => change([...hours, free], times.minute)}>
            <Plus aria-hidden /> Add time
          </Button>
        )}
      </div>
      {hours.length > 1 && <p className="text-ink-faint text-xs">The times of one schedule share their minutes.</p>}
    </div>
  );
}

const ascending = (hours: readonly number[]): number[] => [...new Set(hours)].sort((one, other) => one - other);

interface TimeInputProps extends Omit<ComponentProps<'input'>, 'onChange' | 'value'> {
  value: string;
  onTime: (hour: number, minute: number) => void;
}

/** While a time is incomplete, the last one stays in force, and comes back when the field is left. */
function TimeInput({ value, onTime, ...rest }: TimeInputProps) {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <Input
      {...rest}
      type="time"
      required
      className="w-28 tabular-nums"
      value={typed ?? value}
      onBlur={() => setTyped(null)}
      onChange={({ target }) => {
        const [, hour, minute] = /^(\d\d):(\d\d)/.exec(target.value) ?? [];
        setTyped(hour === undefined ? target.value : null);
        if (hour !== undefined) onTime(Number(hour), Number(minute));
      }}
    />
  );
}
