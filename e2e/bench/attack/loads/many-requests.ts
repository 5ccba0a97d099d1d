import { chatTopic, pathOf, sendChatMessage } from '@mahlzeit/contract';
import { sendCall } from '../send-call';
import { jsonCall, openLiveSocket } from './live-socket';
import { addressAt, countByOutcome } from './load';
import type { AttackLoad, AttackTarget } from './load';

const METRICS_REQUEST_COUNT = 300;
/** Below the gateway's limit of messages a minute for ten people. */
const MESSAGE_COUNT = 500;

/** Maximum milliseconds until each reader has received all messages. */
const MAX_READING_MS = 30_000;

/** Creates the load of requests for the metrics at once, with their token. */
export const createMetricsLoad = (): AttackLoad => ({
  prepare: () => Promise.resolve(),
  async run(target) {
    const answers = await Promise.all(
      Array.from({ length: METRICS_REQUEST_COUNT }, (_, index) =>
        sendCall(
          target.url,
          { kind: 'metrics', path: '/metrics', token: target.metricsToken },
          addressAt(target, index),
        ),
      ),
    );
    return { metrics: countByOutcome(answers.map(({ status }) => status)) };
  },
});

const messageTextAt = (index: number): string => `Nachricht ${index}.`;
const MESSAGE_PATTERN = /Nachricht \d+\./g;

/** Follows the chat as one of its members. `whenComplete` resolves with the number of messages that have arrived. */
const followChat = (target: AttackTarget, token: string, index: number) => {
  const receivedTexts = new Set<string>();
  let resolveLive = (): void => undefined;
  const whenLive = new Promise<void>((resolve) => {
    resolveLive = resolve;
  });
  let cut = (): void => undefined;
  const whenComplete = new Promise<number>((resolve) => {
    const end = (): void => resolve(receivedTexts.size);
    const topic = chatTopic(target.chat.key);
    cut = openLiveSocket(
      { url: target.url, token, localAddress: addressAt(target, index) },
      {
        onWelcome: (say) => say({ op: 'sub', id: topic, topic }),
        onFrame(frameText) {
          if (frameText.startsWith('{"op":"live"')) resolveLive();
          for (const [messageText] of frameText.matchAll(MESSAGE_PATTERN)) receivedTexts.add(messageText);
          if (receivedTexts.size === MESSAGE_COUNT) end();
        },
        onEnd: end,
      },
    );
    setTimeout(end, MAX_READING_MS).unref();
  });
  return { whenLive, whenComplete, cut: () => cut() };
};

/** Creates the load of messages that ten people send into their chat at once, while all of them have it open. */
export const createMessageLoad = (): AttackLoad => {
  const sendMessage = async (target: AttackTarget, index: number): Promise<number> => {
    const { key: chatKey, tokens } = target.chat;
    const path = pathOf(sendChatMessage, { params: { chatKey } });
    const call = jsonCall('messages', path, { content: messageTextAt(index) }, tokens[index % tokens.length]);
    return (await sendCall(target.url, call, addressAt(target, index))).status;
  };
  return {
    prepare: () => Promise.resolve(),
    async run(target) {
      const readers = target.chat.tokens.map((token, index) => followChat(target, token, index));
      await Promise.all(readers.map(({ whenLive }) => whenLive));
      const statuses = await Promise.all(
        Array.from({ length: MESSAGE_COUNT }, (_, index) => sendMessage(target, index)),
      );
      const receivedCounts = await Promise.all(readers.map(({ whenComplete }) => whenComplete));
      for (const { cut } of readers) cut();
      return {
        messages: countByOutcome(statuses),
        readers: countByOutcome(receivedCounts.map((count) => (count === MESSAGE_COUNT ? 'all' : 'not all'))),
      };
    },
  };
};
