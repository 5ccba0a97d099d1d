import { basename } from 'node:path';
import type { ImportProgress } from './import-service';

const WIDTH = 24;

/** Where a bar is drawn: a terminal. */
export interface Terminal {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

const barOf = ({ file, done, total }: ImportProgress): string => {
  const filled = total === 0 ? WIDTH : Math.round((done / total) * WIDTH);
  return `${'█'.repeat(filled)}${'░'.repeat(WIDTH - filled)} ${done}/${total} ${basename(file)}`;
};

/** Draws the progress in place on a terminal; elsewhere nothing, so that logs stay readable. */
export const createProgressBar = (terminal: Terminal) => {
  let isDrawn = false;
  return {
    show(progress: ImportProgress): void {
      if (terminal.isTTY !== true) return;
      isDrawn = true;
      terminal.write(`\r\u001b[K${barOf(progress)}`);
    },
    /** Leaves the line, so that what follows starts on its own. */
    end(): void {
      if (isDrawn) terminal.write('\n');
    },
  };
};
