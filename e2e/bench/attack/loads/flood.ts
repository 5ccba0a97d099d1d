import { Session } from '@mahlzeit/contract';
import type { AttackOutcome } from '../replies';
import { sendCall } from '../send-call';
import type { AttackCall } from '../send-call';
import { prepareFollowers, runFollowingSockets } from './following-sockets';
import type { Followers } from './following-sockets';
import { searchCall } from './live-socket';
import { addressAt, countByOutcome } from './load';
import type { AttackLoad, AttackTarget } from './load';

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
interface PreparedFlood {
  readonly tokens: readonly string[];
  readonly picture: Buffer;
  readonly followers: Followers;
}

const prepareFlood = async (target: AttackTarget): Promise<PreparedFlood> => {
  const { url, memberAddresses } = target;
  const tokens: string[] = [];
  for (let index = 0; index < UPLOAD_COUNT; index += 1) {
    const { status, body } = await sendCall(
      url,
      registrationCallOf(`member-${index}`),
      memberAddresses[index % memberAddresses.length],
    );
    if (status !== 200) throw new Error(`Registration of a member failed: status ${status}`);
    tokens.push(Session.parse(JSON.parse(body.toString())).idToken);
  }
  // The gateway draws this map, which serves as a large picture for the uploads.
  const { body } = await sendCall(url, { kind: 'maps', path: mapPathAt(-1) }, memberAddresses[0]);
  return { tokens, picture: body, followers: await prepareFollowers(target) };
};

const createFloodCalls = ({ tokens, picture, followers }: PreparedFlood): AttackCall[] => {
  const uploadCallOf = (token: string) => ({ path: '/api/users/avatar/', token, type: 'image/png', body: picture });
  return [
    ...Array.from({ length: MAP_REQUEST_COUNT }, (_, index): AttackCall => ({ kind: 'maps', path: mapPathAt(index) })),
    ...Array.from({ length: REGISTRATION_COUNT }, (_, index) => registrationCallOf(`attacker-${index}`)),
    ...drawnPictureCalls(),
    ...tokens.map((token): AttackCall => ({ kind: 'uploaded pictures', ...uploadCallOf(token) })),
    ...Array.from({ length: SEARCH_COUNT }, (_, index) =>
      searchCall(followers.tokens[index % followers.tokens.length] ?? ''),
    ),
    ...tokens
      .slice(0, SLOW_UPLOAD_COUNT)
      .map((token): AttackCall => ({ kind: 'slow uploads', ...uploadCallOf(token), isSlow: true })),
  ];
};

const runFlood = async (target: AttackTarget, prepared: PreparedFlood): Promise<AttackOutcome> => {
  const statusesByKind = new Map<string, number[]>();
  const followingSockets = runFollowingSockets(target, prepared.followers);
  // The calls of each kind are spread over all addresses.
  await Promise.all(
    createFloodCalls(prepared).map(async (attackCall, index) => {
      const { status } = await sendCall(target.url, attackCall, addressAt(target, index));
      statusesByKind.set(attackCall.kind, [...(statusesByKind.get(attackCall.kind) ?? []), status]);
    }),
  );
  return {
    ...Object.fromEntries([...statusesByKind].map(([kind, statuses]) => [kind, countByOutcome(statuses)])),
    sockets: countByOutcome(await followingSockets),
  };
};

/** Creates the load of everything at once: maps, registrations, pictures, searches, slow uploads and sockets. */
export const createFlood = (): AttackLoad => {
  let prepared: PreparedFlood = { tokens: [], picture: Buffer.alloc(0), followers: { tokens: [], topics: [] } };
  return {
    async prepare(target) {
      prepared = await prepareFlood(target);
    },
    run: (target) => runFlood(target, prepared),
  };
};
