export { ChatView } from './chat-view';
export { InboxList, InboxPane, NewMessageLink, NoChatChosen, useHasPane } from './inbox';
export { ChatPartners } from './chat-partners';
export { ShareSheet } from './share-sheet';
export { unsentMessagesOf } from './unsent-messages';
export { useTexts as useChatTexts } from './chat-texts';
