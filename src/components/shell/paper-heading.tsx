/** The heading of every printed page: organization, program, time and user. */
'use client';
import { exactText } from '@/components/ui/relative-time';
import { usePrinting } from '@/components/ui/printing';
import { useOrganizationNow } from './clock';
import { clockFace } from './clock-face';
import { useProgramFilter, usePrograms } from './program-filter';
import { useSession } from './session';

export function PaperHeading() {
  const printing = usePrinting();
  return printing === null ? null : <Heading at={printing} />;
}

function Heading({ at }: { at: number }) {
  const { organization, user } = useSession();
  const chosen = useProgramFilter();
  const program = usePrograms().data?.data.find(({ id }) => id === chosen);
  const now = useOrganizationNow();
  return (
    <div className="border-line-strong mb-6 flex items-baseline justify-between gap-4 border-b pb-2">
      <p>
        <strong className="font-semibold">{organization.name}</strong> · {chosen ? (program?.name ?? 'One program') : 'All programs'}
        {organization.mode === 'SANDBOX' && ` · Sandbox, whose clock stood at ${clockFace(now)}`}
      </p>
      <p className="text-ink-soft text-right text-xs">
        Printed {exactText(new Date(at).toISOString())} by {user.name}
      </p>
    </div>
  );
}
