import { anonymousSession, loadByLocation } from '@mahlzeit/contract';
import type { ClientFrame } from '@mahlzeit/contract';
import { WebSocket } from 'ws';
import { DEMO_TOWN_POSITION } from '../../../world/start-world';
import { sendCall } from '../send-call';
import type { AttackCall } from '../send-call';
import { addressAt } from './load';
import type { AttackTarget } from './load';

/** Builds a call with a JSON body. */
export const jsonCall = (kind: string, path: string, body: object, token?: string): AttackCall => ({
  kind,
  path,
  type: 'application/json',
  body: Buffer.from(JSON.stringify(body)),
  ...(token !== undefined && { token }),
});

/** Returns the call that searches the hundred nearest places. */
export const searchCall = (token: string): AttackCall =>
  jsonCall(
    'searches',
    loadByLocation.path,
    { location: DEMO_TOWN_POSITION, radius: 50_000, page: 1, pageSize: 100 },
    token,
  );

/**
 * Starts sessions of visitors; returns their tokens. An address may start sixty a minute, so there are fewer visitors
 * where all come from one address.
 */
export const startVisitors = async (target: AttackTarget, visitorCount: number): Promise<string[]> => {
  const tokens: string[] = [];
  for (let index = 0; index < visitorCount; index += 1) {
    const { status, body } = await sendCall(
      target.url,
      jsonCall('visitors', anonymousSession.path, {}),
      addressAt(target, index),
    );
    if (status === 200) tokens.push(anonymousSession.answer.parse(JSON.parse(body.toString())).idToken);
  }
  return tokens;
};

/** Finds the topics of the hundred nearest places, which everybody may follow. */
export const findPlaceTopics = async (target: AttackTarget, token: string): Promise<string[]> => {
  const { body } = await sendCall(target.url, searchCall(token), addressAt(target, 0));
  const places = loadByLocation.answer.parse(JSON.parse(body.toString()));
  return places.map(({ key }) => `restaurant/${key}`);
};

interface SocketEvents {
  /** Called when the gateway has admitted the socket. */
  onWelcome?(say: (frame: ClientFrame) => void): void;
  /** Called for each further frame with its text, which isn't parsed: users' machines would do that work. */
  onFrame?(frameText: string): void;
  /** Called when the socket is closed, with the code, or `no connection`. */
  onEnd(outcome: string): void;
}

/**
 * Opens a socket from this address. A socket without a token says nothing to the gateway. Returns a function that cuts
 * it.
 */
export const openLiveSocket = (
  { url, token, localAddress }: { url: string; token: string | null; localAddress: string | undefined },
  { onWelcome, onFrame, onEnd }: SocketEvents,
): (() => void) => {
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/live`, {
    ...(localAddress !== undefined && { localAddress }),
  });
  const say = (frame: ClientFrame): void => socket.send(JSON.stringify(frame));
  let isWelcome = false;
  socket.on('open', () => {
    if (token !== null) say({ op: 'hello', v: 1, token });
  });
  socket.on('message', (data: Buffer) => {
    const frameText = data.toString();
    if (isWelcome) return onFrame?.(frameText);
    isWelcome = frameText.startsWith('{"op":"welcome"');
    if (isWelcome) onWelcome?.(say);
  });
  socket.on('error', () => onEnd('no connection'));
  socket.on('close', (code) => onEnd(`closed with ${code}`));
  return () => socket.terminate();
};
