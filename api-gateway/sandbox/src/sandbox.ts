import express, { type Express } from 'express';
import { handleErrors, sendError } from './answer-fault';
import { createClockRouter } from './clock/clock-router';
import type { SandboxClock } from './clock/sandbox-clock';
import { createMailRouter } from './mail/mail-router';
import { createMailStore, type ReceivedMail } from './mail/mail-store';
import { createHomeRouter } from './page/home-router';
import { createSecrets } from './secrets';
import { createClients, type SandboxSignIn } from './sign-in/clients';
import { createFacebookRouter } from './sign-in/facebook-router';
import { createIssuedTokens } from './sign-in/handed-out';
import { createIdTokenSigner } from './sign-in/id-token-signer';
import { createLoginRouter } from './sign-in/login-router';
import { createOidcRouter } from './sign-in/oidc-router';
import { createPortraitRouter } from './sign-in/portrait-router';
import { openState } from './state';

export interface SandboxOptions {
  /** SQLite file that it remembers in. */
  readonly file: string;
  /** Its own origin, as browsers reach it. */
  readonly url: string;
  /** Origin of the product. */
  readonly gatewayUrl: string;
  readonly clock: SandboxClock;
  /** Told of mistakes of the sandbox itself. */
  onUnexpectedError(error: unknown): void;
}

/** The world around the product, made up: mails, the clock and the three sign-ins. */
export interface Sandbox {
  /** Answers its requests. */
  readonly app: Express;
  /** What the product signs in with here. */
  readonly signIn: SandboxSignIn;
  acceptMail(mail: ReceivedMail): void;
  close(): void;
}

/** Opens the sandbox on its file; whoever calls gives it a port. */
export const createSandbox = async ({ file, url, gatewayUrl, clock, onUnexpectedError }: SandboxOptions): Promise<Sandbox> => {
  const state = openState(file);
  const secrets = createSecrets(state);
  const { realNow } = clock;
  const mails = createMailStore(state);
  const clients = await createClients({ secrets, url, realNow });
  const issuedTokens = createIssuedTokens(state, realNow);

  const app = express();
  app.disable('x-powered-by').disable('etag');
  app.use(createMailRouter(mails), createClockRouter(clock), createHomeRouter({ mails, clock, gatewayUrl }));
  app.use(createLoginRouter({ state, clients, issuedTokens, redirectUri: (provider) => `${gatewayUrl}/api/auth/${provider}/callback` }));
  app.use(createOidcRouter({ clients, issuedTokens, signer: createIdTokenSigner(secrets, realNow) }), createFacebookRouter({ clients, issuedTokens, url }), createPortraitRouter());
  app.use((_request, response) => sendError(response, 404, 'notFound'));
  app.use(handleErrors(onUnexpectedError));

  return {
    app,
    signIn: clients.signIn,
    acceptMail: (mail) => mails.accept(mail),
    close: () => void state.close(),
  };
};
