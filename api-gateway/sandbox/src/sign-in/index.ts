export { createClients } from './clients';
export type { SandboxSignIn } from './clients';
export { createFacebookRouter } from './facebook-router';
export { createLoginRouter } from './login-router';
export { createIdTokenSigner, createOidcRouter } from './oidc-router';
export { createPortraitRouter } from './provider';
