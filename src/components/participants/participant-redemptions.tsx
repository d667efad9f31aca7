/** What a participant redeemed, and the way to redeem more. */
'use client';
import { useState } from 'react';
import type { Participant } from '@/contract/participant';
import { EmbeddedRedemptions } from '@/components/redemptions/embedded-redemptions';
import { RedeemDialog } from '@/components/redemptions/redeem-dialog';
import { useMay } from '@/components/shell/session';
import { Button } from '@/components/ui/button';

export function ParticipantRedemptions({ participant }: { participant: Participant }) {
  const { change } = useMay();
  const [redeeming, setRedeeming] = useState(false);
  const redeem = change && participant.status === 'ACTIVE' && <Button onClick={() => setRedeeming(true)}>Redeem</Button>;
  return (
    <>
      <EmbeddedRedemptions of={{ participant_id: participant.id }} empty="This participant has redeemed nothing." actions={redeem} />
      {redeeming && <RedeemDialog participant={participant} onClose={() => setRedeeming(false)} />}
    </>
  );
}
