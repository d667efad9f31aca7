/** `npm run gallery`: photographs every page of the built service, with a year of two programs in it, into docs/gallery. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Camera, type View } from './camera';
import { index } from './index-page';
import { PICTURES, type Picture } from './pictures';
import { startReceivers } from './receivers';
import { openService } from './service';
import { tellStory, type Story } from './story';

const FOLDER = join('docs', 'gallery');
const VIEWS: Readonly<Record<Picture['view'], View>> = {
  wide: { width: 1440, height: 900, dark: false },
  dark: { width: 1440, height: 900, dark: true },
  narrow: { width: 390, height: 844, dark: false },
};

/** `npm run gallery -- overview rules` takes those whose names begin so, and leaves the others. */
const chosen = process.argv.slice(2);
const wanted = PICTURES.filter(({ name }) => chosen.length === 0 || chosen.some((start) => name.startsWith(start)));
const say = (text: string): void => void process.stdout.write(`${text}\n`);
const seconds = (since: number): string => `${((performance.now() - since) / 1_000).toFixed(1)} s`;

async function photograph(story: Story): Promise<void> {
  const camera = await Camera.open(story.session.address, FOLDER);
  try {
    for (const view of Object.keys(VIEWS) as Picture['view'][]) {
      const page = await camera.page(VIEWS[view], story.session);
      const stranger = await camera.page(VIEWS[view]);
      for (const { name, path, prepare, signedOut } of wanted.filter((picture) => picture.view === view)) {
        const filled = path.replace(/\{(\w+)\}/g, (_, key: string) => story.places[key] ?? '');
        await camera.take(signedOut ? stranger : page, name, filled, prepare);
        say(`  ${name}`);
      }
    }
  } finally {
    await camera.close();
  }
}

/** Ends what was started, once, whether the pictures were taken or Ctrl-C came first. */
function endOnSignals(end: () => Promise<void>): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => {
      say('Ending early: the pictures taken so far stay.');
      void end().finally(() => process.exit(130));
    });
}

const receivers = await startReceivers();
const stage = await openService();
let ending: Promise<unknown> | undefined;
const end = async (): Promise<void> => void (await (ending ??= Promise.all([stage.close(), receivers.stop()])));
endOnSignals(end);
try {
  const since = performance.now();
  const story = await tellStory(stage.address, receivers);
  say(`A year of two programs was made in ${seconds(since)}.`);
  await photograph(story);
  await writeFile(join(FOLDER, 'README.md'), index(PICTURES));
  say(`${wanted.length} pictures in ${FOLDER}, after ${seconds(since)}.`);
} finally {
  await end();
}
