import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Logger } from 'pino';
import * as z from 'zod/mini';
import { AppError } from './errors';
import { createFairSemaphore, withAdmission } from './semaphore';
import type { Semaphore } from './semaphore';

/**
 * A function that a file exports and that a thread runs. The function gets a job and returns its result; both are
 * copied as structured clones.
 */
export interface ThreadProgram {
  /** URL of the program's file, `file:///…`: a script of a release, or a program of the gateway as source or bundle. */
  readonly file: URL;
  /** Name under which the file exports the program's function. */
  readonly name: string;
  /** Milliseconds after which a job of the thread counts as hung and the thread is ended. */
  readonly deadlineMs: number;
  /**
   * Whether only the processor time of the thread counts for the deadline. On a busy machine a thread may wait longer
   * for a processor than it works, without being hung. Only Linux reports processor time; elsewhere all time counts.
   */
  readonly countsProcessorTime?: boolean;
  /** Whether the thread runs at a lower priority than the gateway's own thread. */
  readonly hasLowPriority?: boolean;
}

/** A running thread that executes jobs of one program. */
export interface Thread {
  /**
   * Runs one job. Rejects when the function throws, ends the thread or hangs. After the thread has ended, all further
   * calls reject.
   */
  runJob(job: unknown): Promise<unknown>;
  hasEnded(): boolean;
  close(): Promise<void>;
}

/** Error of a job that hasn't ended within the deadline of its thread. */
export class ThreadDeadlineError extends Error {}

const MAX_THREAD_MEMORY_MB = 128;

// Source of the script that starts a thread. It is inline, because otherwise every packaging of the gateway would have
// to include a separate file.
const THREAD_BOOTSTRAP = `
const fs = require('node:fs');
const os = require('node:os');
const { fileURLToPath } = require('node:url');
const { parentPort, workerData: { file, name, hasLowPriority } } = require('node:worker_threads');
// Lowers the priority of the thread on Linux only, because elsewhere it would be that of the whole gateway.
if (hasLowPriority && process.platform === 'linux') os.setPriority(os.constants.priority.PRIORITY_BELOW_NORMAL);
if (process.platform === 'linux') parentPort.postMessage({ task: fs.readlinkSync('/proc/thread-self') });
const load = async () => {
  // Loads a release's script by require, because it is CommonJS. An import would first search its whole text for
  // exports, a third of the start.
  if (file.endsWith('.cjs')) return require(fileURLToPath(file))[name];
  // Registers tsx for a TypeScript file, because tests and development run the sources.
  if (file.endsWith('.ts')) (await import('tsx/esm/api')).register();
  const module = await import(file);
  return module[name] ?? module.default[name];
};
const loaded = load();
parentPort.on('message', async ({ id, job }) => parentPort.postMessage({ id, answer: await (await loaded)(job) }));
`;

const ThreadReply = z.object({ id: z.int(), answer: z.unknown() });

/** First message of a thread on Linux: its folder below `/proc`, from which its processor time is read. */
const ThreadStart = z.object({ task: z.string() });
const ThreadMessage = z.union([ThreadReply, ThreadStart]);

/** Milliseconds of a clock tick, the unit in which Linux counts processor time. */
const MS_PER_CPU_TICK = 10;

/**
 * Returns the processor time of a thread in milliseconds; null if the system doesn't report it. `task` is null until
 * the thread runs for the first time.
 */
const readProcessorTime = (task: string | null): number | null => {
  if (process.platform !== 'linux') return null;
  if (task === null) return 0;
  try {
    const taskStatus = readFileSync(`/proc/${task}/stat`, 'latin1');
    // Skips the name of the thread, which stands in parentheses and may contain spaces. Fields 14 and 15 are user and
    // system time.
    const [userTicks, systemTicks] = taskStatus
      .slice(taskStatus.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 13);
    return (Number(userTicks) + Number(systemTicks)) * MS_PER_CPU_TICK;
  } catch {
    return null;
  }
};

