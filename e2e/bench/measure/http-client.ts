import { Agent, request } from 'node:http';
import * as z from 'zod/mini';
import { measureMs } from './figure';

const Questions = z.object({ url: z.string(), token: z.string(), bodies: z.array(z.string()) });

type Questions = z.infer<typeof Questions>;

const agent = new Agent({ keepAlive: true, timeout: 2000 });

/** Asks and reads the answer to its end, as bytes: what a browser then does with it is not the gateway's time. */
const sendQuestion = ({ url, token }: Questions, body: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const headers = {
      Authorization: `Bearer ${token}`,
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(body),
    };
    const call = request(url, { method: 'POST', agent, headers }, (answer) => {
      answer.resume();
      answer.on('end', () =>
        answer.statusCode === 200 ? resolve() : reject(new Error(`The request failed: status ${answer.statusCode}`)),
      );
    });
    call.on('error', reject);
    call.end(body);
  });

const askAll = async (questions: Questions): Promise<void> => {
  for (const body of questions.bodies) await sendQuestion(questions, body);
};

// A process of its own, because the time that a client needs is not the gateway's either. It ends with its parent.
process.on('message', (message) => {
  void measureMs(() => askAll(Questions.parse(message))).then(
    (ms) => process.send?.({ ms }),
    (error: unknown) => process.send?.({ failure: String(error) }),
  );
});
process.on('disconnect', () => process.exit(0));
