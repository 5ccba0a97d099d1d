import {
  createChat,
  getChatMessages,
  getChats,
  readChat,
  sendChatMessage,
  sendContentMessage,
} from '@mahlzeit/contract';
import { route } from '../../platform';
import type { BoundRoute } from '../../platform';
import type { ChatService } from './chat-service';

/** Creates the routes of chats and their messages. Each route calls the chat service for the user of the session. */
export const chatRoutes = (chats: ChatService): readonly BoundRoute[] => [
  route(getChats, ({ session, query }) => chats.list(session.uid, query)),
  route(createChat, ({ session, body }) => chats.create(session.uid, body.participantKeys)),
  route(sendContentMessage, ({ session, body }) => chats.share(session.uid, body)),
  route(getChatMessages, ({ session, params, query }) => chats.messages(session.uid, params.chatKey, query)),
  route(sendChatMessage, ({ session, params, body }) => chats.send(session.uid, params.chatKey, body)),
  route(readChat, ({ session, params, body }) => chats.read(session.uid, params.chatKey, body.messageKey)),
];
