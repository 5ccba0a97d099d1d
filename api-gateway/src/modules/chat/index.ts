import type { GatewayModule, ModuleDeps } from '../../platform';
import type { OnPersonChanged } from '../identity';
import { bindChatPeopleJob, createChatPeople, createChatPersonalData } from './chat-people';
import { chatSource, ownChatsSource } from './chat-records';
import { chatRoutes } from './chat-routes';
import { createChatService } from './chat-service';

export { createSeededVoice, seedChats, type ChatDraft, type UnansweredMessage } from './seed-chats';

const MESSAGES_A_MINUTE = 60;

/** Chats, their topics, and what identity tells them of people. */
export type ChatModule = GatewayModule & { readonly onPersonChanged: OnPersonChanged };

/** Chats: who writes what to whom, and how far each has read. */
export const createChatModule = ({
  database,
  clock,
  jobs,
  createRateLimiter,
}: Pick<ModuleDeps, 'database' | 'clock' | 'jobs' | 'createRateLimiter'>): ChatModule => ({
  routes: chatRoutes(
    createChatService({
      database,
      clock,
      limiter: createRateLimiter('chat-message', { points: MESSAGES_A_MINUTE, durationMs: 60_000 }),
    }),
  ),
  topics: [chatSource, ownChatsSource],
  jobs: [bindChatPeopleJob(database)],
  personalData: createChatPersonalData(jobs),
  onPersonChanged: createChatPeople(jobs),
});
