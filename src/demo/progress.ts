/** Shows a progress bar in one line of the terminal; without a terminal, one line at the end. */

const WIDTH = 32;

export function progressBar(label: string): (done: number, total: number) => void {
  return (done, total) => {
    if (!process.stdout.isTTY) {
      if (done === total) process.stdout.write(`${label} ${done}/${total}\n`);
      return;
    }
    const filled = Math.round((done / total) * WIDTH);
    process.stdout.write(`\r${label} [${'█'.repeat(filled)}${'░'.repeat(WIDTH - filled)}] ${done}/${total}${done === total ? '\n' : ''}`);
  };
}
