/**
 * Parts of the platform for a page that runs without the shell and builds its own platform from them. Shell and remotes
 * import the complete platform from `@mahlzeit/shared-ui/platform` instead.
 */
export type { FeedState, PolledFeed } from './api/polled-feed';
export { createTransport } from './api/transport';
export type { AnyCallInput, Transport } from './api/transport';
export { apiErrorOf } from './api/api-error';
export { createServerClock } from './browser/clock';
export type { ShellClock } from './browser/clock';
export { createKeyCommands } from './browser/key-commands';
export type { KeyTable, PressedKey } from './browser/key-commands';
export { useLocationHash, useMedia, useMinute, usePageTitle } from './browser/page-hooks';
export { createEventLog, setErrorReporter } from './events/event-log';
export { createLiveClient } from './live/live-client';
export { createTokenClient, createTokenSession, tokenSignInOf } from './session/token-session';
export type { TokenSignIn } from './session/token-session';
export { TokenSessionPage } from './session/token-session-page';
export { createStore } from './store/store';
export { browserTokenPlatformDeps, createTokenPlatform } from './token-platform';
export type { TokenPlatformDeps } from './token-platform';
