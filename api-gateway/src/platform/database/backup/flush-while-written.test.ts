import { mkdtempSync, rmSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { flushWhileWritten } from './flush-while-written';

describe('a file that is flushed while it is written', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'mahlzeit-flush-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('returns what the writing function returns, with the whole file written', async () => {
    const file = join(folder, 'snapshot');
    await expect(
      flushWhileWritten(file, async () => {
        await writeFile(file, 'dishes');
        return 6;
      }),
    ).resolves.toBe(6);
    await expect(readFile(file, 'utf8')).resolves.toBe('dishes');
  });

  it('rejects with the error of the writing function, whether or not there is a file', async () => {
    const fail = (): Promise<never> => Promise.reject(new Error('disk full'));
    await expect(flushWhileWritten(join(folder, 'missing'), fail)).rejects.toThrow('disk full');
  });

  it('rejects when the file can’t be opened, though not before it is written', async () => {
    const file = join(folder, 'file');
    await writeFile(file, '');
    let isWritten = false;
    const write = async (): Promise<void> => {
      // A flush fails while this runs.
      await delay(30);
      isWritten = true;
    };
    await expect(flushWhileWritten(join(file, 'inside'), write)).rejects.toThrow('ENOTDIR');
    expect(isWritten).toBe(true);
  });
});
