/** Declares what an assistant can read about participants, groups and what they have. */
import { AMOUNTS, PAGED, declared } from './declaration';

export const PARTICIPANTS = declared('participants:read', [
  [
    'find_participants',
    'participants.list',
    'program_id',
    'Find participants',
    `Participants by name, email, external id (\`search\`), exact \`external_id\`, tag or program. ${PAGED}`,
  ],
  [
    'get_participant',
    'participants.get',
    'answer',
    'Get a participant',
    `One participant: profile, programs, tags, attributes, counters, tiers, balances; with \`as_of\` as of an earlier time. \`id\` may be \`ext:\` and the external id. ${AMOUNTS}`,
  ],
  [
    'list_participant_balances',
    'participants.balances.list',
    'program_id',
    "List a participant's balances",
    `Balances by program and asset, in the buckets available, held and deferred. ${AMOUNTS} ${PAGED}`,
  ],
  [
    'list_participant_lots',
    'participants.balances.lots',
    'program_id',
    "List a participant's lots",
    `The lots that a balance consists of: when each was earned, matures and expires, and what remains. ${AMOUNTS} ${PAGED}`,
  ],
  [
    'explain_participant_balance',
    'participants.balances.explain',
    'program_id',
    "Explain a participant's balance",
    `Why a participant has what they have: where each part of a balance came from (rule, event, transfer, correction), and what was spent. ${AMOUNTS} ${PAGED}`,
  ],
  [
    'list_participant_timeline',
    'participants.activity.timeline',
    'answer',
    "List a participant's timeline",
    `What happened to a participant in order, newest first: events, reservations that have not become events, ledger entries, changes of state, and what notices, codes, referrals, challenges and leaderboards did. ${AMOUNTS} ${PAGED}`,
  ],
  [
    'list_participant_challenges',
    'participants.challenges',
    'program_id',
    "List a participant's challenges",
    'How far a participant is in each challenge, and in a sentence what is still missing.',
  ],
  [
    'list_leaderboard_ranks',
    'leaderboards.ranks',
    'every',
    'List ranks of a leaderboard',
    `Who is where in a season of a leaderboard, the highest score first. ${PAGED}`,
  ],
  ['list_groups', 'groups.list', 'every', 'List groups', `Groups of participants, with how many members each has. ${PAGED}`],
  ['get_group', 'groups.get', 'every', 'Get a group', `One group: state, tiers, balances. ${AMOUNTS}`],
  ['list_group_members', 'groups.members.list', 'every', 'List members of a group', `Who belongs to a group, in which role. ${PAGED}`],
]);
