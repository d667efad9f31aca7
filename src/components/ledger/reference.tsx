/** What a movement refers to: the redemption behind it by a link, anything else as whoever moved it named it. */
import { redemptionOf } from '@/domain/ledger/redemption';
import { ScopedLink } from '@/components/shell/scoped-link';

export function Reference({ reference }: { reference: string | null }) {
  if (reference === null) return <span className="text-ink-faint">—</span>;
  const redemption = redemptionOf(reference);
  if (redemption === null) return <>{reference}</>;
  return (
    <ScopedLink
      href={`/redemptions/${redemption}`}
      className="text-accent hover:underline"
      onClick={(event) => event.stopPropagation()}
      onKeyDown={(event) => event.stopPropagation()}
    >
      Redemption …{redemption.slice(-8)}
    </ScopedLink>
  );
}
