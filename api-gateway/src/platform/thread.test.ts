import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { pino } from 'pino';
import { createSemaphore } from './semaphore';
import { createProcessorSemaphores, createThreadPool, startThread } from './thread';
import type { Thread, ThreadPool } from './thread';

/** Program that the threads of this test run. A flag is shared memory that one thread sets and another waits for. */
const THREAD_PROGRAM = `
const flagOf = (shared) => new Int32Array(shared);
exports.work = (job) => {
  switch (job.kind) {
    case 'echo': return job.value;
    case 'block': Atomics.wait(flagOf(job.flag), 0, 0); return 'done';
    case 'count': return Atomics.add(flagOf(job.flag), 0, 1);
    case 'throw': throw new Error('oh');
    case 'end': process.exit(3);
    case 'hang': for (;;);
  }
};
`;

const programFolder = mkdtempSync(join(tmpdir(), 'mahlzeit-threads-'));
const programFile = pathToFileURL(join(programFolder, 'program.cjs'));
const threadClosers: (() => Promise<void>)[] = [];

beforeAll(() => writeFileSync(programFile, THREAD_PROGRAM));
afterEach(async () => {
  for (const closeThread of threadClosers.splice(0)) await closeThread();
});
afterAll(() => rmSync(programFolder, { recursive: true, force: true }));

const startTestThread = (threadName = 'work', deadlineMs = 20_000, countsProcessorTime = false): Thread => {
  const thread = startThread({ file: programFile, name: threadName, deadlineMs, countsProcessorTime });
  threadClosers.push(() => thread.close());
  return thread;
};

const createSharedFlag = () => {
  const sharedBuffer = new SharedArrayBuffer(4);
  const flagView = new Int32Array(sharedBuffer);
  return {
    shared: sharedBuffer,
    value: () => Atomics.load(flagView, 0),
    set: () => {
      Atomics.store(flagView, 0, 1);
      Atomics.notify(flagView, 0);
    },
  };
};

describe('a thread', () => {
  it('answers each job independently of others', async () => {
    const thread = startTestThread();
    expect(await Promise.all([1, 2, 3].map((value) => thread.runJob({ kind: 'echo', value })))).toEqual([1, 2, 3]);
  });

  it('leaves the main thread free while it works', async () => {
    const thread = startTestThread();
    const { shared, set } = createSharedFlag();
    const threadEvents: string[] = [];
    // Starts a job that ends only when the main thread sets the flag. If the job ran on the main thread, it would block
    // forever.
    const blockedJob = thread.runJob({ kind: 'block', flag: shared }).then(() => threadEvents.push('worked'));
    await new Promise<void>((resolve) => setImmediate(resolve));
    threadEvents.push('somebody else');
    set();
    await blockedJob;
    expect(threadEvents).toEqual(['somebody else', 'worked']);
  });

  it.each(['throw', 'end'])('ends for good when its program does: %s', async (failureKind) => {
    const thread = startTestThread();
    const failedJob = thread.runJob({ kind: failureKind });
    await expect(failedJob).rejects.toThrow('The thread of work has ended');
    expect(thread.hasEnded()).toBe(true);
    await expect(thread.runJob({ kind: 'echo', value: 1 })).rejects.toThrow('The thread of work has ended');
  });

  it.each([false, true])('ends after a job that hangs, counting processor time: %s', async (countsProcessorTime) => {
    const thread = startTestThread('work', 300, countsProcessorTime);
    await expect(thread.runJob({ kind: 'hang' })).rejects.toThrow('The thread of work has ended');
    expect(thread.hasEnded()).toBe(true);
  });

  it('does not end a job that waits longer for a processor than its deadline', async () => {
    const thread = startTestThread('work', 500, true);
    const { shared, set } = createSharedFlag();
    // Starts a job that waits for a flag: it uses no processor, like a thread that gets no processor.
    const starvedJob = thread.runJob({ kind: 'block', flag: shared });
    await expect(startTestThread('work', 600).runJob({ kind: 'hang' })).rejects.toThrow();
    set();
    expect(await starvedJob).toBe('done');
  });

  it('ends when the function does not exist', async () => {
    await expect(startTestThread('nothing').runJob(1)).rejects.toThrow('The thread of nothing has ended');
  });
});

