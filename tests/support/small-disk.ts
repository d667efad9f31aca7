/** Mounts an in-memory disk of a few megabytes that a test can fill and free again; only root can. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmdirSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PREFIX = 'rewards-disk-';
const BLOCK = Buffer.alloc(64 * 1024, 1);

export class SmallDisk implements Disposable {
  private readonly end = (): void => this.unmount();

  private constructor(readonly folder: string) {
    process.once('exit', this.end);
  }

  /** @returns the reason where none can be mounted. */
  static make(megabytes: number): SmallDisk | { readonly reason: string } {
    const folder = mkdtempSync(join(tmpdir(), PREFIX));
    const { status, stderr, error } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', folder], {
      encoding: 'utf8',
    });
    if (status === 0) return new SmallDisk(folder);
    rmdirSync(folder);
    return { reason: error?.message ?? stderr.trim() };
  }

  private get ballast(): string {
    return join(this.folder, 'ballast');
  }

  /** Fills the disk completely. */
  async fill(): Promise<void> {
    await using file = await open(this.ballast, 'a');
    for (const size of [BLOCK.length, 4_096]) {
      try {
        for (;;) await file.write(BLOCK, 0, size);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      }
    }
  }

  async free(): Promise<void> {
    await rm(this.ballast, { force: true });
  }

  private unmount(): void {
    spawnSync('umount', ['--lazy', this.folder]);
    spawnSync('rmdir', [this.folder]);
  }

  [Symbol.dispose](): void {
    process.off('exit', this.end);
    this.unmount();
  }
}
