/** Lists every keyboard shortcut, with the switch for single-key ones. */
'use client';
import { Fragment } from 'react';
import { Dialog } from '@/components/ui/dialog';
import { setShortcuts, useShortcuts } from '@/components/ui/keys';
import { Switch } from '@/components/ui/switch';
import { NAVIGATION, offered } from './navigation';
import { useMay } from './session';

interface Shortcut {
  /** Alternatives; the keys of a sequence are separated by a space. */
  readonly keys: readonly string[];
  readonly does: string;
}

const EVERYWHERE: readonly Shortcut[] = [
  { keys: ['⌘K', 'Ctrl+K'], does: 'Find anything' },
  { keys: ['?'], does: 'This list' },
  { keys: ['/'], does: 'Search the list' },
  { keys: ['n', 'c'], does: 'Create a new one' },
];

const LISTS: readonly Shortcut[] = [
  { keys: ['j', '↓'], does: 'Next row' },
  { keys: ['k', '↑'], does: 'Previous row' },
  { keys: ['Enter'], does: 'Open the row' },
  { keys: ['x', 'Space'], does: 'Select the row' },
  { keys: ['Shift+↓', 'Shift+↑'], does: 'Select more rows' },
  { keys: ['Esc'], does: 'Close what is open, then clear the selection' },
  { keys: ['['], does: 'Previous page' },
  { keys: [']'], does: 'Next page' },
];

export function ShortcutSheet({ onClose }: { onClose: () => void }) {
  const may = useMay();
  const on = useShortcuts();
  const pages = NAVIGATION.flatMap((section) => offered(section.pages, may)).flatMap(({ title, letter }) =>
    letter ? [{ keys: [`g ${letter}`], does: title }] : [],
  );
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="Keyboard shortcuts" wide>
      <div className="flex flex-col gap-6">
        <Switch
          label="Single-key shortcuts"
          hint="Without them, ⌘K, arrows, Space, Enter and Escape still work. This setting is stored in this browser."
          checked={on}
          onChange={setShortcuts}
        />
        <div className="grid gap-x-10 gap-y-6 sm:grid-cols-2">
          <div className="flex flex-col gap-6">
            <Shortcuts title="Everywhere" shortcuts={EVERYWHERE} />
            <Shortcuts title="In a list" shortcuts={LISTS} />
          </div>
          <Shortcuts title="Go to" shortcuts={pages} />
        </div>
      </div>
    </Dialog>
  );
}

const Shortcuts = ({ title, shortcuts }: { title: string; shortcuts: readonly Shortcut[] }) => (
  <section aria-label={title}>
    <h3 className="mb-2 font-semibold">{title}</h3>
    <dl className="flex flex-col gap-1">
      {shortcuts.map(({ keys, does }) => (
        <div key={does} className="flex items-center justify-between gap-4">
          <dt className="text-ink-soft">{does}</dt>
          <dd className="flex gap-1">
            {keys.map((combination) => (
              <Fragment key={combination}>
                {combination.split(' ').map((key, index) => (
                  <kbd
                    key={index}
                    className="bg-sunken border-line min-w-6 rounded-[4px] border px-1.5 text-center font-sans text-xs leading-5"
                  >
                    {key}
                  </kbd>
                ))}
              </Fragment>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  </section>
);
