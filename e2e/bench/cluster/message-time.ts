import { chatTopic } from '@mahlzeit/contract';
import type { BenchFigure } from '../measure/figure';
import { boundRatioFigure, epochNowMs, median, reportedMsFigure } from '../measure/figure';
import { measureInTurns } from '../measure/measure-in-turns';
import { createMessageAuthor, measureArrivalMs } from '../live/message-author';
import type { Member } from '../live/open-chat';
import { watchTopics } from '../live/watch-topics';
import type { CrowdedWorld } from './crowded-world';

const ROUNDS = { measured: 240, warmUp: 20 };

/**
 * Connects a member to a chat. The returned function waits for a text and resolves with the time at which it arrived.
 */
const connectReader = async (url: string, { session: { idToken } }: Member, chatKey: string) => {
  const resolveByText = new Map<string, (arrivalMs: number) => void>();
  const socket = await watchTopics(url, { token: idToken, topics: [chatTopic(chatKey)] }, (frameText) => {
    for (const [text, resolve] of resolveByText)
      if (resolveByText.has(text) && frameText.includes(text)) resolve(epochNowMs());
  });
  return {
    waitForText: (text: string): Promise<number> =>
      new Promise((resolve) => {
        resolveByText.set(text, (arrivalMs) => {
          resolveByText.delete(text);
          resolve(arrivalMs);
        });
      }),
    disconnect: () => socket.terminate(),
  };
};

/** Prepares a measurement of single chat messages, sent one after the other to the first gateway. */
const prepareMessages = async ({ world, chat: { author, reader, chatKey } }: CrowdedWorld) => {
  const url = world.gatewayUrls[0] ?? world.url;
  const { waitForText, disconnect } = await connectReader(url, reader, chatKey);
  const prepareMessage = createMessageAuthor(url, author, chatKey);
  let messageCount = 0;
  return {
    measureMessageMs: () => measureArrivalMs(waitForText, `n${(messageCount += 1)}-m`, prepareMessage),
    disconnect,
  };
};

/**
 * Measures how long a message to a chat of ten members takes from its request until another member receives it, on
 * PostgreSQL and on SQLite.
 */
export const measureMessageTime = async (worlds: {
  readonly postgres: CrowdedWorld;
  readonly sqlite: CrowdedWorld;
}): Promise<BenchFigure[]> => {
  const onPostgres = await prepareMessages(worlds.postgres);
  const onSqlite = await prepareMessages(worlds.sqlite);
  const [postgresMs = NaN, sqliteMs = NaN] = (
    await measureInTurns([onPostgres.measureMessageMs, onSqlite.measureMessageMs], ROUNDS)
  ).map(median);
  onPostgres.disconnect();
  onSqlite.disconnect();
  return [
    reportedMsFigure('cluster', 'a chat message from POST to the frame at a reader, PostgreSQL and Redis', postgresMs),
    reportedMsFigure('cluster', 'a chat message from POST to the frame at a reader, SQLite', sqliteMs),
    boundRatioFigure('cluster', 'a chat message: PostgreSQL and Redis against SQLite', {
      ratio: postgresMs / sqliteMs,
      maximum: 2,
    }),
  ];
};
