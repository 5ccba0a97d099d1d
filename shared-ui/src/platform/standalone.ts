/**
 * Parts of which a page without the shell builds its own platform. Shell and remotes take the platform whole, from
 * `@mahlzeit/shared-ui/platform`.
 */
export { createTransport } from './api/transport';
export type { AnyCallInput, Transport } from './api/transport';
export { apiErrorOf } from './api/api-error';
export { createServerClock } from './browser/clock';
export type { ShellClock } from './browser/clock';
export { createEventLog, setErrorReporter } from './events/event-log';
export { createStore } from './store/store';
