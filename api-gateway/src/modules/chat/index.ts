import type { GatewayModule, ModuleDeps } from '../../platform';
import { createSenderLimiter } from '../identity';
import type { OnPersonChanged } from '../identity';
import type { SharedInvitations } from './chat-presenter';
import { chatRoutes } from './chat-routes';
import { createChatService } from './chat-service';
import { chatSource, ownChatsSource } from './chat-topics';
import { bindPersonUpdatesJob, updatePersonInChats } from './person-updates';
import { createChatPersonalData } from './personal-data';

export { findChatMembers, findCompanions, findRefusal } from './chat-members';
export { isInChat, mayAnswerInChat } from './chat-policy';
export type { SharedInvitations } from './chat-presenter';
export { validateOtherUids } from './chat-rules';
export type { StoredMessage } from './message-repository';
export {
  addInvitationCard,
  findCardInvitation,
  hasReadCard,
  markCardRead,
  markCardsReminded,
  markCardsRemoved,
  sendInvitationCard,
} from './invitation-cards';
export { admitToMeetupChat, removeFromMeetupChat } from './meetup-chat';
export { findMessageInChat, findPresentMessages, removeMessage } from './message-moderation';
export {
  createSeededResponder,
  isVisitorWriting,
  seedChats,
  type ChatDraft,
  type UnansweredMessage,
} from './seed-chats';

const MESSAGES_PER_MINUTE = 60;
const NEW_CHATS_PER_DAY = { points: 50, newAccountPoints: 15 };

/**
 * Chat module: its routes and live topics, and the handler that updates chats when a user's name or picture changes.
 */
export type ChatModule = GatewayModule & { readonly onPersonChanged: OnPersonChanged };

/** Dependencies of the chat module: parts of the platform, and access to the invitations that chats show. */
export interface ChatDeps extends Pick<ModuleDeps, 'database' | 'clock' | 'jobs' | 'createRateLimiter'> {
  readonly invitations: SharedInvitations;
}

/** Creates the module of chats, their messages and users' read positions. */
export const createChatModule = ({ database, clock, jobs, createRateLimiter, invitations }: ChatDeps): ChatModule => ({
  routes: chatRoutes(
    createChatService({
      database,
      clock,
      limits: {
        messages: createRateLimiter('chat-message', { points: MESSAGES_PER_MINUTE, durationMs: 60_000 }),
        newChats: createSenderLimiter({ database, clock, createRateLimiter }, 'chat-day', NEW_CHATS_PER_DAY),
      },
      invitations,
    }),
  ),
  topics: [chatSource, ownChatsSource],
  jobs: [bindPersonUpdatesJob(database)],
  personalData: createChatPersonalData(jobs),
  onPersonChanged: updatePersonInChats(jobs),
});
