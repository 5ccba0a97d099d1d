import { join } from 'node:path';
import { ok } from '@mahlzeit/contract';
import { createSandbox, type SandboxClock, type SandboxSignIn } from '@mahlzeit/sandbox';
import type { Logger } from 'pino';
import type { MailTransport } from './modules/mail';
import { errorCodeOf } from './platform/errors';
import type { GatewayConfig } from './platform/config/config';
import { listen, type Listening } from './platform/http/http-server';

const USUAL_PORT = 4100;

/** The embedded outside world, open for as long as the gateway runs. */
export interface OpenedSandbox {
  /** Where browsers reach it. */
  readonly url: string;
  readonly signIn: SandboxSignIn;
  readonly mailbox: MailTransport;
  close(): Promise<void>;
}

interface SandboxSurroundings {
  readonly config: GatewayConfig;
  readonly gatewayUrl: string;
  readonly clock: SandboxClock;
  readonly log: Logger;
}

// A port that was asked for is the one or none; the usual one may belong to another instance.
const takePort = async ({ host, sandbox }: GatewayConfig): Promise<Listening> => {
  try {
    return await listen({ host, port: sandbox.port ?? USUAL_PORT });
  } catch (error) {
    if (sandbox.port !== null || errorCodeOf(error) !== 'EADDRINUSE') throw error;
    return listen({ host, port: 0 });
  }
};

/** Opens the sandbox on a port of its own. Rejects with the system's error where that is taken. */
export const openSandbox = async ({ config, gatewayUrl, clock, log }: SandboxSurroundings): Promise<OpenedSandbox> => {
  const listening = await takePort(config);
  // Another host name than the gateway's: another site to every browser, as the real ones are.
  const url = config.sandbox.url ?? `http://localhost:${listening.port}`;
  try {
    const sandbox = await createSandbox({
      file: join(config.dataDir, 'sandbox.db'),
      url,
      gatewayUrl,
      clock,
      onUnexpectedError: (error) => log.error({ err: error }, 'the sandbox failed'),
    });
    listening.serve(sandbox.app);
    return {
      url,
      signIn: sandbox.signIn,
      mailbox: {
        async deliver(mail) {
          sandbox.acceptMail(mail);
          return ok(undefined);
        },
      },
      async close() {
        await listening.close();
        sandbox.close();
      },
    };
  } catch (error) {
    await listening.close();
    throw error;
  }
};
