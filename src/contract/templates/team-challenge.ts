/** Team challenge: groups earn together, and a team that gets far enough shares a reward among its members. */
import { NO_OTHERS, ACTOR, asset, gives, givesNothing, item, rule, ruleSet, settings } from './parts';
import type { ProgramTemplate, TemplateGroup } from './template';

const BLUE: TemplateGroup = { placeholder: '00000000-0000-4000-8000-0000000000b1', name: 'Blue team', members: ['ana', 'ben'] };
const RED: TemplateGroup = { placeholder: '00000000-0000-4000-8000-0000000000b2', name: 'Red team', members: ['cleo', 'dan'] };
const MILESTONE = 3;

const of = ({ placeholder }: TemplateGroup) => ({ type: 'GROUP', id: placeholder }) as const;

function rulesOf(team: TemplateGroup, ref: string) {
  const isMember = `groups.exists(g, g.id == "${team.placeholder}")`;
  const atMilestone = `groups.exists(g, g.id == "${team.placeholder}" && g.counters.sessions == ${MILESTONE})`;
  return [
    rule(
      {
        ref: `${ref}-session`,
        name: `${team.name}: a session`,
        words: `Each session of a member earns the ${team.name} 10 points and counts for it.`,
        when: `event.type == "session" && ${isMember}`,
      },
      [
        { type: 'CREDIT', amount: '10', asset: 'TEAM', description: 'A session', target: of(team) },
        { type: 'COUNTER', key: 'sessions', operation: 'INCREMENT', value: 1, target: of(team) },
      ],
      { examples: [givesNothing('a session of somebody in no team gives nothing', { data: { type: 'session' } })] },
    ),
    rule(
      {
        ref: `${ref}-milestone`,
        name: `${team.name}: ${MILESTONE} sessions`,
        words: `With session number ${MILESTONE} of the week, the ${team.name} earns 50 more, and each member gets an event.`,
        when: `event.type == "session" && ${atMilestone}`,
      },
      [
        { type: 'CREDIT', amount: '50', asset: 'TEAM', description: 'Milestone', target: of(team) },
        { type: 'BROADCAST', event_name: 'milestone', payload: { team: team.name }, target: of(team) },
      ],
    ),
  ];
}

export const TEAM_CHALLENGE: ProgramTemplate = {
  key: 'team-challenge',
  title: 'Team challenge',
  audience:
    'For gyms, schools and companies whose people do something together: teams collect points, and a milestone rewards everybody in the team.',
  configuration: {
    program: settings('Two teams collect points together; a milestone rewards each member.'),
    assets: [asset('Team points', 'TEAM', { scale: 0, inventory_mode: 'SIMPLE' })],
    tiers: [],
    rule_sets: [
      ruleSet('team-challenge', 'Sessions', [...rulesOf(BLUE, 'blue'), ...rulesOf(RED, 'red')]),
      ruleSet('rewards', 'Rewards', [
        rule(
          {
            ref: 'share',
            name: 'A share for each member',
            words: 'When the team reaches its milestone, each of its members gets 20.',
            when: 'event.type == "milestone"',
          },
          [{ type: 'CREDIT', amount: '20', asset: 'TEAM', description: 'Milestone of the {{ event.team }}', target: ACTOR }],
          {
            examples: [
              gives('a milestone gives 20', { data: { type: 'milestone', team: BLUE.name } }, [
                { type: 'CREDIT', target: 'ACTOR', asset: 'TEAM', bucket: 'AVAILABLE', amount: '20' },
              ]),
              givesNothing('a session gives no share', { data: { type: 'session' } }),
            ],
          },
        ),
        rule(
          {
            ref: 'new-week',
            name: 'A new week',
            words: 'Both teams start each week without sessions.',
            when: 'event.type == "week"',
          },
          [BLUE, RED].map((team) => ({ type: 'COUNTER', key: 'sessions', operation: 'SET', value: 0, target: of(team) }) as const),
        ),
      ]),
    ],
    rewards: [item('Coffee', 'TEAM', '20', 'A coffee at the bar.')],
    automations: [
      {
        name: 'Monday morning',
        description: 'Creates the event week, without a participant, at the start of each week.',
        status: 'ACTIVE',
        trigger: { type: 'CRON', timezone: 'UTC', cron_expression: '0 0 * * 1' },
        scope: 'PROGRAM',
        participant_filter: null,
        guard_condition: null,
        event: { type: 'week', data: {} },
      },
    ],
    ...NO_OTHERS,
  },
  groups: [BLUE, RED],
  samples: [
    {
      title: 'Ana comes to a session',
      event: { external_id: 'ana', event_data: { type: 'session' } },
      gains: [{ who: BLUE.name, group: true, asset: 'TEAM', amount: '10', bucket: 'AVAILABLE' }],
      because: 'A session of a member earns the Blue team 10.',
    },
    {
      title: 'Ben comes too',
      event: { external_id: 'ben', event_data: { type: 'session' } },
      gains: [{ who: BLUE.name, group: true, asset: 'TEAM', amount: '10', bucket: 'AVAILABLE' }],
      because: 'Another 10 for the Blue team.',
    },
    {
      title: 'Ana comes again',
      event: { external_id: 'ana', event_data: { type: 'session' } },
      gains: [
        { who: BLUE.name, group: true, asset: 'TEAM', amount: '60', bucket: 'AVAILABLE' },
        { who: 'ana', asset: 'TEAM', amount: '20', bucket: 'AVAILABLE' },
        { who: 'ben', asset: 'TEAM', amount: '20', bucket: 'AVAILABLE' },
      ],
      because: `The team’s session number ${MILESTONE} earns it 10 and 50 more, and ana and ben 20 each.`,
    },
  ],
};
