/** Resolves the target of an action; a target that is unknown to the program or inactive fails the action, and with it the event. */
import { DomainError } from '@/domain/errors';
import { inactive } from '@/domain/events/admission';
import { assertGroupActive } from '@/domain/groups';
import type { Holder } from '@/domain/ledger/accounts';
import type { Subject } from '@/domain/participants/state';
import type { EventFacts } from '../evaluate';
import type { Draft, ParticipantFacts, World } from '../world';
import type { ActionTarget, HolderTarget, PersonTarget } from './fields';

interface Scene {
  readonly draft: Draft;
  readonly event: EventFacts;
}

/** @throws DomainError recipient_not_found, participant_suspended, participant_closed, group_archived. */
export function resolveTarget(scene: Scene, target: ActionTarget): Subject {
  return target.type === 'PROGRAM' ? { type: 'PROGRAM', id: scene.draft.world.program.id } : resolveHolder(scene, target);
}

/** @throws DomainError as `resolveTarget`. */
export function resolveHolder(scene: Scene, target: HolderTarget): Holder {
  if (target.type !== 'GROUP') return { type: 'PARTICIPANT', id: resolvePerson(scene, target).id };
  const group = scene.draft.world.groups.get(target.id);
  if (!group)
    throw new DomainError('recipient_not_found', 'The rule names a group that your organization does not have; correct its target.');
  assertGroupActive(group.status, 'target.id');
  return { type: 'GROUP', id: group.id };
}

/** @throws DomainError recipient_not_found, participant_suspended, participant_closed. */
export function resolvePerson({ draft, event }: Scene, target: PersonTarget): ParticipantFacts {
  const person = find(draft.world, event, target);
  if (!person) throw new DomainError('recipient_not_found', ABSENT[target.type]);
  const refused = inactive(person, target.type === 'ACTOR' ? 'participant' : 'recipient');
  if (refused) throw refused;
  return person;
}

const ABSENT: Readonly<Record<PersonTarget['type'], string>> = {
  ACTOR: 'The rule acts on the participant of the event, but the event has none; give the action a target.',
  RECIPIENT: 'The rule acts on the recipient, but the event names none; send `recipient_external_id`.',
  PARTICIPANT: 'The rule names a participant that is not enrolled in the program; enroll it or correct the target.',
};

function find(world: World, event: EventFacts, target: PersonTarget): ParticipantFacts | undefined {
  switch (target.type) {
    case 'ACTOR':
      return world.participants.get(event.participantId ?? '');
    case 'RECIPIENT':
      return world.participants.get(event.recipientId ?? '');
    case 'PARTICIPANT':
      return world.participants.get(target.id ?? world.externalIds.get(target.external_id ?? '') ?? '');
  }
}
