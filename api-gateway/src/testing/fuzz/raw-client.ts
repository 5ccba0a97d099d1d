import { Agent, request } from 'node:http';

/** HTTP request as it is sent, without the corrections that `fetch` makes. */
export interface RawRequest {
  readonly method: string;
  /** Encoded path of the URL with its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | null;
}

/** HTTP response. The text of an event stream ends after its first event. */
export interface RawResponse {
  readonly status: number;
  readonly type: string;
  readonly text: string;
  readonly setCookies: readonly string[];
}

/** HTTP client that sends requests over one connection, which stays open. */
export interface RawClient {
  send(rawRequest: RawRequest): Promise<RawResponse>;
  close(): void;
}

/** Creates a raw HTTP client of the gateway at `url`. */
export const createRawClient = (url: string): RawClient => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const { hostname, port } = new URL(url);

  const sendOnce = ({ method, path, headers, body }: RawRequest): Promise<RawResponse | 'connectionEnded'> =>
    new Promise((resolve, reject) => {
      // Node sends a body with DELETE only if its length is set.
      const sentHeaders = body === null ? headers : { ...headers, 'Content-Length': String(Buffer.byteLength(body)) };
      const clientRequest = request({ agent, hostname, port, method, path, headers: sentHeaders }, (response) => {
        let text = '';
        const answer = (): void =>
          resolve({
            status: response.statusCode ?? 0,
            type: response.headers['content-type'] ?? '',
            text,
            setCookies: response.headers['set-cookie'] ?? [],
          });
        response.setEncoding('utf8');
        response.on('data', (chunk: string) => {
          text += chunk;
          if (response.headers['content-type']?.startsWith('text/event-stream') !== true) return;
          answer();
          clientRequest.destroy();
        });
        response.on('end', answer);
        response.on('error', reject);
      });
      // The gateway may close an idle connection in the moment in which a request uses it again.
      clientRequest.on('error', (error) => (clientRequest.reusedSocket ? resolve('connectionEnded') : reject(error)));
      clientRequest.end(body ?? undefined);
    });

  return {
    async send(rawRequest) {
      for (;;) {
        const response = await sendOnce(rawRequest);
        if (response !== 'connectionEnded') return response;
      }
    },
    close: () => agent.destroy(),
  };
};
