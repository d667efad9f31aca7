/** Turns GitHub's own example webhooks into events: the payload unchanged, and who it is about. */
import examples from '@octokit/webhooks-examples' with { type: 'json' };
import type { EventIngestion } from '@/contract/event';

interface GitHubPayload extends Record<string, unknown> {
  readonly sender?: { readonly login: string };
  readonly pull_request?: { readonly user?: { readonly login: string } };
}

interface GitHubExamples {
  readonly name: string;
  readonly examples: readonly GitHubPayload[];
}

/** The participant for webhooks without a sender, such as a security advisory. */
const NOBODY = 'github';

/** All of the examples. The sender is the participant; the author of a pull request is the recipient. */
export function githubEvents(programId: string): EventIngestion[] {
  // Of what the package describes in full, the part that is read here.
  return (examples as unknown as readonly GitHubExamples[]).flatMap(({ name, examples: payloads }) =>
    payloads.map((payload, index) => {
      const author = payload.pull_request?.user?.login;
      return {
        program_id: programId,
        external_id: payload.sender?.login ?? NOBODY,
        ...(author === undefined ? {} : { recipient_external_id: author }),
        idempotency_key: `github-${name}-${index + 1}`,
        event_data: payload,
      };
    }),
  );
}
