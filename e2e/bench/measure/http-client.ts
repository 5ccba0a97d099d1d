import { Agent, request } from 'node:http';
import * as z from 'zod/mini';
import { measureMs } from './figure';

const RequestSeries = z.object({ url: z.string(), token: z.string(), bodies: z.array(z.string()) });

type RequestSeries = z.infer<typeof RequestSeries>;

const httpAgent = new Agent({ keepAlive: true, timeout: 2000 });

/**
 * Sends a request and reads the response to its end without parsing it, because the work of a browser on the response
 * isn't the gateway's time.
 */
const sendRequest = ({ url, token }: RequestSeries, requestBody: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const headers = {
      Authorization: `Bearer ${token}`,
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(requestBody),
    };
    const clientRequest = request(url, { method: 'POST', agent: httpAgent, headers }, (postResponse) => {
      postResponse.resume();
      postResponse.on('end', () =>
        postResponse.statusCode === 200
          ? resolve()
          : reject(new Error(`The request failed: status ${postResponse.statusCode}`)),
      );
    });
    clientRequest.on('error', reject);
    clientRequest.end(requestBody);
  });

const sendAllRequests = async (requestSeries: RequestSeries): Promise<void> => {
  for (const body of requestSeries.bodies) await sendRequest(requestSeries, body);
};

// The client runs in a separate process, because the time that it needs isn't the gateway's time. The process exits
// together with its parent.
process.on('message', (seriesMessage) => {
  void measureMs(() => sendAllRequests(RequestSeries.parse(seriesMessage))).then(
    (elapsedMs) => process.send?.({ ms: elapsedMs }),
    (error: unknown) => process.send?.({ failure: String(error) }),
  );
});
process.on('disconnect', () => process.exit(0));
