import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { findPlaceTopics, openLiveSocket, startVisitors } from './live-socket';
import { addressAt, countByOutcome } from './load';
import type { AttackLoad, AttackTarget } from './load';

const VISITOR_COUNT = 100;
const SOCKETS_PER_VISITOR = 10;

const SUBSCRIBED_SOCKET_COUNT = 200;
const TOPICS_PER_SOCKET = 64;

const SILENT_SOCKET_COUNT = 400;
const SLOW_HEADER_COUNT = 400;

/** Maximum milliseconds until everything of a load is served. */
const MAX_LOAD_MS = 120_000;
/** Milliseconds for which all subscriptions stay, while a partner writes. */
const FOLLOWING_MS = 3_000;
/** Milliseconds after which the gateway must have closed a connection that says nothing; it allows ten seconds. */
const MAX_SILENCE_MS = 15_000;

const withTimeLimit = (outcome: Promise<string>, ms: number, outcomeWhenLate: string): Promise<string> => {
  let timer: NodeJS.Timeout;
  const lateOutcome = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve(outcomeWhenLate), ms);
  });
  return Promise.race([outcome, lateOutcome]).finally(() => clearTimeout(timer));
};

const isDefined = <T>(value: T | undefined): value is T => value !== undefined;

/** Returns a token for each socket that the visitors may open, one visitor after the other. */
const tokensOfSockets = (tokens: readonly string[]): string[] =>
  tokens.flatMap((token) => Array<string>(SOCKETS_PER_VISITOR).fill(token));

/** Creates the load of a thousand sockets that a hundred visitors open at once, and close at once. */
export const createSocketLoad = (): AttackLoad => {
  let tokens: readonly string[] = [];
  const openSocket = (target: AttackTarget, token: string, index: number) => {
    let cut = (): void => undefined;
    const outcome = new Promise<string>((resolve) => {
      cut = openLiveSocket(
        { url: target.url, token, localAddress: addressAt(target, index) },
        { onWelcome: () => resolve('welcome'), onEnd: resolve },
      );
    });
    return { outcome: withTimeLimit(outcome, MAX_LOAD_MS, 'not welcome in time'), cut };
  };
  return {
    async prepare(target) {
      tokens = await startVisitors(target, VISITOR_COUNT);
    },
    async run(target) {
      const sockets = tokensOfSockets(tokens).map((token, index) => openSocket(target, token, index));
      const outcomes = await Promise.all(sockets.map(({ outcome }) => outcome));
      for (const { cut } of sockets) cut();
      return { sockets: countByOutcome(outcomes) };
    },
  };
};

interface Subscriptions {
  readonly tokens: readonly string[];
  readonly topics: readonly string[];
}

/** Opens a socket that waits to subscribe to these topics. */
const openSubscribingSocket = (
  { url, token, localAddress }: { url: string; token: string; localAddress: string | undefined },
  topics: readonly string[],
) => {
  let liveCount = 0;
  let subscribe = (): void => undefined;
  let resolveEnd: (outcome: string) => void = () => undefined;
  const whenEnded = new Promise<string>((resolve) => {
    resolveEnd = resolve;
  });
  let cut = (): void => undefined;
  const whenWelcome = new Promise<string>((resolve) => {
    cut = openLiveSocket(
      { url, token, localAddress },
      {
        onWelcome(say) {
          subscribe = () => {
            for (const topic of topics) say({ op: 'sub', id: topic, topic });
          };
          resolve('welcome');
        },
        onFrame(frameText) {
          if (frameText.startsWith('{"op":"live"')) liveCount += 1;
          if (liveCount === topics.length) resolveEnd('all live');
        },
        onEnd(outcome) {
          resolve(outcome);
          resolveEnd(outcome);
        },
      },
    );
  });
  return { whenWelcome, whenEnded, subscribe: () => subscribe(), liveCount: () => liveCount, cut: () => cut() };
};

/** Creates the load of 12,800 subscriptions, which 200 open sockets begin at once and then keep for a while. */
export const createSubscriptionLoad = (): AttackLoad => {
  let prepared: Subscriptions = { tokens: [], topics: [] };
  // The sockets begin at different topics, so that they don't share all of them.
  const topicsFrom = (start: number): string[] =>
    Array.from(
      { length: TOPICS_PER_SOCKET },
      (_, offset) => prepared.topics[(start + offset) % prepared.topics.length],
    ).filter(isDefined);

  return {
    async prepare(target) {
      const tokens = await startVisitors(target, SUBSCRIBED_SOCKET_COUNT / SOCKETS_PER_VISITOR);
      prepared = { tokens, topics: await findPlaceTopics(target, tokens[0] ?? '') };
    },
    async run(target) {
      const sockets = tokensOfSockets(prepared.tokens).map((token, index) =>
        openSubscribingSocket({ url: target.url, token, localAddress: addressAt(target, index) }, topicsFrom(index)),
      );
      await Promise.all(sockets.map(({ whenWelcome }) => withTimeLimit(whenWelcome, MAX_LOAD_MS, 'not welcome')));
      for (const { subscribe } of sockets) subscribe();
      const outcomes = await Promise.all(
        sockets.map(({ whenEnded }) => withTimeLimit(whenEnded, MAX_LOAD_MS, 'not live in time')),
      );
      await delay(FOLLOWING_MS);
      const liveCount = sockets.reduce((sum, socket) => sum + socket.liveCount(), 0);
      for (const { cut } of sockets) cut();
      return {
        subscriptions: { live: liveCount, missing: sockets.length * TOPICS_PER_SOCKET - liveCount },
        sockets: countByOutcome(outcomes),
      };
    },
  };
};

/** Opens a connection that begins a request and never ends its headers. Resolves when the gateway has closed it. */
const openSlowHeaders = ({ url, ...target }: AttackTarget, index: number): Promise<string> =>
  new Promise((resolve) => {
    const { hostname, port } = new URL(url);
    const localAddress = addressAt(target, index);
    const connection = connect({
      host: hostname,
      port: Number(port),
      ...(localAddress !== undefined && { localAddress }),
    });
    connection.write('GET /livez HTTP/1.1\r\nHost: attack.test\r\n');
    connection.resume();
    connection.on('error', () => resolve('no connection'));
    connection.on('close', () => resolve('closed by the gateway'));
    setTimeout(() => connection.destroy(), MAX_SILENCE_MS).unref();
  });

const openSilentSocket = ({ url, ...target }: AttackTarget, index: number): Promise<string> =>
  new Promise((resolve) => {
    const cut = openLiveSocket(
      { url, token: null, localAddress: addressAt(target, index) },
      { onEnd: (outcome) => resolve(outcome === 'closed with 4401' ? 'closed by the gateway' : outcome) },
    );
    setTimeout(cut, MAX_SILENCE_MS).unref();
  });

/** Creates the load of connections and sockets that say nothing, so that hundreds of them expire in the same moment. */
export const createExpiryLoad = (): AttackLoad => ({
  prepare: () => Promise.resolve(),
  async run(target) {
    const connections = [
      ...Array.from({ length: SLOW_HEADER_COUNT }, (_, index) => openSlowHeaders(target, index)),
      ...Array.from({ length: SILENT_SOCKET_COUNT }, (_, index) => openSilentSocket(target, index)),
    ];
    const outcomes = await Promise.all(
      connections.map((outcome) => withTimeLimit(outcome, MAX_SILENCE_MS, 'still open')),
    );
    return { connections: countByOutcome(outcomes) };
  },
});
