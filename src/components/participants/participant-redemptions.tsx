/** Lists a participant's redemptions, and starts a new one. */
'use client';
import { useState } from 'react';
import type { Participant } from '@/contract/participant';
import { EmbeddedRedemptions } from '@/components/redemptions/embedded-redemptions';
import { useMay } from '@/components/shell/session';
import { Button } from '@/components/ui/button';
import { onDemand } from '@/components/ui/on-demand';

const RedeemDialog = onDemand(() => import('@/components/redemptions/redeem-dialog').then((loaded) => loaded.RedeemDialog));

export function ParticipantRedemptions({ participant }: { participant: Participant }) {
  const { change } = useMay();
  const [redeeming, setRedeeming] = useState(false);
  const redeem = change && participant.status === 'ACTIVE' && (
    <Button aria-haspopup="dialog" onClick={() => setRedeeming(true)}>
      Redeem
    </Button>
  );
  return (
    <>
      <EmbeddedRedemptions of={{ participant_id: participant.id }} empty="This participant has redeemed nothing." actions={redeem} />
      {redeeming && <RedeemDialog participant={participant} onClose={() => setRedeeming(false)} />}
    </>
  );
}
