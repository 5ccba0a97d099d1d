import { basename } from 'node:path';
import type { ImportProgress } from '..';

const WIDTH = 24;

/** Where a bar is drawn: a terminal. */
export interface Terminal {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

const barOf = ({ file, done, share }: ImportProgress): string => {
  const filled = Math.round(share * WIDTH);
  return `${'█'.repeat(filled)}${'░'.repeat(WIDTH - filled)} ${Math.floor(share * 100)} % (${done}) ${basename(file)}`;
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
