import { Agent, request } from 'node:http';
import type { OutgoingHttpHeaders } from 'node:http';
import type { LoadLog } from './load-log';

/** Milliseconds after which a diner has given a request up. */
const MAX_REQUEST_MS = 10_000;

/** Token of a request, and the address of this machine from which it is sent; absent for the default one. */
export interface RequestSender {
  readonly token?: string;
  readonly localAddress?: string;
}

/** Request of an open page. */
export interface LoadRequest extends RequestSender {
  /** Kind under which the request's time is reported. */
  readonly kind: string;
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH';
  readonly path: string;
  readonly body?: object;
  readonly headers?: OutgoingHttpHeaders;
  /** Whether the caller needs the text of the response. A text that nobody needs arrives compressed, as in browsers. */
  readonly needsText?: boolean;
  /** Time from which the request counts; by default the present time. */
  readonly dueMs?: number;
}

/**
 * Function that sends a request and reads the response to its end. Returns the response's text, empty where nobody
 * needs it, or null after a failure, which the log counts.
 */
export type SendLoadRequest = (loadRequest: LoadRequest) => Promise<string | null>;

const headersOf = ({ token, headers, needsText = false }: LoadRequest, text: string | null): OutgoingHttpHeaders => ({
  ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
  ...(needsText ? {} : { 'Accept-Encoding': 'gzip, deflate, br, zstd' }),
  ...(text === null ? {} : { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) }),
  ...headers,
});

/** Returns the code of an error response; empty for a response without one. */
const codeIn = (text: string): string => /"code":"(\w+)"/.exec(text)?.[1] ?? '';

/** Returns the system's code of a connection's error, `ECONNRESET` for instance, or its name. */
const nameOf = (error: NodeJS.ErrnoException): string => error.code ?? error.name;

/** Creates the function that sends the requests of all open pages. Pages of one address share connections. */
export const createRequestSender = (url: string, log: LoadLog): SendLoadRequest => {
  const agent = new Agent({ keepAlive: true, timeout: 2_000 });
  return (loadRequest) => {
    const { kind, method = 'GET', path, body, localAddress, needsText = false } = loadRequest;
    const { dueMs = performance.now() } = loadRequest;
    const bodyText = body === undefined ? null : JSON.stringify(body);
    return new Promise((resolve) => {
      const fail = (outcome: string): void => {
        log.fail(kind, outcome);
        resolve(null);
      };
      const clientRequest = request(
        url + path,
        {
          ...{ method, agent, headers: headersOf(loadRequest, bodyText), signal: AbortSignal.timeout(MAX_REQUEST_MS) },
          ...(localAddress === undefined ? {} : { localAddress }),
        },
        (response) => {
          const parts: Buffer[] = [];
          const hasFailed = response.statusCode !== 200;
          response.on('data', (part: Buffer) => void ((needsText || hasFailed) && parts.push(part)));
          response.on('error', (error) => fail(nameOf(error)));
          response.on('end', () => {
            const text = Buffer.concat(parts).toString();
            if (hasFailed) return fail(`${response.statusCode} ${codeIn(text)}`);
            log.succeed(kind, performance.now() - dueMs);
            resolve(text);
          });
        },
      );
      clientRequest.on('error', (error) => fail(nameOf(error)));
      clientRequest.end(bodyText ?? undefined);
    });
  };
};
