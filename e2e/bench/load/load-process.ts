import { constants } from 'node:os';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import * as z from 'zod/mini';
import { setPriorityOfAllThreads } from '../measure/priority';
import { sourceAddressAt } from '../measure/source-address';
import { arrive } from './arrivals';
import { createBrowsing } from './browsing';
import { createChatting } from './chatting';
import { createLoadLog } from './load-log';
import type { LoadReport } from './load-target';
import { LoadRun, LoadTarget } from './load-target';
import type { OpenPage } from './open-page';
import { openPage } from './open-page';
import { createOrdering } from './ordering';
import { createRandom } from './random';
import { createRequestSender } from './send-request';

/** Message to this process: open the pages of a target, or run a load on it. */
export const LoadOrder = z.union([z.object({ target: LoadTarget }), z.object({ run: LoadRun })]);
export type LoadOrder = z.infer<typeof LoadOrder>;

// A gateway closes a socket that sends nothing for ten seconds. If a thousand sockets opened at once, some would have
// to wait longer before they can send.
const PAGES_AT_ONCE = 50;

/** Milliseconds for which a run waits for its last responses and deliveries. */
const MAX_DRAIN_MS = 15_000;
const DRAIN_STEP_MS = 20;
const SEED = 7;

const DELAY_RESOLUTION_MS = 2;

const ownDelay = monitorEventLoopDelay({ resolution: DELAY_RESOLUTION_MS });
ownDelay.enable();

/** Opens all pages and counters of a target. Returns the function that runs a load on them. */
const openTarget = async (target: LoadTarget) => {
  const log = createLoadLog();
  const random = createRandom(SEED);
  const send = createRequestSender(target.url, log);
  const pages: OpenPage[] = [];
  let acceptAfterMs = 0;
  const chatting = createChatting(target, { pages, send, log, random });
  const ordering = createOrdering(target, { pages, send, log, random, acceptAfterMs: () => acceptAfterMs });
  const browse = createBrowsing(target, { pages, send, random });
  const deps = { url: target.url, log, random, onDelta: chatting.onDelta };
  for (let start = 0; start < target.members.length; start += PAGES_AT_ONCE) {
    const members = target.members.slice(start, start + PAGES_AT_ONCE);
    pages.push(
      ...(await Promise.all(members.map((member, index) => openPage(deps, member, sourceAddressAt(start + index))))),
    );
  }
  await ordering.openCounters();

  const drain = async (): Promise<void> => {
    const giveUpAtMs = performance.now() + MAX_DRAIN_MS;
    while (performance.now() < giveUpAtMs) {
      if (log.unfinishedCount() + chatting.missingCount() + ordering.waitingCount() === 0) return;
      await delay(DRAIN_STEP_MS);
    }
    chatting.giveUpMissing();
    ordering.giveUpWaiting();
  };

  return async ({ rates, durationMs, maxUnfinished, ...run }: LoadRun): Promise<LoadReport> => {
    log.reset();
    ownDelay.reset();
    const [startMs, cpuBefore] = [performance.now(), process.cpuUsage()];
    acceptAfterMs = run.acceptAfterMs;
    const isOverloaded = (): boolean => log.unfinishedCount() > maxUnfinished;
    let hasStopped = false;
    const isStopped = (): boolean => (hasStopped ||= isOverloaded());
    const actions = [
      [rates.browsing, browse],
      [rates.messages, chatting.sendMessage],
      [rates.invitations, chatting.invite],
      [rates.orders, ordering.order],
      [rates.menuChanges, ordering.changeMenu],
    ] as const;
    await Promise.all(
      actions.map(([ratePerSecond, act], index) =>
        arrive({
          ratePerSecond,
          durationMs,
          seed: SEED + index,
          isStopped,
          begin: (dueMs) => log.track(act(dueMs)),
        }),
      ),
    );
    await drain();
    const { user, system } = process.cpuUsage(cpuBefore);
    const cpuShare = (user + system) / 1_000 / (performance.now() - startMs);
    return { ...log.report(), isOverloaded: hasStopped, cpuShare, ownDelayP99Ms: ownDelay.percentile(99) / 1e6 };
  };
};

let runLoad: Awaited<ReturnType<typeof openTarget>> | null = null;

const follow = async (order: LoadOrder): Promise<LoadReport | 'ready'> => {
  if ('run' in order) {
    if (runLoad === null) throw new Error('The load has no target');
    return runLoad(order.run);
  }
  runLoad = await openTarget(order.target);
  return 'ready';
};

// The load runs in a separate process with the highest priority, as if on the diners' own machines: the measured times
// then hold the gateway's delays alone. Without the right to set a high priority, they also hold those of a busy
// processor.
setPriorityOfAllThreads(constants.priority.PRIORITY_HIGHEST);
process.on('message', (orderMessage) => {
  void follow(LoadOrder.parse(orderMessage)).then(
    (reply) => process.send?.(reply),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
process.on('disconnect', () => process.exit(0));
