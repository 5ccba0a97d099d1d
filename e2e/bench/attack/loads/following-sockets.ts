import type { ClientFrame } from '@mahlzeit/contract';
import { findPlaceTopics, openLiveSocket, startVisitors } from './live-socket';
import { addressAt } from './load';
import type { AttackTarget } from './load';

const USER_COUNT = 5;
const SOCKETS_PER_USER = 10;
const TOPICS_PER_SOCKET = 32;
/** Below the gateway's limit of frames per second for each socket. */
const FRAMES_PER_SECOND = 40;
const FOLLOWING_MS = 10_000;

/** Visitors with their tokens, and topics that everybody may follow. */
export interface Followers {
  readonly tokens: readonly string[];
  readonly topics: readonly string[];
}

/** Starts a session for each attacker, and finds the topics of the places nearby. */
export const prepareFollowers = async (target: AttackTarget): Promise<Followers> => {
  const tokens = await startVisitors(target, USER_COUNT);
  return { tokens, topics: ['global', ...(await findPlaceTopics(target, tokens[0] ?? ''))] };
};

/** Opens a socket that follows and leaves topics in turns until the time is over. Returns how it ended. */
const runFollowingSocket = (
  url: string,
  { token, topics, localAddress }: { token: string; topics: readonly string[]; localAddress: string | undefined },
): Promise<string> =>
  new Promise((resolve) => {
    let timer: NodeJS.Timeout | undefined;
    const end = (outcome: string): void => {
      clearInterval(timer);
      clearTimeout(endTimer);
      resolve(outcome);
      cut();
    };
    const endTimer = setTimeout(() => end('served to the end'), FOLLOWING_MS);
    const follow = (say: (frame: ClientFrame) => void): void => {
      let frameCount = 0;
      const sendNext = (): void => {
        const topic = topics[Math.floor(frameCount / 2) % topics.length] ?? 'global';
        say(frameCount % 2 === 0 ? { op: 'sub', id: topic, topic } : { op: 'unsub', id: topic });
        frameCount += 1;
      };
      for (let count = 0; count < 2 * TOPICS_PER_SOCKET; count += 1) sendNext();
      timer = setInterval(sendNext, 1_000 / FRAMES_PER_SECOND);
    };
    const cut = openLiveSocket({ url, token, localAddress }, { onWelcome: follow, onEnd: end });
  });

/** Lets each attacker open all sockets that a user may have. Returns how each socket ended. */
export const runFollowingSockets = (target: AttackTarget, { tokens, topics }: Followers): Promise<string[]> =>
  Promise.all(
    tokens.flatMap((token, userIndex) =>
      Array.from({ length: SOCKETS_PER_USER }, () =>
        runFollowingSocket(target.url, { token, topics, localAddress: addressAt(target, userIndex) }),
      ),
    ),
  );
