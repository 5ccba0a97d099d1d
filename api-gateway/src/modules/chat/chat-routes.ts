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
export const chatRoutes = (chatService: ChatService): readonly BoundRoute[] => [
  route(getChats, ({ session, query }) => chatService.list(session.uid, query)),
  route(createChat, ({ session, body }) => chatService.create(session.uid, body.participantKeys)),
  route(sendContentMessage, ({ session, body }) => chatService.share(session.uid, body)),
  route(getChatMessages, ({ session, params, query }) => chatService.messages(session.uid, params.chatKey, query)),
  route(sendChatMessage, ({ session, params, body }) => chatService.send(session.uid, params.chatKey, body)),
  route(readChat, ({ session, params, body }) => chatService.read(session.uid, params.chatKey, body.messageKey)),
];
