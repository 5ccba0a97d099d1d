import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { ok } from '@mahlzeit/contract';
import { createSandbox, type SandboxClock, type SandboxPayments, type SandboxSignIn } from '@mahlzeit/sandbox';
import type { Logger } from 'pino';
import type { MailTransport } from './modules/mail';
import { errorCodeOf } from './platform/errors';
import type { GatewayConfig } from './platform/config/config';
import { listen, type ListeningServer } from './platform/http/listening-server';

const DEFAULT_SANDBOX_PORT = 4100;

/**
 * Host name on which the sandbox listens. The sandbox lets everybody sign in as anybody, so it listens on this machine
 * only, even when the gateway listens on another address.
 */
const SANDBOX_HOST = '127.0.0.1';

/** The running sandbox and the services that it offers to the gateway. */
export interface OpenedSandbox {
  /** URL of the sandbox for browsers. By default, its host name differs from the gateway's. */
  readonly url: string;
  readonly signIn: SandboxSignIn;
  readonly payments: SandboxPayments;
  /** URL of the sandbox's script that replaces the script of Google's map. */
  readonly mapsUrl: string;
  readonly mailbox: MailTransport;
  close(): Promise<void>;
}

interface SandboxSurroundings {
  readonly config: GatewayConfig;
  readonly gatewayUrl: string;
  readonly clock: SandboxClock;
  readonly log: Logger;
}

// Starts the sandbox's server. A configured port must be free. The usual port may belong to another instance; then any
// free port is used.
const listenOnPort = async ({ sandbox }: GatewayConfig): Promise<ListeningServer> => {
  try {
    return await listen({ host: SANDBOX_HOST, port: sandbox.port ?? DEFAULT_SANDBOX_PORT });
  } catch (error) {
    if (sandbox.port !== null || errorCodeOf(error) !== 'EADDRINUSE') throw error;
    return listen({ host: SANDBOX_HOST, port: 0 });
  }
};

type NodeRequestHandler = (request: IncomingMessage, response: ServerResponse) => void;

// Answers only requests to the sandbox's own host name. Otherwise a page of another site could use a name that resolves
// to this machine, and could read e-mails or move the clock (DNS rebinding).
const restrictToHost =
  (allowedHost: string, handleRequest: NodeRequestHandler): NodeRequestHandler =>
  (request, response) => {
    if (request.headers.host?.toLowerCase() === allowedHost) return handleRequest(request, response);
    response.writeHead(421, { 'Content-Type': 'text/plain; charset=utf-8' }).end(`This is ${allowedHost}.\n`);
  };

/** Opens the sandbox on a separate port. Rejects with the system's error when a configured port is in use. */
export const openSandbox = async ({ config, gatewayUrl, clock, log }: SandboxSurroundings): Promise<OpenedSandbox> => {
  const listeningServer = await listenOnPort(config);
  // Uses another host name than the gateway's, so that browsers treat the sandbox as another site, like a real
  // provider.
  const url = config.sandbox.url ?? `http://localhost:${listeningServer.port}`;
  try {
    const sandboxServer = await createSandbox({
      file: join(config.dataDir, 'sandbox.db'),
      url,
      gatewayUrl,
      clock,
      onUnexpectedError: (error) => log.error({ err: error }, 'the sandbox failed'),
    });
    listeningServer.serve(restrictToHost(new URL(url).host, sandboxServer.app));
    return {
      url,
      signIn: sandboxServer.signIn,
      payments: sandboxServer.payments,
      mapsUrl: sandboxServer.mapsUrl,
      mailbox: {
        async deliver({ calendar, ...mail }) {
          sandboxServer.acceptMail({
            ...mail,
            attachments:
              calendar === null
                ? []
                : [
                    {
                      name: calendar.name,
                      type: `text/calendar; charset=utf-8; method=${calendar.method}`,
                      content: calendar.content,
                    },
                  ],
          });
          return ok(undefined);
        },
      },
      async close() {
        await listeningServer.close();
        sandboxServer.close();
      },
    };
  } catch (error) {
    await listeningServer.close();
    throw error;
  }
};
