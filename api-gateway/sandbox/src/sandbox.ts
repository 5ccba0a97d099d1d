import express from 'express';
import type { Express } from 'express';
import { createClockRouter, createIssuedTokens, createSecrets, handleErrors, openState, sendError } from './platform';
import type { SandboxClock } from './platform';
import { createHomeRouter } from './home-page';
import { createMailRouter, createMailStore } from './mail';
import type { ReceivedMail } from './mail';
import { createMapsRouter, MAPS_PATH } from './maps';
import { createPayments } from './payments';
import type { SandboxPayments } from './payments';
import {
  createClients,
  createFacebookRouter,
  createIdTokenSigner,
  createLoginRouter,
  createOidcRouter,
  createPortraitRouter,
} from './sign-in';
import type { SandboxSignIn } from './sign-in';

export type { SandboxClock } from './platform';
export type { SandboxPayments } from './payments';
export type { SandboxSignIn } from './sign-in';

interface SandboxOptions {
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

/** The world around the product, made up: mails, the clock, the three sign-ins, two providers of payments and a map. */
export interface Sandbox {
  /** Answers its requests. */
  readonly app: Express;
  /** What the product signs in with here. */
  readonly signIn: SandboxSignIn;
  /** What the product pays with here. */
  readonly payments: SandboxPayments;
  /** The script that stands in for that of Google's map. */
  readonly mapsUrl: string;
  acceptMail(mail: ReceivedMail): void;
  close(): void;
}

/** Opens the sandbox on its file; whoever calls gives it a port. */
export const createSandbox = async ({
  file,
  url,
  gatewayUrl,
  clock,
  onUnexpectedError,
}: SandboxOptions): Promise<Sandbox> => {
  const state = openState(file);
  const secrets = createSecrets(state);
  const { realNow } = clock;
  const mails = createMailStore(state);
  const clients = await createClients({ secrets, url, realNow });
  const issuedTokens = createIssuedTokens(state, realNow);
  const payments = await createPayments({ state, secrets, issuedTokens, clock, url, gatewayUrl });

  const app = express();
  app.disable('x-powered-by').disable('etag');
  app.use(
    createMailRouter(mails),
    createClockRouter(clock),
    createHomeRouter({ mails, clock, gatewayUrl, ledger: payments.ledger }),
  );
  app.use(
    createLoginRouter({
      state,
      clients,
      issuedTokens,
      redirectUri: (provider) => `${gatewayUrl}/api/auth/${provider}/callback`,
    }),
  );
  app.use(
    createOidcRouter({ clients, issuedTokens, signer: createIdTokenSigner(secrets, realNow) }),
    createFacebookRouter({ clients, issuedTokens, url }),
    createPortraitRouter(),
  );
  app.use(createMapsRouter(), payments.router);
  app.use((_request, response) => sendError(response, 404, 'notFound'));
  app.use(handleErrors(onUnexpectedError));

  return {
    app,
    signIn: clients.signIn,
    payments: payments.access,
    mapsUrl: `${url}${MAPS_PATH}`,
    acceptMail: (mail) => mails.accept(mail),
    close() {
      payments.close();
      state.close();
    },
  };
};
