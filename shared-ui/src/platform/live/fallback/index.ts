/** Live data without a WebSocket. Loaded after the page's start, because few networks need it. */
export { httpSocket } from './http-socket';
export { readWithoutWebSocket } from './live-fallback';
export { createPollRound } from './poll-round';
export { createStreamRound } from './stream-round';
