/**
 * Parts of the platform for a page without the shell, which builds its own platform from them. Shell and remotes import
 * the complete platform from `@mahlzeit/shared-ui/platform` instead.
 */
export { createTransport } from './api/transport';
export type { AnyCallInput, Transport } from './api/transport';
export { apiErrorOf } from './api/api-error';
export { createServerClock } from './browser/clock';
export type { ShellClock } from './browser/clock';
export { useMedia, usePageTitle } from './browser/page-hooks';
export { createEventLog, setErrorReporter } from './events/event-log';
export { createTokenClient, createTokenSession } from './session/token-session';
export type { TokenSession, TokenSessionState, TokenSignOutReason } from './session/token-session';
export { createStore } from './store/store';
