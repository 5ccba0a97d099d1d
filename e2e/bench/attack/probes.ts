import { Agent, request } from 'node:http';
import { constants } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import * as z from 'zod/mini';
import { measureMs } from '../measure/figure';
import { setPriorityOfAllThreads } from '../measure/priority';
import type { ProbeResult } from './replies';

const ProbeStart = z.object({ url: z.string(), email: z.string(), password: z.string() });

const LIVEZ_PAUSE_MS = 20;
const LOGIN_PAUSE_MS = 100;
/** Maximum milliseconds of one request, longer than a user would wait. */
const MAX_REQUEST_MS = 30_000;

interface ProbeRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly body?: string;
}

// Each kind of probe has one open connection of its own, like a monitoring system or a page that is already open.
const createRequestSender = () => {
  const httpAgent = new Agent({ keepAlive: true, maxSockets: 1 });
  return ({ method, url, body = '' }: ProbeRequest): Promise<void> =>
    new Promise((resolve, reject) => {
      const headers =
        body === '' ? {} : { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) };
      const clientRequest = request(
        url,
        { method, agent: httpAgent, headers, signal: AbortSignal.timeout(MAX_REQUEST_MS) },
        (probeResponse) => {
          probeResponse.resume();
          probeResponse.on('end', () =>
            probeResponse.statusCode === 200
              ? resolve()
              : reject(new Error(`${url}: status ${probeResponse.statusCode}`)),
          );
        },
      );
      clientRequest.on('error', reject);
      clientRequest.end(body);
    });
};

let isProbePhaseOver = false;

const probeUntilOver = async (
  probeRequest: ProbeRequest,
  pauseMs: number,
  probeFailures: string[],
): Promise<number[]> => {
  const sendRequest = createRequestSender();
  const responseTimes: number[] = [];
  // The first request only opens the connection, so its time isn't measured.
  await sendRequest(probeRequest);
  // A short load may be over before the first login.
  do {
    await delay(pauseMs);
    try {
      responseTimes.push(await measureMs(() => sendRequest(probeRequest)));
    } catch (error) {
      probeFailures.push(String(error));
    }
  } while (!isProbePhaseOver);
  return responseTimes;
};

const runProbes = async ({ url, email, password }: z.infer<typeof ProbeStart>): Promise<ProbeResult> => {
  isProbePhaseOver = false;
  const failures: string[] = [];
  const [livezTimes, loginTimes] = await Promise.all([
    probeUntilOver({ method: 'GET', url: `${url}/livez` }, LIVEZ_PAUSE_MS, failures),
    probeUntilOver(
      { method: 'POST', url: `${url}/api/auth/login`, body: JSON.stringify({ email, password }) },
      LOGIN_PAUSE_MS,
      failures,
    ),
  ]);
  return { livez: livezTimes, logins: loginTimes, failures };
};

// The probes run in a separate process with the highest priority, as if on a machine of their own. The measured times
// then contain only the gateway's delays, not those of the attackers or of a busy processor. Without the right to set a
// high priority, they also contain such delays.
setPriorityOfAllThreads(constants.priority.PRIORITY_HIGHEST);
process.on('message', (parentMessage) => {
  if (parentMessage === 'over') isProbePhaseOver = true;
  else void runProbes(ProbeStart.parse(parentMessage)).then((probeResult) => process.send?.(probeResult));
});
process.on('disconnect', () => process.exit(0));
