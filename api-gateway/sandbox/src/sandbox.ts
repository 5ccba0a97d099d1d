import express from 'express';
import type { Express } from 'express';
import {
  createClockRouter,
  createIssuedTokens,
  createSecrets,
  handleErrors,
  openSandboxDatabase,
  sendError,
} from './platform';
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
  /** Path of the sandbox's SQLite database file. */
  readonly file: string;
  /** Origin under which browsers reach the sandbox. */
  readonly url: string;
  /** Origin of the product, for which the sandbox imitates external services. */
  readonly gatewayUrl: string;
  readonly clock: SandboxClock;
  /** Called for a defect of the sandbox itself. */
  onUnexpectedError(error: unknown): void;
}

/** Imitation of all external services: e-mail, the clock, three sign-in providers, two payment providers, and a map. */
export interface Sandbox {
  /** Express app with all routes of the sandbox. */
  readonly app: Express;
  /** Credentials with which the product calls the sign-in providers. */
  readonly signIn: SandboxSignIn;
  /** URLs and credentials with which the product calls the payment providers. */
  readonly payments: SandboxPayments;
  /** URL of the script that replaces Google Maps. */
  readonly mapsUrl: string;
  acceptMail(mail: ReceivedMail): void;
  close(): void;
}

/** Opens the sandbox's database and creates its routes. The caller starts the HTTP server. */
export const createSandbox = async ({
  file,
  url,
  gatewayUrl,
  clock,
  onUnexpectedError,
}: SandboxOptions): Promise<Sandbox> => {
  const database = openSandboxDatabase(file);
  const secrets = createSecrets(database);
  const { realNow } = clock;
  const mailStore = createMailStore(database);
  const signInClients = await createClients({ secrets, url, realNow });
  const issuedTokens = createIssuedTokens(database, realNow);
  const payments = await createPayments({ database, secrets, issuedTokens, clock, url, gatewayUrl });

  const app = express();
  app.disable('x-powered-by').disable('etag');
  app.use(
    createMailRouter(mailStore),
    createClockRouter(clock, gatewayUrl),
    createHomeRouter({ mails: mailStore, clock, gatewayUrl, ledger: payments.ledger }),
  );
  app.use(
    createLoginRouter({
      database,
      clients: signInClients,
      issuedTokens,
      redirectUri: (provider) => `${gatewayUrl}/api/auth/${provider}/callback`,
      realNow,
    }),
  );
  app.use(
    createOidcRouter({ clients: signInClients, issuedTokens, signer: createIdTokenSigner(secrets, realNow) }),
    createFacebookRouter({ clients: signInClients, issuedTokens, url }),
    createPortraitRouter(),
  );
  app.use(createMapsRouter(), payments.router);
  app.use((_request, response) => sendError(response, 404, 'notFound'));
  app.use(handleErrors(onUnexpectedError));

  return {
    app,
    signIn: signInClients.signIn,
    payments: payments.access,
    mapsUrl: `${url}${MAPS_PATH}`,
    acceptMail: (mail) => mailStore.accept(mail),
    close() {
      payments.close();
      database.close();
    },
  };
};
