import { request } from 'node:http';
import { constants } from 'node:os';
import { Session } from '@mahlzeit/contract';
import * as z from 'zod/mini';
import { setPriorityOfAllThreads } from './priority';
import type { Outcome } from './replies';

const Order = z.object({ kind: z.enum(['prepare', 'attack']), url: z.string(), addresses: z.array(z.string()) });
type Order = z.infer<typeof Order>;

const MAP_COUNT = 200;
const REGISTRATION_COUNT = 2_000;
const DRAWN_PICTURE_COUNT = 100;
const UPLOAD_COUNT = 100;

/** Maximum milliseconds of an attack; a longer one is aborted. */
const MAX_ATTACK_MS = 120_000;

const PASSWORD = 'mittagspause';

interface Call {
  readonly kind: string;
  readonly path: string;
  readonly token?: string;
  readonly type?: string;
  readonly body?: Buffer;
}

interface Answer {
  readonly status: number;
  readonly body: Buffer;
}

const sendCall = (url: string, { path, token, type, body }: Call, localAddress: string | undefined): Promise<Answer> =>
  new Promise((resolve) => {
    const headers = {
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'Content-Type': type, 'Content-Length': body.byteLength }),
    };
    const options = {
      method: body === undefined ? 'GET' : 'POST',
      agent: false,
      headers,
      signal: AbortSignal.timeout(MAX_ATTACK_MS),
      ...(localAddress !== undefined && { localAddress }),
    } as const;
    const clientRequest = request(`${url}${path}`, options, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body: Buffer.concat(chunks) }));
      answer.on('error', () => resolve({ status: 0, body: Buffer.alloc(0) }));
    });
    clientRequest.on('error', () => resolve({ status: 0, body: Buffer.alloc(0) }));
    clientRequest.end(body);
  });

const mapPathAt = (index: number): string =>
  `/api/maps/static?latitude=53.55&longitude=${9.8 + index / 1_000}&size=1280x1280&scale=1`;

const registrationOf = (name: string): Call => {
  const registration = { email: `${name}@attack.test`, password: PASSWORD, visible: false, policyAccepted: true };
  return {
    kind: 'registrations',
    path: '/api/auth/register',
    type: 'application/json',
    body: Buffer.from(JSON.stringify(registration)),
  };
};

const DISHES = ['pizza', 'salad', 'burger', 'sushi', 'curry'];
const TONES = ['apricot', 'butter', 'herb', 'plum', 'sky', 'cocoa'];
const LAYOUTS = 12;

const drawnPictures = (): Call[] =>
  DISHES.flatMap((dish) =>
    TONES.flatMap((tone) =>
      Array.from({ length: LAYOUTS }, (_, layout): Call => ({
        kind: 'drawn pictures',
        path: `/media/table/${dish}_${tone}_${layout}.svg`,
      })),
    ),
  ).slice(0, DRAWN_PICTURE_COUNT);

/** Access tokens of the members who will upload a picture, and this picture. */
interface Members {
  readonly tokens: readonly string[];
  readonly picture: Buffer;
}

let members: Members = { tokens: [], picture: Buffer.alloc(0) };

const prepareMembers = async ({ url, addresses }: Order): Promise<void> => {
  const tokens: string[] = [];
  for (let index = 0; index < UPLOAD_COUNT; index += 1) {
    const { status, body } = await sendCall(
      url,
      registrationOf(`member-${index}`),
      addresses[index % addresses.length],
    );
    if (status !== 200) throw new Error(`Registration of a member failed: status ${status}`);
    tokens.push(Session.parse(JSON.parse(body.toString())).idToken);
  }
  // The gateway draws this map, which serves as a large picture for the uploads.
  const { body } = await sendCall(url, { kind: 'maps', path: mapPathAt(-1) }, addresses[0]);
  members = { tokens, picture: body };
};

const allCalls = (): Call[] => [
  ...Array.from({ length: MAP_COUNT }, (_, index): Call => ({ kind: 'maps', path: mapPathAt(index) })),
  ...Array.from({ length: REGISTRATION_COUNT }, (_, index) => registrationOf(`attacker-${index}`)),
  ...drawnPictures(),
  ...members.tokens.map((token): Call => ({
    kind: 'uploaded pictures',
    path: '/api/users/avatar/',
    token,
    type: 'image/png',
    body: members.picture,
  })),
];

const runAttack = async ({ url, addresses }: Order): Promise<Outcome> => {
  const outcome: Record<string, Record<string, number>> = {};
  // The calls of each kind are spread over all addresses.
  await Promise.all(
    allCalls().map(async (call, index) => {
      const { status } = await sendCall(url, call, addresses[index % addresses.length]);
      const counts = (outcome[call.kind] ??= {});
      counts[status] = (counts[status] ?? 0) + 1;
    }),
  );
  return outcome;
};

// The attackers run in a separate process. Real attackers have machines of their own, so this process gets only the
// processor time that the others leave.
setPriorityOfAllThreads(constants.priority.PRIORITY_LOW);
process.on('message', (message) => {
  const order = Order.parse(message);
  const work: Promise<unknown> = order.kind === 'prepare' ? prepareMembers(order) : runAttack(order);
  void work.then(
    (outcome) => process.send?.(outcome ?? {}),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
process.on('disconnect', () => process.exit(0));
