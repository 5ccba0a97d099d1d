export { ChatView } from './chat-view';
export { InboxList, InboxPane } from './inbox';
export { NewChat } from './new-chat';
export { ShareSheet } from './share-sheet';
export { unsentMessagesOf } from './unsent-messages';
export { useTexts as useChatTexts } from './chat-texts';