describe('a pool of threads', () => {
  const openPool = ({ threads = 1, firstDeadlineMs = 20_000 } = {}) => {
    const logLines: string[] = [];
    const log = pino({ level: 'error' }, { write: (logLine: string) => void logLines.push(logLine) });
    let startedCount = 0;
    const threadPool: ThreadPool = createThreadPool({
      semaphore: createSemaphore(threads),
      log,
      start: () => {
        startedCount += 1;
        return startThread({
          file: programFile,
          name: 'work',
          deadlineMs: startedCount === 1 ? firstDeadlineMs : 20_000,
        });
      },
    });
    threadClosers.push(() => threadPool.close());
    return { pool: threadPool, logLines, started: () => startedCount };
  };

  it('starts no thread before the first job, and reuses it', async () => {
    const { pool, started: countStarted } = openPool();
    const runInPool = pool.admit(10);
    expect(countStarted()).toBe(0);
    for (const value of [1, 2, 3]) expect(await runInPool({ kind: 'echo', value })).toBe(value);
    expect(countStarted()).toBe(1);
  });

  it('runs as many jobs at once as it has threads', async () => {
    const { pool, started: countStarted } = openPool({ threads: 2 });
    const runInPool = pool.admit(10);
    const [firstFlag, secondFlag] = [createSharedFlag(), createSharedFlag()];
    const blockedRun = runInPool({ kind: 'block', flag: firstFlag.shared });
    await runInPool({ kind: 'echo', value: 1 });
    const secondRun = runInPool({ kind: 'block', flag: secondFlag.shared });
    const counterFlag = createSharedFlag();
    const waitingRun = runInPool({ kind: 'count', flag: counterFlag.shared });
    await new Promise<void>((resolve) => setImmediate(resolve));
    expect([countStarted(), counterFlag.value()]).toEqual([2, 0]);
    secondFlag.set();
    await Promise.all([secondRun, waitingRun]);
    expect(counterFlag.value()).toBe(1);
    firstFlag.set();
    await blockedRun;
  });

  it('refuses a job when too many of its kind wait, and admits others afterwards', async () => {
    const { pool } = openPool();
    const [runInPool, runOtherJob] = [pool.admit(2), pool.admit(1)];
    const blockFlag = createSharedFlag();
    const pendingRuns = [runInPool({ kind: 'block', flag: blockFlag.shared }), runInPool({ kind: 'echo', value: 2 })];
    await expect(runInPool({ kind: 'echo', value: 3 })).rejects.toMatchObject({
      code: 'unavailable',
      retryAfterMs: 1000,
    });
    const otherJobRun = runOtherJob({ kind: 'echo', value: 4 });
    blockFlag.set();
    expect(await Promise.all([...pendingRuns, otherJobRun])).toEqual(['done', 2, 4]);
    expect(await runInPool({ kind: 'echo', value: 5 })).toBe(5);
  });

  it.each(['throw', 'end', 'hang'])('fails the one job and replaces its thread: %s', async (kind) => {
    const { pool, started: countStarted, logLines } = openPool({ firstDeadlineMs: kind === 'hang' ? 500 : 20_000 });
    const runInPool = pool.admit(10);
    const brokenRun = runInPool({ kind });
    const nextRun = runInPool({ kind: 'echo', value: 'next' });
    await expect(brokenRun).rejects.toMatchObject({ code: 'unavailable', retryAfterMs: 1000 });
    expect(await nextRun).toBe('next');
    expect([countStarted(), logLines.length]).toEqual([2, 1]);
  });

  it('refuses running and waiting jobs when it closes', async () => {
    const { pool, logLines } = openPool();
    const runInPool = pool.admit(10);
    const jobs = [runInPool({ kind: 'hang' }), runInPool({ kind: 'echo', value: 2 })];
    const runOutcomes = Promise.allSettled(jobs);
    await pool.close();
    expect((await runOutcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await expect(runInPool({ kind: 'echo', value: 3 })).rejects.toMatchObject({ code: 'unavailable' });
    expect(logLines).toEqual([]);
  });
});

it('lets kinds of costly work take turns, however many of one kind wait', async () => {
  const { drawings, receipts, pictures, passwords } = createProcessorSemaphores(1);
  let releaseDrawing = (): void => {};
  const whenReleased = new Promise<void>((resolve) => {
    releaseDrawing = resolve;
  });
  const events: string[] = [];
  const recordEvent = (eventName: string) => async () => void events.push(eventName);
  const jobs = [
    drawings.run(() => whenReleased),
    ...['map 1', 'map 2', 'map 3'].map((name) => drawings.run(recordEvent(name))),
    receipts.run(recordEvent('receipt')),
    pictures.run(recordEvent('picture')),
    ...['password 1', 'password 2'].map((name) => passwords.run(recordEvent(name))),
  ];
  releaseDrawing();
  await Promise.all(jobs);
  expect(events).toEqual(['map 1', 'receipt', 'picture', 'password 1', 'map 2', 'password 2', 'map 3']);
});
