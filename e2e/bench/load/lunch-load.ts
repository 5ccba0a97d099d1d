import { nextReply, startChild } from '../measure/child-reply';
import type { LoadOrder } from './load-process';
import type { LoadRun, LoadTarget } from './load-target';
import { LoadReport } from './load-target';

/** Process of its own in which all members and counters of a target have their pages open. */
export interface LunchLoad {
  /** Runs a load and returns its outcome. Calls must not overlap. */
  run(loadRun: LoadRun): Promise<LoadReport>;
  disconnect(): void;
}

/** Starts the process, and resolves once all pages are open. */
export const openLunchLoad = async (target: LoadTarget): Promise<LunchLoad> => {
  const loadProcess = startChild(new URL('load-process.ts', import.meta.url));
  const ask = (order: LoadOrder): Promise<unknown> => {
    const reply = nextReply(loadProcess);
    loadProcess.send(order);
    return reply;
  };
  await ask({ target });
  return {
    run: async (run) => LoadReport.parse(await ask({ run })),
    disconnect: () => void (loadProcess.connected && loadProcess.disconnect()),
  };
};
