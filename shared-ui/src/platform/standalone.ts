/**
 * Parts of which a page without the shell builds its own platform. Shell and remotes take the platform whole, from
 * `@mahlzeit/shared-ui/platform`.
 */
export { createTransport } from './api-client';
export type { AnyCallInput, Transport } from './api-client';
export { apiErrorOf } from './api-error';
export { createServerClock } from './clock';
export type { ShellClock } from './clock';
export { createEventLog, setErrorReporter } from './event-log';
export { createStore } from './store';
