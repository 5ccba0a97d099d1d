import { setTimeout as delay } from 'node:timers/promises';
import * as z from 'zod/mini';

const LogLine = z.object({ level: z.string(), msg: z.optional(z.string()) });
const MemoryLine = z.object({ memory: z.object({ heapUsed: z.number(), external: z.number(), rss: z.number() }) });

/** Memory of a gateway right after a full garbage collection, in bytes. */
export interface CollectedMemory {
  /** Live objects: the heap of JavaScript, and what its objects hold outside of it, buffers for instance. */
  readonly live: number;
  /** Memory that the operating system has given to the process (resident set size). */
  readonly rss: number;
}

/** Number of readings of which the smallest counts: between a collection and its reading new garbage may arise. */
const READINGS = 3;
const READING_PAUSE_MS = 1_000;
const MAX_READING_MS = 10_000;

const parseJson = (line: string): unknown => {
  try {
    return JSON.parse(line);
  } catch {
    // A line that isn't JSON comes from Node itself, for instance an unhandled rejection.
    return null;
  }
};

/** Output of a gateway, which runs with `collect-garbage.cjs`. */
export interface GatewayOutput {
  onLogLine(line: string): void;
  /** Ends the start, whose greeting isn't JSON. */
  startIsOver(): void;
  /** Returns the lines since the start that tell of an error, or that aren't part of the log. */
  errorLines(): readonly string[];
  /** Reads the gateway's memory after collections. Returns null when the process doesn't answer. */
  readMemory(processId: number): Promise<CollectedMemory | null>;
}

/** Creates the receiver of a gateway's output. */
export const createGatewayOutput = (): GatewayOutput => {
  const errorLines: string[] = [];
  let isStarted = false;
  let onMemory: (memory: CollectedMemory) => void = () => undefined;

  const readOnce = (processId: number): Promise<CollectedMemory | null> =>
    new Promise((resolve) => {
      const timer = setTimeout(() => resolve(null), MAX_READING_MS);
      onMemory = (memory) => {
        clearTimeout(timer);
        resolve(memory);
      };
      try {
        process.kill(processId, 'SIGUSR2');
      } catch {
        // The process has ended, which other figures tell as well.
        clearTimeout(timer);
        resolve(null);
      }
    });

  return {
    onLogLine(line) {
      const json = parseJson(line);
      const memoryLine = MemoryLine.safeParse(json);
      if (memoryLine.success) {
        const { heapUsed, external, rss } = memoryLine.data.memory;
        return onMemory({ live: heapUsed + external, rss });
      }
      const logLine = LogLine.safeParse(json);
      const isFine = logLine.success && !['error', 'fatal'].includes(logLine.data.level);
      if (isStarted && !isFine) errorLines.push(line);
    },
    startIsOver: () => void (isStarted = true),
    errorLines: () => errorLines,
    async readMemory(processId) {
      const readings: CollectedMemory[] = [];
      for (let reading = 0; reading < READINGS; reading += 1) {
        const memory = await readOnce(processId);
        if (memory === null) return null;
        readings.push(memory);
        await delay(READING_PAUSE_MS);
      }
      return {
        live: Math.min(...readings.map(({ live }) => live)),
        rss: Math.min(...readings.map(({ rss }) => rss)),
      };
    },
  };
};
