import { request } from 'node:http';
import { constants } from 'node:os';
import { Session } from '@mahlzeit/contract';
import * as z from 'zod/mini';
import { setPriorityOfAllThreads } from './priority';
import type { AttackOutcome } from './replies';

const AttackOrder = z.object({ kind: z.enum(['prepare', 'attack']), url: z.string(), addresses: z.array(z.string()) });
type AttackOrder = z.infer<typeof AttackOrder>;

const MAP_REQUEST_COUNT = 200;
const REGISTRATION_COUNT = 2_000;
const DRAWN_PICTURE_COUNT = 100;
const UPLOAD_COUNT = 100;

/** Maximum milliseconds of an attack; a longer one is aborted. */
const MAX_ATTACK_MS = 120_000;

const MEMBER_PASSWORD = 'mittagspause';

interface AttackCall {
  readonly kind: string;
  readonly path: string;
  readonly token?: string;
  readonly type?: string;
  readonly body?: Buffer;
}

interface AttackResponse {
  readonly status: number;
  readonly body: Buffer;
}

const sendCall = (
  url: string,
  { path, token, type, body }: AttackCall,
  localAddress: string | undefined,
): Promise<AttackResponse> =>
  new Promise((resolve) => {
    const headers = {
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'Content-Type': type, 'Content-Length': body.byteLength }),
    };
    const requestOptions = {
      method: body === undefined ? 'GET' : 'POST',
      agent: false,
      headers,
      signal: AbortSignal.timeout(MAX_ATTACK_MS),
      ...(localAddress !== undefined && { localAddress }),
    } as const;
    const clientRequest = request(`${url}${path}`, requestOptions, (attackResponse) => {
      const bodyChunks: Buffer[] = [];
      attackResponse.on('data', (chunk: Buffer) => bodyChunks.push(chunk));
      attackResponse.on('end', () =>
        resolve({ status: attackResponse.statusCode ?? 0, body: Buffer.concat(bodyChunks) }),
      );
      attackResponse.on('error', () => resolve({ status: 0, body: Buffer.alloc(0) }));
    });
    clientRequest.on('error', () => resolve({ status: 0, body: Buffer.alloc(0) }));
    clientRequest.end(body);
  });

const mapPathAt = (index: number): string =>
  `/api/maps/static?latitude=53.55&longitude=${9.8 + index / 1_000}&size=1280x1280&scale=1`;

const registrationCallOf = (memberName: string): AttackCall => {
  const registration = {
    email: `${memberName}@attack.test`,
    password: MEMBER_PASSWORD,
    visible: false,
    policyAccepted: true,
  };
  return {
    kind: 'registrations',
    path: '/api/auth/register',
    type: 'application/json',
    body: Buffer.from(JSON.stringify(registration)),
  };
};

const DRAWN_DISHES = ['pizza', 'salad', 'burger', 'sushi', 'curry'];
const DRAWN_TONES = ['apricot', 'butter', 'herb', 'plum', 'sky', 'cocoa'];
const LAYOUT_COUNT = 12;

const drawnPictureCalls = (): AttackCall[] =>
  DRAWN_DISHES.flatMap((dishName) =>
    DRAWN_TONES.flatMap((toneName) =>
      Array.from({ length: LAYOUT_COUNT }, (_, layoutNumber): AttackCall => ({
        kind: 'drawn pictures',
        path: `/media/table/${dishName}_${toneName}_${layoutNumber}.svg`,
      })),
    ),
  ).slice(0, DRAWN_PICTURE_COUNT);

/** Access tokens of the members who will upload a picture. `picture` is the file that each of them uploads. */
interface PreparedMembers {
  readonly tokens: readonly string[];
  readonly picture: Buffer;
}

let preparedMembers: PreparedMembers = { tokens: [], picture: Buffer.alloc(0) };

const prepareMembers = async ({ url, addresses }: AttackOrder): Promise<void> => {
  const tokens: string[] = [];
  for (let index = 0; index < UPLOAD_COUNT; index += 1) {
    const { status, body } = await sendCall(
      url,
      registrationCallOf(`member-${index}`),
      addresses[index % addresses.length],
    );
    if (status !== 200) throw new Error(`Registration of a member failed: status ${status}`);
    tokens.push(Session.parse(JSON.parse(body.toString())).idToken);
  }
  // The gateway draws this map, which serves as a large picture for the uploads.
  const { body } = await sendCall(url, { kind: 'maps', path: mapPathAt(-1) }, addresses[0]);
  preparedMembers = { tokens, picture: body };
};

const createAttackCalls = (): AttackCall[] => [
  ...Array.from({ length: MAP_REQUEST_COUNT }, (_, index): AttackCall => ({ kind: 'maps', path: mapPathAt(index) })),
  ...Array.from({ length: REGISTRATION_COUNT }, (_, index) => registrationCallOf(`attacker-${index}`)),
  ...drawnPictureCalls(),
  ...preparedMembers.tokens.map((token): AttackCall => ({
    kind: 'uploaded pictures',
    path: '/api/users/avatar/',
    token,
    type: 'image/png',
    body: preparedMembers.picture,
  })),
];

const runAttack = async ({ url, addresses }: AttackOrder): Promise<AttackOutcome> => {
  const attackOutcome: Record<string, Record<string, number>> = {};
  // The calls of each kind are spread over all addresses.
  await Promise.all(
    createAttackCalls().map(async (attackCall, index) => {
      const { status } = await sendCall(url, attackCall, addresses[index % addresses.length]);
      const countByStatus = (attackOutcome[attackCall.kind] ??= {});
      countByStatus[status] = (countByStatus[status] ?? 0) + 1;
    }),
  );
  return attackOutcome;
};

// The attackers run in a separate process. Real attackers have machines of their own, so this process gets only the
// processor time that the others leave.
setPriorityOfAllThreads(constants.priority.PRIORITY_LOW);
process.on('message', (orderMessage) => {
  const attackOrder = AttackOrder.parse(orderMessage);
  const orderRun: Promise<unknown> =
    attackOrder.kind === 'prepare' ? prepareMembers(attackOrder) : runAttack(attackOrder);
  void orderRun.then(
    (outcome) => process.send?.(outcome ?? {}),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
process.on('disconnect', () => process.exit(0));
