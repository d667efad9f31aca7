/** Clones a program within a sandbox, after saying what is copied and what is not. */
'use client';
import { useState } from 'react';
import type { Program } from '@/contract/program';
import { CloneFrame } from './clone-frame';
import { useClone } from './use-clone';

const MAX_NAME = 255;

export function CloneDialog({ program, onClose }: { program: Program; onClose: () => void }) {
  const [name, setName] = useState(`Copy of ${program.name}`.slice(0, MAX_NAME));
  const clone = useClone();
  return (
    <CloneFrame
      clone={clone}
      titles={[`Clone “${program.name}”`, 'Program cloned']}
      introduction="The copy has the settings, tiers, rules and campaigns, rewards, automations, challenges, notices, referral programs, batches of codes and leaderboards of this program and uses the same assets. Participants, balances, codes, scores and history are not copied, and wallets start empty. The automations and notices of the copy run as soon as it exists."
      action="Clone program"
      name={name}
      onName={setName}
      onSubmit={() => clone.mutate({ name: name.trim(), source_program_id: program.id })}
      onClose={onClose}
    />
  );
}
