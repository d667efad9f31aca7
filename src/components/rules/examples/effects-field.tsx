/** Chooses the effects that an example expects, one after the other, or takes them as JSON, which is what both write. */
'use client';
import { Plus } from 'lucide-react';
import { useId, useState } from 'react';
import { Button } from '@/components/ui/button';
import { FieldFault } from '@/components/ui/field';
import { Textarea } from '@/components/ui/input';
import { EffectRow } from './effect-row';
import { effectsIn, textOfEffects } from './expected-effects';

const EFFECTS_MAX = 40;

interface EffectsFieldProps {
  /** JSON. */
  value: string;
  error?: string;
  onChange: (text: string) => void;
}

export function EffectsField({ value, error, onChange }: EffectsFieldProps) {
  const id = useId();
  const effects = effectsIn(value);
  const [asJson, setAsJson] = useState(effects === null);
  const isJson = asJson || effects === null;
  return (
    <fieldset className="flex min-w-0 flex-col gap-2" aria-describedby={error ? `${id}-error` : undefined}>
      <div className="flex items-center justify-between gap-2">
        <legend className="float-left text-xs font-medium">Expected effects</legend>
        <Button variant="quiet" size="small" disabled={effects === null} onClick={() => setAsJson(!isJson)}>
          {isJson ? 'Choose them' : 'Write as JSON'}
        </Button>
      </div>
      {isJson ? (
        <>
          <Textarea
            aria-label="Expected effects as JSON"
            aria-invalid={error ? true : undefined}
            className="max-h-64 min-h-28 font-mono text-xs"
            spellCheck={false}
            value={value}
            onChange={({ target }) => {
              setAsJson(true);
              onChange(target.value);
            }}
          />
          {effects === null && <p className="text-ink-soft text-xs">This says something that cannot be chosen, so it stays JSON.</p>}
        </>
      ) : (
        <>
          {effects.length === 0 && <p className="text-ink-faint">Nothing. The rule must do nothing at all.</p>}
          <ol className="flex flex-col gap-3">
            {effects.map((effect, index) => (
              <EffectRow
                key={index}
                effect={effect}
                number={index + 1}
                onChange={(changed) => onChange(textOfEffects(effects.with(index, changed)))}
                onRemove={() => onChange(textOfEffects(effects.toSpliced(index, 1)))}
              />
            ))}
          </ol>
          <Button
            size="small"
            className="self-start"
            disabled={effects.length >= EFFECTS_MAX}
            onClick={() => onChange(textOfEffects([...effects, { type: 'CREDIT', target: 'ACTOR' }]))}
          >
            <Plus aria-hidden /> Add effect
          </Button>
        </>
      )}
      {error && <FieldFault id={`${id}-error`}>{error}</FieldFault>}
    </fieldset>
  );
}
