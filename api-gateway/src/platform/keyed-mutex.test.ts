import { createKeyedMutex } from './keyed-mutex';

describe('createKeyedMutex', () => {
  const createGate = () => {
    let openGate = (): void => undefined;
    const whenOpen = new Promise<void>((resolve) => {
      openGate = resolve;
    });
    return { opened: whenOpen, open: () => openGate() };
  };

  const settlePromises = async (): Promise<void> => {
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
  };

  it('runs the jobs of one key one after the other and those of another meanwhile', async () => {
    const mutex = createKeyedMutex();
    const firstGate = createGate();
    const finishedRuns: string[] = [];
    const firstRun = mutex.run('anna', async () => {
      await firstGate.opened;
      finishedRuns.push('anna 1');
    });
    const secondRun = mutex.run('anna', async () => void finishedRuns.push('anna 2'));
    const runOfBen = mutex.run('ben', async () => void finishedRuns.push('ben'));
    await settlePromises();
    expect(finishedRuns).toEqual(['ben']);
    firstGate.open();
    await Promise.all([firstRun, secondRun, runOfBen]);
    expect(finishedRuns).toEqual(['ben', 'anna 1', 'anna 2']);
  });

  it('continues after a job that fails', async () => {
    const mutex = createKeyedMutex();
    const failingRun = mutex.run('anna', async () => {
      throw new Error('no');
    });
    const nextRun = mutex.run('anna', async () => 'yes');
    await expect(failingRun).rejects.toThrow('no');
    await expect(nextRun).resolves.toBe('yes');
  });
});
