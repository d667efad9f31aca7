/** Shows the result of a copy: a link to it, what it has, and what it lacks and why. */
'use client';
import { useQuery } from '@tanstack/react-query';
import type { ProgramClone, SkippedPart } from '@/contract/program-configuration';
import { ScopedLink } from '@/components/shell/scoped-link';
import { statusLabel } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { DialogActions } from '@/components/ui/dialog';
import { isRecordId } from '@/components/ui/record-id';
import { namesIn } from '@/domain/fields';
import { useTRPC } from '@/trpc/client';

const PARTS: Readonly<Record<keyof ProgramClone['copied'], readonly [one: string, many: string]>> = {
  assets: ['asset', 'assets'],
  tiers: ['tier', 'tiers'],
  rule_sets: ['rule set', 'rule sets'],
  rules: ['rule', 'rules'],
  rewards: ['reward', 'rewards'],
  automations: ['automation', 'automations'],
  challenges: ['challenge', 'challenges'],
  notices: ['setting of notices', 'settings of notices'],
  referral_programs: ['referral program', 'referral programs'],
  code_batches: ['batch of codes', 'batches of codes'],
  leaderboards: ['leaderboard', 'leaderboards'],
};

const REASONS: Readonly<Record<SkippedPart['reason'], string>> = {
  ARCHIVED: 'is archived and no longer used.',
  BALANCE_NOT_COPIED: 'starts empty: fund it before rules can give value.',
  CODES_NOT_COPIED: 'have not been copied: the batch starts without codes.',
  ASSET_NOT_AVAILABLE: 'needs an asset that is archived or no longer linked.',
  TIER_NOT_AVAILABLE: 'names a tier that is archived.',
  CHALLENGE_NOT_AVAILABLE: 'names a challenge that is archived or not copied.',
  CAMPAIGN_NOT_AVAILABLE: 'belongs to a campaign that has been deleted.',
  HOLDER_NOT_FOUND: 'names a participant or group that this organization does not have.',
  PROVIDER_BACKED: 'is delivered by a provider: connect an account here and add it again.',
  COMPLETED: 'has run for the last time.',
  TIME_PASSED: 'would have run once or ended, at a time that is in the past on this clock.',
};

function copiedText(copied: ProgramClone['copied']): string {
  const parts = namesIn(PARTS).flatMap((part) => {
    const [one, many] = PARTS[part];
    const count = copied[part];
    return count === 0 ? [] : [`${count} ${count === 1 ? one : many}`];
  });
  return parts.length === 0 ? 'It has settings only.' : `It has ${parts.join(', ')}.`;
}

export const CloneResult = ({ clone: { id, name, copied, skipped }, onClose }: { clone: ProgramClone; onClose: () => void }) => (
  <div role="status">
    <p>
      “{name}” is there. {copiedText(copied)}
    </p>
    {skipped.length > 0 && (
      <>
        <h3 className="mt-4 mb-2 font-semibold">Not copied</h3>
        <ul aria-label="Not copied" className="panel divide-line divide-y">
          {skipped.map(({ kind, key, reason }) => (
            <li key={`${kind}/${key}/${reason}`} className="px-3 py-2 break-words">
              {statusLabel(kind)} <strong className="font-medium">{kind === 'RULE' ? <RuleName reference={key} /> : key}</strong>{' '}
              {REASONS[reason]}
            </li>
          ))}
        </ul>
      </>
    )}
    <DialogActions>
      <Button onClick={onClose}>Close</Button>
      <Button asChild variant="primary">
        <ScopedLink href={`/programs/${id}`} onClick={onClose}>
          Open “{name}”
        </ScopedLink>
      </Button>
    </DialogActions>
  </div>
);

/** The name of a rule of this organization; exports refer to rules by ids that mean nothing elsewhere. */
function RuleName({ reference }: { reference: string }) {
  const known = { enabled: isRecordId(reference), retry: false } as const;
  const { data } = useQuery(useTRPC().rules.get.queryOptions({ id: reference }, known));
  return data?.name ?? reference;
}
