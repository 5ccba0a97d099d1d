import { anonymousSession, loadByLocation, ServerFrame } from '@mahlzeit/contract';
import type { ClientFrame } from '@mahlzeit/contract';
import { WebSocket } from 'ws';
import { DEMO_TOWN_POSITION } from '../../world/start-world';
import { sendCall } from './send-call';

const USER_COUNT = 5;
const SOCKETS_PER_USER = 10;
const TOPICS_PER_SOCKET = 32;
/** Messages that each attacking socket sends in a second: fewer than the gateway's limit for one socket. */
const FRAMES_PER_SECOND = 40;
const SOCKET_ATTACK_MS = 10_000;

/** Attacking users with their access tokens, and live topics that everybody may follow. */
export interface LiveAttackers {
  readonly tokens: readonly string[];
  readonly topics: readonly string[];
}

const jsonCall = (kind: string, path: string, body: object, token?: string) => ({
  kind,
  path,
  type: 'application/json',
  body: Buffer.from(JSON.stringify(body)),
  ...(token !== undefined && { token }),
});

/** Builds the request that searches for the hundred nearest restaurants. */
export const searchCall = (token: string) =>
  jsonCall(
    'searches',
    loadByLocation.path,
    { location: DEMO_TOWN_POSITION, radius: 50_000, page: 1, pageSize: 100 },
    token,
  );

/** Starts a visitor's session for each attacker, and finds the live topics of restaurants nearby. */
export const prepareLiveAttackers = async (url: string, addresses: readonly string[]): Promise<LiveAttackers> => {
  const tokens: string[] = [];
  for (let index = 0; index < USER_COUNT; index += 1) {
    const { body } = await sendCall(url, jsonCall('visitors', anonymousSession.path, {}), addresses[index]);
    tokens.push(anonymousSession.answer.parse(JSON.parse(body.toString())).idToken);
  }
  const { body } = await sendCall(url, searchCall(tokens[0] ?? ''), addresses[0]);
  const places = loadByLocation.answer.parse(JSON.parse(body.toString()));
  return { tokens, topics: ['global', ...places.map(({ key }) => `restaurant/${key}`)] };
};

/**
 * Opens a WebSocket that follows and leaves live topics in turns until the attack ends. Returns how the socket ended.
 */
const runSocket = (
  url: string,
  { token, topics, localAddress }: { token: string; topics: readonly string[]; localAddress: string | undefined },
): Promise<string> =>
  new Promise((resolve) => {
    const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/live`, {
      ...(localAddress !== undefined && { localAddress }),
    });
    const sendFrame = (frame: ClientFrame): void => socket.send(JSON.stringify(frame));
    let frameCount = 0;
    const sendNext = (): void => {
      const topic = topics[Math.floor(frameCount / 2) % topics.length] ?? 'global';
      sendFrame(frameCount % 2 === 0 ? { op: 'sub', id: topic, topic } : { op: 'unsub', id: topic });
      frameCount += 1;
    };
    let timer: NodeJS.Timeout | undefined;
    const end = (outcome: string): void => {
      clearInterval(timer);
      clearTimeout(endTimer);
      resolve(outcome);
      socket.terminate();
    };
    const endTimer = setTimeout(() => end('served to the end'), SOCKET_ATTACK_MS);
    socket.on('open', () => sendFrame({ op: 'hello', v: 1, token }));
    socket.on('message', (data: Buffer) => {
      if (ServerFrame.parse(JSON.parse(data.toString())).op !== 'welcome') return;
      for (let count = 0; count < 2 * TOPICS_PER_SOCKET; count += 1) sendNext();
      timer = setInterval(sendNext, 1_000 / FRAMES_PER_SECOND);
    });
    socket.on('error', () => end('no connection'));
    socket.on('close', (code) => end(`closed with ${code}`));
  });

/**
 * Opens for each attacker as many sockets as one user may have. Returns the number of sockets for each way in which
 * they ended.
 */
export const runSocketAttack = async (
  url: string,
  { tokens, topics }: LiveAttackers,
  addresses: readonly string[],
): Promise<Record<string, number>> => {
  const outcomes = await Promise.all(
    tokens.flatMap((token, userIndex) =>
      Array.from({ length: SOCKETS_PER_USER }, () =>
        runSocket(url, { token, topics, localAddress: addresses[userIndex % addresses.length] }),
      ),
    ),
  );
  const countByOutcome: Record<string, number> = {};
  for (const outcome of outcomes) countByOutcome[outcome] = (countByOutcome[outcome] ?? 0) + 1;
  return countByOutcome;
};
