export { createClockRouter } from './clock';
export type { SandboxClock } from './clock';
export { handleErrors, html, sendError, sendPage } from './page';
export type { Html, Page } from './page';
export { createIssuedTokens, createSecrets, openState } from './state';
export type { IssuedTokens, SandboxState, Secrets } from './state';
