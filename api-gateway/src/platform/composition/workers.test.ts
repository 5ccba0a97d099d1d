import { pino } from 'pino';
import { startWorkers } from './workers';

describe('workers', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  const openWorkers = (run: () => Promise<void>) => {
    const logLines: string[] = [];
    const log = pino({ level: 'error' }, { write: (line: string) => void logLines.push(line) });
    return { logLines, running: startWorkers([{ name: 'cleanup', everyMs: 1000, run }], log) };
  };

  it('run at their pace, never twice at once', async () => {
    const ends: (() => void)[] = [];
    const { running } = openWorkers(() => new Promise((resolve) => ends.push(resolve)));
    await jest.advanceTimersByTimeAsync(3000);
    expect(ends).toHaveLength(1);
    ends[0]?.();
    await jest.advanceTimersByTimeAsync(1000);
    expect(ends).toHaveLength(2);
    ends[1]?.();
    await running.stop();
  });

  it('continue after a failure, which is logged with their name', async () => {
    let count = 0;
    const { logLines, running } = openWorkers(async () => {
      count += 1;
      throw new Error('no');
    });
    await jest.advanceTimersByTimeAsync(2000);
    expect(count).toBe(2);
    expect(logLines).toHaveLength(2);
    expect(logLines[0]).toContain('"worker":"cleanup"');
    await running.stop();
  });

  it('run at once on request, and again after a run in progress', async () => {
    const ends: (() => void)[] = [];
    const { running } = openWorkers(() => new Promise((resolve) => ends.push(resolve)));
    await jest.advanceTimersByTimeAsync(1000);
    const events: string[] = [];
    const finished = running.runAll().then(() => events.push('done'));
    ends[0]?.();
    await jest.advanceTimersByTimeAsync(0);
    expect([ends.length, events]).toEqual([2, []]);
    ends[1]?.();
    await finished;
    await running.stop();
  });

  it('run at once when woken, and once more after a run in progress', async () => {
    const ends: (() => void)[] = [];
    const { running } = openWorkers(() => new Promise((resolve) => ends.push(resolve)));
    running.wake('cleanup');
    running.wake('somebody else');
    expect(ends).toHaveLength(1);
    running.wake('cleanup');
    running.wake('cleanup');
    ends[0]?.();
    await jest.advanceTimersByTimeAsync(0);
    expect(ends).toHaveLength(2);
    ends[1]?.();
    await jest.advanceTimersByTimeAsync(0);
    expect(ends).toHaveLength(2);
    await running.stop();
    running.wake('cleanup');
    expect(ends).toHaveLength(2);
  });

  it('run again when another due worker wakes them', async () => {
    const ran: string[] = [];
    let endRun: () => void = () => {};
    const whenWoken = new Promise<void>((resolve) => {
      endRun = resolve;
    });
    const running = startWorkers(
      [
        {
          name: 'first',
          everyMs: 1000,
          run: async () => {
            if (ran.length > 0) await whenWoken;
            ran.push('first');
          },
        },
        {
          name: 'second',
          everyMs: 1000,
          run: async () => {
            ran.push('second');
            running.wake('first');
          },
        },
      ],
      pino({ level: 'silent' }),
    );
    const finished = running.runAll().then(() => ran.push('done'));
    await jest.advanceTimersByTimeAsync(0);
    expect(ran).toEqual(['first', 'second']);
    endRun();
    await finished;
    expect(ran).toEqual(['first', 'second', 'first', 'done']);
    await running.stop();
  });

  it('are awaited when they stop, and start no more runs', async () => {
    let endRun: () => void = () => {};
    let count = 0;
    const { running } = openWorkers(() => {
      count += 1;
      return new Promise((resolve) => {
        endRun = resolve;
      });
    });
    await jest.advanceTimersByTimeAsync(1000);
    const events: string[] = [];
    const whenStopped = running.stop().then(() => events.push('stopped'));
    await jest.advanceTimersByTimeAsync(5000);
    expect(events).toEqual([]);
    endRun();
    await whenStopped;
    expect(count).toBe(1);
  });
});
