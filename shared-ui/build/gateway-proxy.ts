import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Configuration } from 'webpack-dev-server';
import * as z from 'zod/mini';

const isOrigin = (originText: string): boolean => {
  if (!URL.canParse(originText)) return false;
  const { protocol, origin } = new URL(originText);
  return ['http:', 'https:'].includes(protocol) && ['', '/'].includes(originText.slice(origin.length));
};

/** Response header with the gateway's time. Every response below /api has it, error responses included. */
const GATEWAY_TIME_HEADER = 'X-Mahlzeit-Now';
const PROBE_TIMEOUT_MS = 5_000;

// Schema of an error of `fetch`, which reports the reason of a failure in the property `cause`.
const FetchErrorSchema = z.object({ cause: z.object({ code: z.string() }) });

const failureCodeOf = (error: unknown): string => {
  const fetchError = FetchErrorSchema.safeParse(error);
  return fetchError.success ? fetchError.data.cause.code : String(error);
};

const probeGateway = (gatewayOrigin: string): Promise<Response> =>
  fetch(new URL('/api/', gatewayOrigin), { redirect: 'manual', signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) }).catch(
    (error: unknown) => {
      throw new Error(
        `Unter ${gatewayOrigin} antwortet niemand (${failureCodeOf(error)}): Starte das Gateway mit npm start oder gib mit --gateway ein anderes an.`,
      );
    },
  );

/**
 * Returns the origin of the gateway that `--gateway` names. Throws a one-line error when the URL isn't a gateway or
 * doesn't respond.
 */
export const findGateway = async (gatewayText: string): Promise<string> => {
  if (!isOrigin(gatewayText))
    throw new Error(`--gateway braucht eine Adresse ohne Pfad wie http://127.0.0.1:4000, nicht „${gatewayText}“.`);
  const { origin } = new URL(gatewayText);
  const probeResponse = await probeGateway(origin);
  if (!probeResponse.headers.has(GATEWAY_TIME_HEADER))
    throw new Error(`Unter ${origin} antwortet etwas anderes als ein Gateway von Mahlzeit: Prüfe --gateway.`);
  return origin;
};

// Returns whether a request comes from a page that this server delivered. Requests of other pages keep their origin, so
// that the gateway rejects them.
const isRequestOfOwnPage = ({ headers, socket }: IncomingMessage): boolean =>
  ['127.0.0.1', 'localhost'].some(
    (loopbackHost) => headers.origin === `http://${loopbackHost}:${String(socket.localPort)}`,
  );

interface HeaderTarget {
  setHeader(name: string, value: string): unknown;
}

const UNAVAILABLE_BODY = JSON.stringify({
  code: 'unavailable',
  message: 'The gateway does not answer',
  requestId: 'alone',
});

const isServerResponse = (responseOrSocket: ServerResponse | Socket): responseOrSocket is ServerResponse =>
  'writeHead' in responseOrSocket;

const endWithUnavailable = (responseOrSocket: ServerResponse | Socket): void => {
  if (!isServerResponse(responseOrSocket) || responseOrSocket.headersSent) responseOrSocket.destroy();
  else
    responseOrSocket
      .writeHead(503, { 'Content-Type': 'application/json; charset=utf-8', 'Retry-After': '1' })
      .end(UNAVAILABLE_BODY);
};

/**
 * Returns a proxy that forwards requests and WebSocket connections to a gateway. The gateway sees them as requests of
 * its own page. `print` writes one line when the gateway becomes unavailable or available again.
 */
export const createProxyTo = (gateway: string, print: (line: string) => void): Configuration['proxy'] => {
  let isGatewayDown = false;
  const reportGatewayState = (isDownNow: boolean): void => {
    if (isGatewayDown === isDownNow) return;
    isGatewayDown = isDownNow;
    print(isGatewayDown ? `${gateway} antwortet nicht mehr.` : `${gateway} antwortet wieder.`);
  };
  // The gateway compares the headers Origin and Host. The proxy changes Host, so Origin must be changed as well.
  const setGatewayOrigin = (proxiedRequest: HeaderTarget, request: IncomingMessage): void => {
    if (isRequestOfOwnPage(request)) proxiedRequest.setHeader('Origin', gateway);
  };
  const proxyOptions = {
    target: gateway,
    changeOrigin: true,
    logLevel: 'silent',
    onProxyReq: setGatewayOrigin,
    onProxyReqWs: setGatewayOrigin,
    onProxyRes: () => reportGatewayState(false),
    onOpen: () => reportGatewayState(false),
    onError: (_error: Error, _request: IncomingMessage, responseOrSocket: ServerResponse | Socket) => {
      reportGatewayState(true);
      endWithUnavailable(responseOrSocket);
    },
  } as const;
  return [
    { context: ['/api', '/media'], ...proxyOptions },
    { context: ['/live'], ws: true, ...proxyOptions },
  ];
};
