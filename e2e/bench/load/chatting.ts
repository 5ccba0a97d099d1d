import { answerInvitation, Invitation, pathOf, putInvitation, sendChatMessage } from '@mahlzeit/contract';
import { setTimeout as delay } from 'node:timers/promises';
import type { LoadLog } from './load-log';
import type { LoadTarget } from './load-target';
import type { OpenPage } from './open-page';
import type { Random } from './random';
import type { SendLoadRequest } from './send-request';

/** Longest time in ms after which a guest answers an invitation. */
const MAX_ANSWER_PAUSE_MS = 10_000;

/** Share of guests who accept an invitation; the others decline. */
const ACCEPTED_SHARE = 0.75;

/** Time in ms from an invitation to the meetup. */
const MEETUP_AHEAD_MS = 2 * 60 * 60_000;

const MESSAGE_PATTERN = /"content":"Nachricht (\d+):/g;

/** Message that hasn't arrived at all open pages of its chat. */
interface SentMessage {
  missingPages: number;
  readonly dueMs: number;
}

interface ChattingDeps {
  readonly pages: readonly OpenPage[];
  readonly send: SendLoadRequest;
  readonly log: LoadLog;
  readonly random: Random;
}

/** Number of pages that have each chat open. */
const countReaders = ({ members }: LoadTarget): ReadonlyMap<string, number> => {
  const countByChat = new Map<string, number>();
  for (const { topics } of members)
    for (const topic of topics) countByChat.set(topic, (countByChat.get(topic) ?? 0) + 1);
  return countByChat;
};

/** Creates the members' messages and invitations in their chats. */
export const createChatting = (target: LoadTarget, { pages, send, log, random }: ChattingDeps) => {
  const readersByTopic = countReaders(target);
  const sentMessages = new Map<string, SentMessage>();
  let messageCount = 0;

  const answer = async (guest: OpenPage, id: string): Promise<void> => {
    await delay(random.share() * MAX_ANSWER_PAUSE_MS);
    await send({
      kind: 'answer to an invitation',
      method: 'PATCH',
      path: pathOf(answerInvitation, { params: { id } }),
      ...guest.sender(),
      body: { status: random.share() < ACCEPTED_SHARE ? 'accepted' : 'declined' },
    });
  };

  return {
    /** Sends a message. Its delivery counts until the last open page of the chat has received it. */
    async sendMessage(dueMs: number): Promise<void> {
      const { chatKey, sender } = random.oneOf(pages);
      messageCount += 1;
      const missingPages = readersByTopic.get(`chat/${chatKey}`) ?? 0;
      if (missingPages > 0) sentMessages.set(String(messageCount), { missingPages, dueMs });
      await send({
        kind: 'message',
        method: 'POST',
        path: pathOf(sendChatMessage, { params: { chatKey } }),
        ...sender(),
        body: { content: `Nachricht ${messageCount}: um zwölf unten am Brunnen, ich bringe Aylin mit` },
        dueMs,
      });
    },
    /** Counts the messages that have arrived at a page. */
    onDelta(frameText: string): void {
      if (!frameText.includes('"id":"chat/')) return;
      for (const [, messageNumber = ''] of frameText.matchAll(MESSAGE_PATTERN)) {
        const message = sentMessages.get(messageNumber);
        if (message === undefined) continue;
        message.missingPages -= 1;
        if (message.missingPages > 0) continue;
        sentMessages.delete(messageNumber);
        log.succeed('message at the last reader', performance.now() - message.dueMs);
      }
    },
    /** Returns the number of messages that some open page hasn't received. */
    missingCount: () => sentMessages.size,
    /** Counts the missing messages as failures, and forgets them. */
    giveUpMissing(): void {
      for (const messageNumber of sentMessages.keys()) {
        sentMessages.delete(messageNumber);
        log.fail('message at the last reader', 'missing');
      }
    },
    /** Invites the other members of a chat, who answer within some seconds. */
    async invite(dueMs: number): Promise<void> {
      const owner = random.oneOf(pages);
      const guests = pages.filter((page) => page.chatKey === owner.chatKey && page !== owner);
      const text = await send({
        kind: 'invitation',
        method: 'PUT',
        path: putInvitation.path,
        ...owner.sender(),
        body: {
          date: new Date(Date.now() + target.clockAheadMs + MEETUP_AHEAD_MS).toISOString(),
          restaurant: random.oneOf(target.places).key,
          attendees: guests.map(({ uid }) => uid),
          isTakeAway: false,
          chatKey: owner.chatKey,
        },
        needsText: true,
        dueMs,
      });
      if (text === null) return;
      const { key } = Invitation.parse(JSON.parse(text));
      for (const guest of guests) log.track(answer(guest, key));
    },
  };
};
