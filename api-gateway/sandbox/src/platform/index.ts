export { createClockRouter } from './clock';
export type { SandboxClock } from './clock';
export { allowCrossOrigin } from './cross-origin';
export { handleErrors, html, sendError, sendPage } from './page';
export type { Html, Page } from './page';
export { createIssuedTokens, createSecrets, openSandboxDatabase } from './state';
export type { IssuedTokens, SandboxDatabase, Secrets } from './state';
