/** Sends the demo's events to a running service, with a progress bar and a summary of the outcomes. */
import { messageOf } from '../domain/thrown';
import { progressBar } from '../demo/progress';
import { sendDemoEvents } from '../demo/send-events';
import { spendDemoBalances } from '../demo/spend';
import type { DemoAccess } from './demo-access';

/** @param address base URL of the service. */
export async function runDemo(address: string, access: DemoAccess): Promise<void> {
  try {
    const target = { address, apiKey: access.apiKey, programId: access.programId };
    const report = await sendDemoEvents(target, progressBar('  Sending GitHub webhooks'));
    await spendDemoBalances(target);
    process.stdout.write(
      `  ${report.completed} events processed, ${report.failed} failed, ${report.refused} refused. See what each rule said: ${address}/events\n\n`,
    );
  } catch (error) {
    process.stderr.write(
      `  The demo events could not be sent: ${messageOf(error)}\n  The service goes on; \`npm run demo\` sends them again.\n`,
    );
  }
}
