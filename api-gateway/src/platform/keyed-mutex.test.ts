import { createKeyedMutex } from './keyed-mutex';

describe('createKeyedMutex', () => {
  const gate = () => {
    let openGate = (): void => undefined;
    const whenOpen = new Promise<void>((resolve) => {
      openGate = resolve;
    });
    return { opened: whenOpen, open: () => openGate() };
  };

  const settlePromises = async (): Promise<void> => {
    for (let round = 0; round < 20; round += 1) await Promise.resolve();
  };

  it('runs the jobs of one key one after the other and those of another meanwhile', async () => {
    const mutex = createKeyedMutex();
    const firstGate = gate();
    const events: string[] = [];
    const firstRun = mutex.run('anna', async () => {
      await firstGate.opened;
      events.push('anna 1');
    });
    const secondRun = mutex.run('anna', async () => void events.push('anna 2'));
    const other = mutex.run('ben', async () => void events.push('ben'));
    await settlePromises();
    expect(events).toEqual(['ben']);
    firstGate.open();
    await Promise.all([firstRun, secondRun, other]);
    expect(events).toEqual(['ben', 'anna 1', 'anna 2']);
  });

  it('continues after a job that fails', async () => {
    const mutex = createKeyedMutex();
    const failing = mutex.run('anna', async () => {
      throw new Error('no');
    });
    const nextRun = mutex.run('anna', async () => 'yes');
    await expect(failing).rejects.toThrow('no');
    await expect(nextRun).resolves.toBe('yes');
  });
});