// Multiple of its deadline after which a thread counts as hung that waits without working, for example for a lock.
const MAX_WAIT_FACTOR = 12;
const MIN_RECHECK_MS = 50;

/**
 * Calls `onHung` when a job has exceeded its deadline. Returns a function that ends the check. `readUsedMs` returns the
 * thread's processor time so far; null if all time counts.
 */
const watchDeadline = (deadlineMs: number, readUsedMs: () => number | null, onHung: () => void): (() => void) => {
  const startMs = performance.now();
  const usedAtStartMs = readUsedMs();
  let deadlineTimer: NodeJS.Timeout;
  const scheduleCheck = (pauseMs: number): void => {
    deadlineTimer = setTimeout(() => {
      const usedMs = readUsedMs();
      const remainingMs = usedMs === null ? 0 : deadlineMs - (usedMs - (usedAtStartMs ?? 0));
      if (remainingMs <= 0 || performance.now() - startMs >= deadlineMs * MAX_WAIT_FACTOR) onHung();
      else scheduleCheck(Math.max(remainingMs, MIN_RECHECK_MS));
    }, pauseMs);
  };
  scheduleCheck(deadlineMs);
  return () => clearTimeout(deadlineTimer);
};

interface PendingThreadJob {
  resolve(answer: unknown): void;
  reject(cause: Error): void;
}

/** Starts a thread. A crash or a long run of the thread's program doesn't affect the gateway's other work. */
export const startThread = ({
  file,
  name,
  deadlineMs,
  countsProcessorTime = false,
  hasLowPriority = false,
}: ThreadProgram): Thread => {
  const workerThread = new Worker(THREAD_BOOTSTRAP, {
    eval: true,
    workerData: { file: file.href, name, hasLowPriority },
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: MAX_THREAD_MEMORY_MB },
  });
  // Lets a stopping gateway exit although the thread runs.
  workerThread.unref();
  const pendingJobs = new Map<number, PendingThreadJob>();
  let lastJobId = 0;
  let threadEndError: Error | null = null;
  let threadTask: string | null = null;

  const failWorker = (failureCause: unknown): Error => {
    threadEndError ??= new Error(`The thread of ${name} has ended`, { cause: failureCause });
    for (const { reject } of pendingJobs.values()) reject(threadEndError);
    pendingJobs.clear();
    return threadEndError;
  };

  workerThread.on('message', (workerMessage: unknown) => {
    const threadMessage = ThreadMessage.parse(workerMessage);
    if ('task' in threadMessage) {
      threadTask = threadMessage.task;
      return;
    }
    const { id, answer } = threadMessage;
    pendingJobs.get(id)?.resolve(answer);
    pendingJobs.delete(id);
  });
  workerThread.once('error', failWorker);
  workerThread.once('exit', (exitCode) => failWorker(`exit code ${exitCode}`));

  return {
    async runJob(job) {
      if (threadEndError !== null) throw threadEndError;
      lastJobId += 1;
      const id = lastJobId;
      const endWatch = watchDeadline(
        deadlineMs,
        () => (countsProcessorTime ? readProcessorTime(threadTask) : null),
        () => {
          failWorker(new ThreadDeadlineError(`no answer within ${deadlineMs} ms`));
          void workerThread.terminate();
        },
      );
      try {
        return await new Promise<unknown>((resolve, reject) => {
          pendingJobs.set(id, { resolve, reject });
          workerThread.postMessage({ id, job });
        });
      } finally {
        endWatch();
      }
    },
    hasEnded: () => threadEndError !== null,
    async close() {
      failWorker('closed');
      await workerThread.terminate();
    },
  };
};

/**
 * Type of a function that runs one job in a thread. It rejects with `unavailable` when too many jobs wait, or when the
 * job's thread crashed or hung.
 */
type RunInThread = (job: unknown) => Promise<unknown>;

