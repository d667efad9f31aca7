/** Shows the reference of a movement: a link to the redemption, decision, import or correction behind it, any other as the caller wrote it. */
import { ScopedLink } from '@/components/shell/scoped-link';
import { correctionOf, decisionOf, importOf, redemptionOf } from '@/domain/ledger/references';

/** @param programId of the movement, if known: a correction is looked up within it. */
export function Reference({ reference, programId }: { reference: string | null; programId?: string }) {
  if (reference === null) return <span className="text-ink-faint">—</span>;
  const [redemption, decision] = [redemptionOf(reference), decisionOf(reference)];
  const [imported, correction] = [importOf(reference), correctionOf(reference)];
  if (redemption !== null) return <Cause href={`/redemptions/${redemption}`} name="Redemption" id={redemption} />;
  if (decision !== null) return <Cause href={`/decisions/${decision}`} name="Decision" id={decision} />;
  if (imported !== null) return <Cause href={`/participants/imports/${imported}`} name="Import" id={imported} />;
  if (correction !== null && programId !== undefined)
    return <Cause href={`/rules/corrections/${programId}/${correction}`} name="Correction" id={correction} />;
  return <>{reference}</>;
}

function Cause({ href, name, id }: { href: string; name: string; id: string }) {
  return (
    <ScopedLink
      href={href}
      className="text-accent hover:underline"
      onClick={(event) => event.stopPropagation()}
      onKeyDown={(event) => event.stopPropagation()}
    >
      {name} …{id.slice(-8)}
    </ScopedLink>
  );
}
