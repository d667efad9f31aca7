/** What the API says of a program in sentences, the tools say word for word. */
import { expect, test } from 'vitest';
import { toolCatalog } from '@/server/mcp/catalog';
import { callTool, connectAssistant, toolClient } from '@tests/support/assistants';
import { ownedOrganization, type Person } from '@tests/support/people';

async function made(owner: Person, procedure: string, input: unknown): Promise<string> {
  const { data, failure } = await owner.mutate(procedure, input);
  if (!data) throw new Error(`${procedure}: ${failure?.message}`);
  return String(data.id);
}

/** A program that has one of everything that is told in a sentence. */
async function spokenProgram() {
  const { id: organization, owner } = await ownedOrganization();
  const program = await made(owner, 'programs.create', { name: 'Coffee' });
  const asset_id = await made(owner, 'assets.create', {
    name: 'Points',
    symbol: 'PTS',
    scale: 2,
    inventory_mode: 'SIMPLE',
    issuance_policy: 'UNLIMITED',
    program_ids: [program],
  });
  const rule = await made(owner, 'rules.create', {
    program_id: program,
    name: 'Cashback',
    condition: 'event.type == "purchase"',
    actions: [{ type: 'CREDIT', asset_id, amount: '5' }],
    budgets: [{ asset_id, scope: 'PROGRAM', limit: '100' }],
  });
  const levels = [
    { key: 'gold', rank: 1, qualification: { mode: 'ALL', criteria: [{ counter: 'visits', operator: 'GTE', threshold: '9' }] } },
  ];
  await made(owner, 'programs.tiers.create', { id: program, key: 'club', name: 'Club', levels });
  await made(owner, 'programs.automations.create', {
    id: program,
    name: 'Weekly',
    trigger: { type: 'CRON', cron_expression: '0 18 * * 5', timezone: 'Europe/Berlin' },
    scope: 'PROGRAM',
    event: { type: 'weekly', data: {} },
  });
  const offer = { redemption_type: 'UNIT_BASED', asset_id, unit_cost: '50', max_per_participant: 2 };
  const reward = await made(owner, 'programs.rewards.create', { id: program, name: 'Mug', ...offer });
  return { organization, owner, program, rule, reward };
}

/** Everything that an answer says, wherever it says it. */
function sentencesIn(answer: unknown): string[] {
  if (typeof answer !== 'object' || answer === null) return [];
  return Object.entries(answer).flatMap(([name, value]: [string, unknown]) =>
    (name === 'sentence' || name === 'summary') && typeof value === 'string' ? [value] : sentencesIn(value),
  );
}

test('each tool answers with the sentences of the procedure that it reads through', async () => {
  const { organization, owner, program, rule, reward } = await spokenProgram();
  const client = await toolClient((await connectAssistant(owner, { organization_id: organization, program_ids: null })).access);
  const inputs: Readonly<Record<string, object>> = {
    'rules.get': { id: rule },
    'rules.list': { program_id: program },
    'programs.tiers.list': { id: program },
    'programs.automations.list': { id: program },
    'programs.rewards.get': { id: program, reward_id: reward },
    'programs.rewards.list': { id: program },
  };
  const said = new Map<string, string[]>();
  for (const { name, procedure } of toolCatalog().values()) {
    const input = inputs[procedure];
    if (input === undefined) continue;
    const answer = await owner.query(procedure, input);
    const sentences = sentencesIn(answer.data);
    expect(answer.failure, procedure).toBeUndefined();
    expect(sentencesIn(await callTool(client, name, { ...input })), name).toEqual(sentences);
    said.set(procedure, sentences);
  }
  expect([...said.keys()].sort()).toEqual(Object.keys(inputs).sort());
  expect([...said].filter(([, sentences]) => sentences.length === 0)).toEqual([]);
  const all = [...said.values()].flat();
  for (const sentence of [
    'When type is “purchase”, gives 5 PTS to the participant, at most 100 PTS in all.',
    'At most 100 PTS in all.',
    'Reached when the counter “visits” is at least 9.',
    'Every Friday at 18:00 in Berlin, makes the event “weekly” for the program.',
    'Costs 50.00 PTS, at most 2 for each participant.',
  ])
    expect(all).toContain(sentence);
});
