/** Tells how many reservations of checkouts are about to expire; renders nothing if none is. */
'use client';
import { EXPIRING_COUNTED } from '@/contract/choices';
import { ScopedLink } from '@/components/shell/scoped-link';

const digits = new Intl.NumberFormat('en');

export function ExpiringReservations({ count }: { count: number }) {
  if (count === 0) return null;
  const many = `${digits.format(count)}${count === EXPIRING_COUNTED ? ' or more' : ''}`;
  return (
    <p className="panel mb-4 px-3 py-2">
      <ScopedLink href="/decisions/expiring" className="text-accent underline">
        {many} {count === 1 ? 'reservation' : 'reservations'}
      </ScopedLink>{' '}
      {count === 1 ? 'expires' : 'expire'} within the next hour unless committed.
    </p>
  );
}
