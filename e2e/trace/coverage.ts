import { once } from 'node:events';
import type { Page } from '@playwright/test';
import { WebSocket } from 'ws';
import * as z from 'zod/mini';
import type { ScriptCoverage } from './executed-files';

/** Source of V8's coverage counts, which tell the functions that have run in one program. */
export interface CoverageSource {
  /** Returns the functions that have run since the last call, and resets the counts to zero. */
  takeCoverage(): Promise<readonly ScriptCoverage[]>;
}

/** Coverage counts of a Node process that has loaded `hold-intervals.cjs`. */
export interface ProcessCoverage extends CoverageSource {
  /** From this call on, callbacks of `setInterval` in the process no longer run. */
  holdIntervals(): Promise<void>;
}

const COVERAGE_OPTIONS = { callCount: true, detailed: false };

/** Counts the functions that run in a page, across its navigations. */
export const measureBrowserCoverage = async (page: Page): Promise<CoverageSource> => {
  const devToolsSession = await page.context().newCDPSession(page);
  await devToolsSession.send('Profiler.enable');
  await devToolsSession.send('Profiler.startPreciseCoverage', COVERAGE_OPTIONS);
  return { takeCoverage: async () => (await devToolsSession.send('Profiler.takePreciseCoverage')).result };
};

const CoverageResult = z.object({
  result: z.array(
    z.object({
      url: z.string(),
      functions: z.array(
        z.object({
          functionName: z.string(),
          ranges: z.array(z.object({ startOffset: z.number(), endOffset: z.number(), count: z.number() })),
        }),
      ),
    }),
  ),
});
const InspectorMessage = z.object({
  id: z.optional(z.number()),
  method: z.optional(z.string()),
  params: z.optional(z.unknown()),
  result: z.optional(z.unknown()),
  error: z.optional(z.object({ message: z.string() })),
});
const ThreadEvent = z.object({ sessionId: z.string(), message: z.optional(z.string()) });
const InspectorTargets = z.tuple([z.object({ webSocketDebuggerUrl: z.string() })]);

/** Session of the inspector protocol with one target: the process, or one of its threads. */
interface InspectorSession {
  sendCommand(method: string, params?: object): Promise<unknown>;
  receive(text: string): void;
}

interface PendingCall {
  resolve(value: unknown): void;
  reject(cause: Error): void;
}

const createSession = (
  sendText: (text: string) => void,
  onInspectorEvent: (method: string, params: unknown) => void,
): InspectorSession => {
  const pendingCalls = new Map<number, PendingCall>();
  let lastCommandId = 0;
  return {
    sendCommand(method, params = {}) {
      lastCommandId += 1;
      const commandId = lastCommandId;
      return new Promise((resolve, reject) => {
        pendingCalls.set(commandId, { resolve, reject });
        sendText(JSON.stringify({ id: commandId, method, params }));
      });
    },
    receive(text) {
      const { id, method, params, result, error } = InspectorMessage.parse(JSON.parse(text));
      if (method !== undefined) onInspectorEvent(method, params);
      if (id === undefined) return;
      const pendingCall = pendingCalls.get(id);
      pendingCalls.delete(id);
      if (error === undefined) pendingCall?.resolve(result);
      else pendingCall?.reject(new Error(error.message));
    },
  };
};

const startCoverageCounting = async (inspectorSession: InspectorSession): Promise<void> => {
  await inspectorSession.sendCommand('Profiler.enable');
  await inspectorSession.sendCommand('Profiler.startPreciseCoverage', COVERAGE_OPTIONS);
};

const takeSessionCoverage = async (inspectorSession: InspectorSession): Promise<readonly ScriptCoverage[]> =>
  CoverageResult.parse(await inspectorSession.sendCommand('Profiler.takePreciseCoverage')).result;

interface CountedThread {
  readonly session: InspectorSession;
  readonly startPromise: Promise<unknown>;
}

/** Counts the functions that run in a Node process and its threads. `port` is the port of the process's inspector. */
export const measureProcessCoverage = async (port: number): Promise<ProcessCoverage> => {
  const [{ webSocketDebuggerUrl }] = InspectorTargets.parse(
    await (await fetch(`http://127.0.0.1:${port}/json/list`)).json(),
  );
  const socket = new WebSocket(webSocketDebuggerUrl);
  await once(socket, 'open');
  const threads = new Map<string, CountedThread>();

  const attachThread = (sessionId: string): void => {
    const threadSession = createSession(
      (message) => void mainSession.sendCommand('NodeWorker.sendMessageToWorker', { sessionId, message }),
      () => undefined,
    );
    const startPromise = startCoverageCounting(threadSession).then(() =>
      threadSession.sendCommand('Runtime.runIfWaitingForDebugger'),
    );
    threads.set(sessionId, { session: threadSession, startPromise });
  };

  const takeThreadCoverage = async ({ session, startPromise }: CountedThread): Promise<readonly ScriptCoverage[]> => {
    await startPromise;
    return takeSessionCoverage(session);
  };

  const mainSession = createSession(
    (text) => socket.send(text),
    (method, params) => {
      if (!method.startsWith('NodeWorker.')) return;
      const { sessionId, message = '' } = ThreadEvent.parse(params);
      if (method === 'NodeWorker.attachedToWorker') attachThread(sessionId);
      if (method === 'NodeWorker.receivedMessageFromWorker') threads.get(sessionId)?.session.receive(message);
      if (method === 'NodeWorker.detachedFromWorker') threads.delete(sessionId);
    },
  );
  // The process ends before this connection to its inspector, so a broken connection is no error.
  socket.on('error', () => undefined);
  socket.on('message', (messageData: Buffer) => mainSession.receive(messageData.toString()));
  await startCoverageCounting(mainSession);
  // A thread that starts later must also wait until the inspector counts its functions.
  await mainSession.sendCommand('NodeWorker.enable', { waitForDebuggerOnStart: true });

  return {
    takeCoverage: async () =>
      (await Promise.all([takeSessionCoverage(mainSession), ...[...threads.values()].map(takeThreadCoverage)])).flat(),
    async holdIntervals() {
      await mainSession.sendCommand('Runtime.evaluate', { expression: 'areIntervalsHeld = true' });
    },
  };
};
