/** Defines what the demo organization rewards: contributions to open source, as GitHub's own webhooks report them. */

export const DEMO_ORGANIZATION = 'Open Source Collective';
export const DEMO_PROGRAM = {
  name: 'Contributor rewards',
  description: 'Thanks people for merged pull requests, reviews, issues and releases.',
};

export const DEMO_ASSETS = {
  KUDOS: { name: 'Kudos', symbol: 'KUDOS', scale: 2, inventory_mode: 'LOT', issuance_policy: 'UNLIMITED' },
  BOUNTY: { name: 'Release bounty', symbol: 'BOUNTY', scale: 2, inventory_mode: 'SIMPLE', issuance_policy: 'PREFUNDED' },
} as const;

/** What the BOUNTY wallet is funded with before the first event. */
export const DEMO_BOUNTY_FUNDS = '500.00';

const BY_A_PERSON = 'has(event.sender) && event.sender.type == "User"';
const AUTHOR = { type: 'RECIPIENT' } as const;

interface DemoRule {
  readonly name: string;
  readonly description: string;
  readonly condition: string;
  readonly asset: keyof typeof DEMO_ASSETS;
  readonly amount: string;
  readonly note: string;
  /** How long the earned value lasts, as a duration. */
  readonly expires?: string;
  readonly target?: typeof AUTHOR;
}

/** Bots earn nothing: every condition requires a person. */
export const DEMO_RULES: readonly DemoRule[] = [
  {
    name: 'Merged pull request',
    description: 'The author of a pull request earns 50 when it is merged.',
    condition: `${BY_A_PERSON} && has(event.pull_request) && event.action == "closed" && event.pull_request.merged`,
    asset: 'KUDOS',
    expires: '365d',
    amount: '50',
    note: 'Merged {{ event.repository.full_name }}#{{ event.number }}',
    target: AUTHOR,
  },
  {
    name: 'Opened pull request',
    description: 'A pull request earns a tenth of a point for each line it adds, at most 20.',
    condition: `${BY_A_PERSON} && has(event.pull_request) && event.action == "opened"`,
    asset: 'KUDOS',
    expires: '365d',
    amount: '{{ math.least(20, event.pull_request.additions * 0.1) }}',
    note: 'Opened {{ event.repository.full_name }}#{{ event.number }}',
  },
  {
    name: 'Review',
    description: 'A submitted review earns 15.',
    condition: `${BY_A_PERSON} && has(event.review) && event.action == "submitted"`,
    asset: 'KUDOS',
    expires: '365d',
    amount: '15',
    note: 'Reviewed a pull request of {{ event.repository.full_name }}',
  },
  {
    name: 'Opened issue',
    description: 'An opened issue earns 10.',
    condition: `${BY_A_PERSON} && has(event.issue) && !has(event.comment) && event.action == "opened"`,
    asset: 'KUDOS',
    expires: '365d',
    amount: '10',
    note: 'Opened issue {{ event.repository.full_name }}#{{ event.issue.number }}',
  },
  {
    name: 'Comment',
    description: 'A new comment on an issue earns a hundredth of a point for each character, at most 5.',
    condition: `${BY_A_PERSON} && has(event.comment) && has(event.issue) && event.action == "created"`,
    asset: 'KUDOS',
    expires: '365d',
    amount: '{{ math.least(5, size(event.comment.body) * 0.01) }}',
    note: 'Commented on {{ event.repository.full_name }}#{{ event.issue.number }}',
  },
  {
    name: 'Published release',
    description: 'Publishing a release draws 25 from the bounty wallet; prereleases do not count.',
    condition: `${BY_A_PERSON} && has(event.release) && event.action == "published" && !event.release.prerelease`,
    asset: 'BOUNTY',
    amount: '25',
    note: 'Released {{ event.repository.full_name }} {{ event.release.tag_name }}',
  },
];

/** The event that the printed example sends: an issue that somebody opened. */
export const EXAMPLE_EVENT = {
  action: 'opened',
  issue: { number: 1, title: 'It works' },
  repository: { full_name: 'octo/hello-world' },
  sender: { login: 'ada', type: 'User' },
};
