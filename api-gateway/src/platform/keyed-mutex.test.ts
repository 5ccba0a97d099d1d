import { createKeyedMutex } from './keyed-mutex';

describe('createKeyedMutex', () => {
  const gate = () => {
    let open = (): void => undefined;
    const opened = new Promise<void>((resolve) => {
      open = resolve;
    });
    return { opened, open: () => open() };
  };

  const settle = async (): Promise<void> => {
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
  };

  it('runs the jobs of one key one after the other and those of another meanwhile', async () => {
    const mutex = createKeyedMutex();
    const first = gate();
    const done: string[] = [];
    const one = mutex.run('anna', async () => {
      await first.opened;
      done.push('anna 1');
    });
    const two = mutex.run('anna', async () => void done.push('anna 2'));
    const other = mutex.run('ben', async () => void done.push('ben'));
    await settle();
    expect(done).toEqual(['ben']);
    first.open();
    await Promise.all([one, two, other]);
    expect(done).toEqual(['ben', 'anna 1', 'anna 2']);
  });

  it('continues after a job that fails', async () => {
    const mutex = createKeyedMutex();
    const failing = mutex.run('anna', async () => {
      throw new Error('no');
    });
    const next = mutex.run('anna', async () => 'yes');
    await expect(failing).rejects.toThrow('no');
    await expect(next).resolves.toBe('yes');
  });
});
