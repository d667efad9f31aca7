/** Builds what a start prints once everything is up: the service's address, how to sign in, and one request to try. */
import type { DemoAccess } from './demo-access';

/** @param took milliseconds from the start to now. */
export function banner(address: string, access: DemoAccess | null, took: number): string {
  const lines = ['', `The rewards service is ready at ${address} (started in ${(took / 1_000).toFixed(1)} s). Ctrl-C ends it.`, ''];
  lines.push(`  Dashboard   ${address}`);
  if (access) {
    lines.push(`  Login       ${access.email}`, `  Password    ${access.password}`, `  API key     ${access.apiKey}`);
  }
  lines.push(`  Reference   ${address}/docs`);
  if (access) lines.push('', '  Send an event, then look at it in the dashboard:', '', ...curl(address, access).map((line) => `  ${line}`));
  return [...lines, '', ''].join('\n');
}

function curl(address: string, { apiKey, programId, eventData }: DemoAccess): string[] {
  const body = { program_id: programId, external_id: 'ada', idempotency_key: 'first-event', event_data: eventData };
  return [
    `curl -X POST ${address}/v1/events \\`,
    `  -H 'Authorization: Bearer ${apiKey}' \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d '${JSON.stringify(body).replaceAll("'", `'\\''`)}'`,
  ];
}
