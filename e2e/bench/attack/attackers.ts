import { constants } from 'node:os';
import { Session } from '@mahlzeit/contract';
import * as z from 'zod/mini';
import { setPriorityOfAllThreads } from './priority';
import type { AttackOutcome } from './replies';
import { prepareLiveAttackers, runSocketAttack, searchCall } from './live-attack';
import type { LiveAttackers } from './live-attack';
import { sendCall } from './send-call';
import type { AttackCall } from './send-call';

const AttackOrder = z.object({ kind: z.enum(['prepare', 'attack']), url: z.string(), addresses: z.array(z.string()) });
type AttackOrder = z.infer<typeof AttackOrder>;

const MAP_REQUEST_COUNT = 200;
const REGISTRATION_COUNT = 2_000;
const DRAWN_PICTURE_COUNT = 100;
const UPLOAD_COUNT = 100;
const SEARCH_COUNT = 200;
const SLOW_UPLOAD_COUNT = 100;

const MEMBER_PASSWORD = 'mittagspause';

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
  readonly liveAttackers: LiveAttackers;
}

let preparedMembers: PreparedMembers = {
  tokens: [],
  picture: Buffer.alloc(0),
  liveAttackers: { tokens: [], topics: [] },
};

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
  preparedMembers = { tokens, picture: body, liveAttackers: await prepareLiveAttackers(url, addresses) };
};

const tokenOfSearch = (index: number): string => {
  const { tokens } = preparedMembers.liveAttackers;
  return tokens[index % tokens.length] ?? '';
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
  ...Array.from({ length: SEARCH_COUNT }, (_, index) => searchCall(tokenOfSearch(index))),
  ...preparedMembers.tokens.slice(0, SLOW_UPLOAD_COUNT).map((token): AttackCall => ({
    kind: 'slow uploads',
    path: '/api/users/avatar/',
    token,
    type: 'image/png',
    body: preparedMembers.picture,
    isSlow: true,
  })),
];

const runAttack = async ({ url, addresses }: AttackOrder): Promise<AttackOutcome> => {
  const attackOutcome: Record<string, Record<string, number>> = {};
  const socketAttack = runSocketAttack(url, preparedMembers.liveAttackers, addresses);
  // The calls of each kind (maps, registrations, pictures, …) come from all attackers' addresses in turns.
  await Promise.all(
    createAttackCalls().map(async (attackCall, index) => {
      const { status } = await sendCall(url, attackCall, addresses[index % addresses.length]);
      const countByStatus = (attackOutcome[attackCall.kind] ??= {});
      countByStatus[status] = (countByStatus[status] ?? 0) + 1;
    }),
  );
  attackOutcome.sockets = await socketAttack;
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
