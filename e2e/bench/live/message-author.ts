import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { pathOf, sendChatMessage } from '@mahlzeit/contract';
import { epochNowMs } from '../measure/figure';
import type { Member } from './open-chat';

// Pause before each message. It is no multiple of the duration of the browser's frame, so that messages arrive at any
// time within a frame.
const ROUND_PAUSE_MS = 61;

/** Function that sends a prepared text. The preparation of the request doesn't count as the gateway's time. */
export type SendText = () => Promise<unknown> | void;

/**
 * Creates a function that prepares texts for a chat. The texts are sent over an open connection, as a page would send
 * them.
 */
export const createMessageAuthor = (url: string, { session: { idToken } }: Member, chatKey: string) => {
  const httpAgent = new Agent({ keepAlive: true, maxSockets: 1 });
  return (messageContent: string): SendText => {
    const messageBody = Buffer.from(JSON.stringify({ content: messageContent }));
    const headers = {
      Authorization: `Bearer ${idToken}`,
      'Content-Type': 'application/json',
      'Content-Length': messageBody.byteLength,
    };
    const clientRequest = request(url + pathOf(sendChatMessage, { params: { chatKey } }), {
      method: 'POST',
      agent: httpAgent,
      headers,
    });
    const responseArrival = new Promise<void>((resolve, reject) => {
      clientRequest.on('response', (messageResponse) => {
        messageResponse.resume();
        messageResponse.on('end', () =>
          messageResponse.statusCode === 200
            ? resolve()
            : reject(new Error(`Sending the message failed: status ${messageResponse.statusCode}`)),
        );
      });
      clientRequest.on('error', reject);
    });
    return () => {
      clientRequest.end(messageBody);
      return responseArrival;
    };
  };
};

/** Receiver of texts. Resolves with the time of a text's arrival, in epoch milliseconds. */
type WaitForText = (text: string) => Promise<number>;

/** Returns the milliseconds from sending a text until it has arrived. */
export const measureArrivalMs = async (
  waitForText: WaitForText,
  text: string,
  prepareMessage: (text: string) => SendText,
): Promise<number> => {
  const whenArrived = waitForText(text);
  const sendText = prepareMessage(text);
  await delay(ROUND_PAUSE_MS);
  const sendStartMs = epochNowMs();
  await sendText();
  return (await whenArrived) - sendStartMs;
};
