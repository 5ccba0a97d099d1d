export { ChatView } from './chat-view';
export { InboxList, InboxPane } from './inbox';
export { useTexts as useChatTexts } from './chat-texts';
