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
  /** Path of its SQLite database. */
  readonly file: string;
  /** Origin of the sandbox, as browsers reach it. */
  readonly url: string;
  /** Origin of the product. */
  readonly gatewayUrl: string;
  readonly clock: SandboxClock;
  /** Runs on a defect of the sandbox itself. */
  onUnexpectedError(error: unknown): void;
}

/** Imitation of the outside world: mails, the clock, three sign-in providers, two payment providers, and a map. */
export interface Sandbox {
  /** Express app that answers its requests. */
  readonly app: Express;
  /** Credentials by which the product signs in here. */
  readonly signIn: SandboxSignIn;
  /** Credentials by which the product pays here. */
  readonly payments: SandboxPayments;
  /** Address of the script that replaces Google's map. */
  readonly mapsUrl: string;
  acceptMail(mail: ReceivedMail): void;
  close(): void;
}

/** Opens the sandbox on its database; the caller listens. */
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
