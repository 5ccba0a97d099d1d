import { Agent, request } from 'node:http';
import { constants } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import * as z from 'zod/mini';
import { measureMs } from '../measure/figure';
import { setPriorityOfAllThreads } from './priority';
import type { Probed } from './replies';

const Start = z.object({ url: z.string(), email: z.string(), password: z.string() });

const LIVEZ_PAUSE_MS = 20;
const LOGIN_PAUSE_MS = 100;
/** Longer than anybody waits. */
const PATIENCE_MS = 30_000;

interface Question {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly body?: string;
}

// One connection each, as whoever watches a gateway or uses a page has it already.
const createAsk = () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return ({ method, url, body = '' }: Question): Promise<void> =>
    new Promise((resolve, reject) => {
      const headers =
        body === '' ? {} : { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) };
      const call = request(url, { method, agent, headers, signal: AbortSignal.timeout(PATIENCE_MS) }, (answer) => {
        answer.resume();
        answer.on('end', () =>
          answer.statusCode === 200 ? resolve() : reject(new Error(`${url}: status ${answer.statusCode}`)),
        );
      });
      call.on('error', reject);
      call.end(body);
    });
};

let isOver = false;

const probeUntilOver = async (question: Question, pauseMs: number, failures: string[]): Promise<number[]> => {
  const askQuestion = createAsk();
  const times: number[] = [];
  // The first opens the connection.
  await askQuestion(question);
  while (!isOver) {
    await delay(pauseMs);
    try {
      times.push(await measureMs(() => askQuestion(question)));
    } catch (error) {
      failures.push(String(error));
    }
  }
  return times;
};

const probe = async ({ url, email, password }: z.infer<typeof Start>): Promise<Probed> => {
  isOver = false;
  const failures: string[] = [];
  const [livez, logins] = await Promise.all([
    probeUntilOver({ method: 'GET', url: `${url}/livez` }, LIVEZ_PAUSE_MS, failures),
    probeUntilOver(
      { method: 'POST', url: `${url}/api/auth/login`, body: JSON.stringify({ email, password }) },
      LOGIN_PAUSE_MS,
      failures,
    ),
  ]);
  return { livez, logins, failures };
};

// A process of its own, as if on a machine of its own: what is measured waits for the gateway alone, and neither for
// the senders of the attack nor for a processor. Without the right to go first it counts such waits, too.
setPriorityOfAllThreads(constants.priority.PRIORITY_HIGHEST);
process.on('message', (message) => {
  if (message === 'over') isOver = true;
  else void probe(Start.parse(message)).then((probed) => process.send?.(probed));
});
process.on('disconnect', () => process.exit(0));
