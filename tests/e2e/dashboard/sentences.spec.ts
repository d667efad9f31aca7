/** What rules, budgets, automations and tiers do, and what changed about them, is told in sentences wherever it is shown. */
import { beginToUse, expect, loyaltyProgram, test } from '@tests/support/dashboard';

test('a changed rule is told word by word, in its history and in the audit log, and its budget in a sentence', async ({
  dashboard,
  organization,
}) => {
  const program = await loyaltyProgram(organization);
  const { data: rules } = await organization.read<{ data: { id: string }[] }>('rules.list', { program_id: program.id });
  const { id } = rules[0]!;
  const budgets = [{ asset_id: program.assetId, limit: '20', scope: 'PROGRAM', schedule_type: 'CRON', cron_expression: '0 0 1 * *' }];
  const changed = await organization.call<{ rule_configuration_version: number }>('rules.update', {
    id,
    condition: 'event.type == "purchase" && event.amount > 5',
    budgets,
  });
  await dashboard.goto(`/rules/history/${changed.rule_configuration_version}?program=${program.id}`);
  const changes = dashboard.getByRole('listitem').filter({ hasText: 'Cashback' });
  await expect(changes.getByRole('insertion').first()).toContainText('over 5');
  await expect(changes).toContainText('at most 20 PTS a month in all');
  await dashboard.getByRole('tab', { name: 'Rules' }).click();
  await expect(dashboard.getByText('When type is “purchase” and amount is over 5, gives')).toBeVisible();

  await dashboard.goto(`/audit?resource_id=${id}`);
  const row = dashboard.getByRole('row', { name: /Changed the rule “Cashback”. When it applies/ });
  await row.click();
  const words = dashboard.getByRole('dialog').getByRole('region', { name: 'In words' });
  await expect(words.getByRole('insertion').first()).toContainText('over 5');
  await expect(words.getByRole('deletion').last()).toContainText('No limit');

  await dashboard.goto(`/rules/${id}`);
  await dashboard.getByRole('tab', { name: 'Budgets' }).click();
  await expect(dashboard.getByText('At most 20 PTS a month in all.')).toBeVisible();
});

test('automations, tiers and their levels say what they do in lists and on their pages', async ({ dashboard, organization }) => {
  const program = await loyaltyProgram(organization);
  const automation = await organization.call<{ id: string }>('programs.automations.create', {
    id: program.id,
    name: 'Weekly',
    trigger: { type: 'CRON', cron_expression: '0 18 * * 5', timezone: 'Europe/Berlin' },
    scope: 'PARTICIPANTS',
    participant_filter: 'participant.counters.visits >= 10',
    event: { type: 'weekly', data: {} },
  });
  await organization.call('programs.tiers.create', {
    id: program.id,
    key: 'club',
    name: 'Club',
    levels: [
      {
        key: 'gold',
        rank: 1,
        display_name: 'Gold',
        benefits: ['Free shipping'],
        qualification: { mode: 'ALL', criteria: [{ counter: 'points', operator: 'GTE', threshold: '500' }] },
      },
    ],
    lifecycle: { retention: { mode: 'PERIOD_BASED', duration: '365d' }, qualification_period: { type: 'CALENDAR_YEAR' } },
  });
  const does = 'Every Friday at 18:00 in Berlin, makes the event “weekly” for each active participant';
  await dashboard.goto(`/automations?program=${program.id}`);
  await expect(dashboard.getByRole('row', { name: /Weekly/ })).toContainText(does);
  await dashboard.goto(`/automations/${program.id}/${automation.id}`);
  await expect(dashboard.getByText(`${does}, if the counter “visits” of the participant is at least 10.`)).toBeVisible();

  await dashboard.goto(`/tiers?program=${program.id}`);
  await expect(dashboard.getByRole('row', { name: /Club/ })).toContainText('A level lasts 365 days');
  await dashboard.goto(`/tiers/${program.id}/club`);
  await expect(dashboard.getByRole('list', { name: 'Levels' })).toContainText(
    'Reached when the counter “points” is at least 500. It brings “Free shipping”.',
  );
});

test('each action of a rule says what it does while it is written, and a reward what it offers', async ({ dashboard, organization }) => {
  const program = await loyaltyProgram(organization);
  const { data: rules } = await organization.read<{ data: { id: string }[] }>('rules.list', { program_id: program.id });
  await dashboard.goto(`/rules/${rules[0]!.id}`);
  await beginToUse(dashboard);
  const first = dashboard.getByRole('listitem', { name: 'Action 1' });
  await expect(first).toContainText('Gives 10% of amount in PTS to the participant.');
  await dashboard.getByRole('button', { name: 'Add action' }).click();
  const second = dashboard.getByRole('listitem', { name: 'Action 2' });
  await expect(second).toContainText('Fill in what is required, and this says what the action does.');
  await second.getByLabel('Amount', { exact: true }).fill('3');
  await expect(second).toHaveAccessibleDescription('Gives 3 PTS to the participant.');

  const offer = { name: 'Mug', redemption_type: 'UNIT_BASED', asset_id: program.assetId, unit_cost: '50', max_per_participant: 2 };
  const reward = await organization.call<{ id: string }>('programs.rewards.create', { id: program.id, ...offer });
  const says = 'Costs 50.00 PTS, at most 2 for each participant.';
  await dashboard.goto(`/rewards?program=${program.id}`);
  await expect(dashboard.getByRole('row', { name: /Mug/ })).toContainText(says);
  await dashboard.goto(`/rewards/${program.id}/${reward.id}`);
  await expect(dashboard.getByText(says)).toBeVisible();
});

test('a template tells its rules, tiers and automations in words before a program is made from it', async ({ dashboard }) => {
  await dashboard.goto('/programs');
  await dashboard.getByRole('button', { name: 'New program' }).first().click();
  const dialog = dashboard.getByRole('dialog');
  await dialog.getByRole('radio', { name: 'Points with tiers' }).check();
  await dialog.getByText('Exactly what they do, in words').click();
  await expect(dialog.getByText(/When type is “purchase”, gives amount in PTS to the participant/)).toBeVisible();
  await expect(dialog.getByText(/“gold”|“Gold”/).first()).toBeVisible();
});