/** Pool of several threads of one program. Each thread runs one job at a time. */
export interface ThreadPool {
  /**
   * Returns a function that runs jobs of one kind, with a limit for this kind. Jobs above `maxAdmitted` are refused.
   * The jobs wait for their turn at the pool's semaphore, or at the given `semaphore`.
   */
  admit(maxAdmitted: number, semaphore?: Semaphore): RunInThread;
  /** Ends the threads of the pool. Waiting jobs are refused. */
  close(): Promise<void>;
}

// Maximum number of processor-intensive jobs at once. It doesn't depend on the number of processors: libuv has four
// threads, and two of them must stay free for file access and name resolution.
const MAX_COSTLY_JOBS = 2;

/** Semaphores of processor-intensive work, one for each kind of work. */
export interface ProcessorSemaphores {
  /** Semaphore for drawing maps and pictures. */
  readonly drawings: Semaphore;
  /** Semaphore for drawing receipts. */
  readonly receipts: Semaphore;
  /** Semaphore for processing uploaded pictures. */
  readonly pictures: Semaphore;
  /** Semaphore for hashing new passwords. Logins have a separate semaphore. */
  readonly passwords: Semaphore;
}

const defaultSlotCount = (): number => Math.min(MAX_COSTLY_JOBS, Math.max(1, availableParallelism() - 1));

/**
 * Creates the semaphores of processor-intensive work. All kinds of work together leave one processor free for the
 * gateway's own thread. The kinds take turns, so that a password waits for one map and not for all of them.
 */
export const createProcessorSemaphores = (slotCount = defaultSlotCount()): ProcessorSemaphores => {
  const semaphore = createFairSemaphore(slotCount);
  return {
    drawings: semaphore.forKey('drawings'),
    receipts: semaphore.forKey('receipts'),
    pictures: semaphore.forKey('pictures'),
    passwords: semaphore.forKey('passwords'),
  };
};

const RETRY_AFTER_MS = 1000;

interface PoolDeps {
  /** Semaphore that limits the number of concurrent jobs. The pool has as many threads as jobs run at once. */
  readonly semaphore: Semaphore;
  readonly start: () => Thread;
  readonly log: Pick<Logger, 'error'>;
}

/**
 * Creates a pool of threads. A thread starts with the first job that needs it. A crashed thread is replaced at the next
 * job.
 */
export const createThreadPool = ({ semaphore, start, log }: PoolDeps): ThreadPool => {
  const threads = new Set<Thread>();
  const idleThreads: Thread[] = [];
  let isClosed = false;

  const startNextThread = (): Thread => {
    const thread = start();
    threads.add(thread);
    return thread;
  };

  const releaseThread = (thread: Thread): void => {
    if (thread.hasEnded()) threads.delete(thread);
    else idleThreads.push(thread);
  };

  const takeThread = (): Thread => {
    for (let thread = idleThreads.pop(); thread !== undefined; thread = idleThreads.pop()) {
      if (!thread.hasEnded()) return thread;
      threads.delete(thread);
    }
    return startNextThread();
  };

  const runJobNow: RunInThread = async (job) => {
    if (isClosed) throw new AppError('unavailable', { retryAfterMs: RETRY_AFTER_MS });
    const thread = takeThread();
    try {
      return await thread.runJob(job);
    } catch (cause) {
      if (!isClosed) log.error({ err: cause }, 'a thread broke and is replaced');
      throw new AppError('unavailable', { cause, retryAfterMs: RETRY_AFTER_MS });
    } finally {
      releaseThread(thread);
    }
  };

  return {
    admit(maxAdmitted, jobSemaphore = semaphore) {
      const admittedSemaphore = withAdmission(jobSemaphore, maxAdmitted);
      return (job) => admittedSemaphore.run(() => runJobNow(job));
    },
    async close() {
      isClosed = true;
      await Promise.all([...threads].map((thread) => thread.close()));
    },
  };
};
