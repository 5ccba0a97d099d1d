import { pino } from 'pino';
import { LeaseLostError } from '../errors';
import { startWorkers } from './workers';

describe('workers', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  const openWorkers = (runWorker: () => Promise<void>) => {
    const logLines: string[] = [];
    const testLogger = pino({ base: null, level: 'warn' }, { write: (logLine: string) => void logLines.push(logLine) });
    return { logLines, running: startWorkers([{ name: 'cleanup', everyMs: 1000, run: runWorker }], testLogger) };
  };

  it('run at their pace, never twice at once', async () => {
    const endCallbacks: (() => void)[] = [];
    const { running } = openWorkers(() => new Promise((resolve) => endCallbacks.push(resolve)));
    await jest.advanceTimersByTimeAsync(3000);
    expect(endCallbacks).toHaveLength(1);
    endCallbacks[0]?.();
    await jest.advanceTimersByTimeAsync(1000);
    expect(endCallbacks).toHaveLength(2);
    endCallbacks[1]?.();
    await running.stop();
  });

  it('continue after a failure, which is logged with their name', async () => {
    let runCount = 0;
    const { logLines, running } = openWorkers(async () => {
      runCount += 1;
      throw new Error('no');
    });
    await jest.advanceTimersByTimeAsync(2000);
    expect(runCount).toBe(2);
    expect(logLines).toHaveLength(2);
    expect(logLines[0]).toContain('"worker":"cleanup"');
    await running.stop();
  });

  it('tell of a run that another gateway has taken over in one line', async () => {
    const { logLines, running } = openWorkers(() => Promise.reject(new LeaseLostError('taken over')));
    await jest.advanceTimersByTimeAsync(1000);
    expect(logLines.map((line): unknown => JSON.parse(line))).toEqual([
      { level: 40, time: expect.any(Number), worker: 'cleanup', msg: 'another gateway has taken over a run' },
    ]);
    await running.stop();
  });

  it('run at once on request, and again after a run in progress', async () => {
    const endCallbacks: (() => void)[] = [];
    const { running } = openWorkers(() => new Promise((resolve) => endCallbacks.push(resolve)));
    await jest.advanceTimersByTimeAsync(1000);
    const recordedEvents: string[] = [];
    const runAllCompletion = running.runAll().then(() => recordedEvents.push('done'));
    endCallbacks[0]?.();
    await jest.advanceTimersByTimeAsync(0);
    expect([endCallbacks.length, recordedEvents]).toEqual([2, []]);
    endCallbacks[1]?.();
    await runAllCompletion;
    await running.stop();
  });

  it('run at once when woken, and once more after a run in progress', async () => {
    const endCallbacks: (() => void)[] = [];
    const { running } = openWorkers(() => new Promise((resolve) => endCallbacks.push(resolve)));
    running.wake('cleanup');
    running.wake('somebody else');
    expect(endCallbacks).toHaveLength(1);
    running.wake('cleanup');
    running.wake('cleanup');
    endCallbacks[0]?.();
    await jest.advanceTimersByTimeAsync(0);
    expect(endCallbacks).toHaveLength(2);
    endCallbacks[1]?.();
    await jest.advanceTimersByTimeAsync(0);
    expect(endCallbacks).toHaveLength(2);
    await running.stop();
    running.wake('cleanup');
    expect(endCallbacks).toHaveLength(2);
  });

  it('run again when another due worker wakes them', async () => {
    const completedRuns: string[] = [];
    let endRun: () => void = () => {};
    const runEnd = new Promise<void>((resolve) => {
      endRun = resolve;
    });
    const runningWorkers = startWorkers(
      [
        {
          name: 'first',
          everyMs: 1000,
          run: async () => {
            if (completedRuns.length > 0) await runEnd;
            completedRuns.push('first');
          },
        },
        {
          name: 'second',
          everyMs: 1000,
          run: async () => {
            completedRuns.push('second');
            runningWorkers.wake('first');
          },
        },
      ],
      pino({ level: 'silent' }),
    );
    const runAllCompletion = runningWorkers.runAll().then(() => completedRuns.push('done'));
    await jest.advanceTimersByTimeAsync(0);
    expect(completedRuns).toEqual(['first', 'second']);
    endRun();
    await runAllCompletion;
    expect(completedRuns).toEqual(['first', 'second', 'first', 'done']);
    await runningWorkers.stop();
  });

  it('are awaited when they stop, and start no more runs', async () => {
    let endRun: () => void = () => {};
    let runCount = 0;
    const { running } = openWorkers(() => {
      runCount += 1;
      return new Promise((resolve) => {
        endRun = resolve;
      });
    });
    await jest.advanceTimersByTimeAsync(1000);
    const recordedEvents: string[] = [];
    const stopCompletion = running.stop().then(() => recordedEvents.push('stopped'));
    await jest.advanceTimersByTimeAsync(5000);
    expect(recordedEvents).toEqual([]);
    endRun();
    await stopCompletion;
    expect(runCount).toBe(1);
  });
});
