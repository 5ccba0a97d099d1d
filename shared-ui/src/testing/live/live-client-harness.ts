import { fixtureNow } from '@mahlzeit/contract/fixtures';
import type { LiveItem, ServerFrame } from '@mahlzeit/contract';
import { createEventLog } from '../../platform/events/event-log';
import { createLiveClient } from '../../platform/live/live-client';
import type { TopicView } from '../../platform/live/topic-view';
import type { Collections } from '../../platform/live/topic-view';
import { createManualTimers } from '../time/manual-timers';
import { createSocketDouble } from './socket-double';

const serverLimits = { frameBytes: 65_536, subscriptions: 64, connections: 10, pingMs: 25_000 };
const welcomeFrame: ServerFrame = { op: 'welcome', now: fixtureNow, limits: serverLimits };

/** Creates an item of the topic `menu`: a dish. */
export const mealItem = (mealKey: string, mealName: string): LiveItem => ({
  collection: 'meals',
  key: mealKey,
  value: { name: mealName },
});

/** Messages of the server about the topic `menu`, as the gateway sends them. */
export const menuFrames = {
  snap: (cursor: string, items: LiveItem[], hasMore = false): ServerFrame => ({
    op: 'snap',
    id: 'menu',
    cursor,
    items,
    more: hasMore,
  }),
  put: (cursor: string, key: string, name: string): ServerFrame => ({
    op: 'delta',
    id: 'menu',
    cursor,
    tx: cursor,
    ops: [{ kind: 'put', ...mealItem(key, name) }],
  }),
  del: (cursor: string, key: string): ServerFrame => ({
    op: 'delta',
    id: 'menu',
    cursor,
    tx: cursor,
    ops: [{ kind: 'del', collection: 'meals', key }],
  }),
  live: (cursor: string): ServerFrame => ({ op: 'live', id: 'menu', cursor }),
};

/** Returns the content of a topic as one line: `live a=Suppe`. */
export const viewAsText = ({ status, collections }: TopicView): string =>
  [status, ...[...(collections.get('meals') ?? [])].map(([key, value]) => `${key}=${String(value.name)}`)].join(' ');

interface LiveClientOptions {
  /** Token that the session returns after the server has refused the old one; by default there is none. */
  readonly renewedToken?: string | null;
  /** False if the server doesn't respond to pings. */
  readonly answersPings?: boolean;
  /** Items of each topic that an earlier page has stored; default: none. */
  readonly storedItems?: readonly LiveItem[];
}

/** Opens a live client with manual timers and a socket whose server side the test controls. */
export const openLiveClient = ({ renewedToken = null, answersPings = true, storedItems }: LiveClientOptions = {}) => {
  const timers = createManualTimers();
  const socketDouble = createSocketDouble((socketEnd, { op }) => {
    if (op === 'ping' && answersPings) socketEnd.receive({ op: 'pong' });
  });
  const eventLog = createEventLog();
  const logLines: string[] = [];
  const cachedTopics = new Map<string, Collections>();
  eventLog.subscribe((name, { about }) => logLines.push(`${name} ${String(about)}`));
  const liveClient = createLiveClient({
    openSocket: socketDouble.open,
    timers,
    eventLog,
    random: () => 1,
    renewToken: (refusedToken) => {
      logLines.push(`renew ${refusedToken}`);
      return Promise.resolve(renewedToken);
    },
    observeTime: (now, isMoved) => logLines.push(`${isMoved ? 'moved' : 'time'} ${now}`),
    cache: {
      put: (topic, collections) => void cachedTopics.set(topic, collections),
      remove: (topic) => void cachedTopics.delete(topic),
      find: () => Promise.resolve(storedItems),
    },
  });
  const menuViewTexts: string[] = [];
  const watchMenu = () => liveClient.subscribe('menu', (menuView) => menuViewTexts.push(viewAsText(menuView)));
  const connectSocket = () => {
    socketDouble.lastEnd().open();
    socketDouble.lastEnd().receive(welcomeFrame);
  };
  const receiveFrames = (...frames: ServerFrame[]) => {
    for (const frame of frames) socketDouble.lastEnd().receive(frame);
  };
  const startClient = () => {
    liveClient.setToken('t1');
    connectSocket();
    return watchMenu();
  };
  return {
    timers,
    double: socketDouble,
    client: liveClient,
    seen: menuViewTexts,
    log: logLines,
    cachedTopics,
    watch: watchMenu,
    connect: connectSocket,
    receive: receiveFrames,
    started: startClient,
  };
};
