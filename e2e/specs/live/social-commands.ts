import fc from 'fast-check';
import type { Companion } from '../../../api-gateway/src/modules/chat/testing/companions';
import { pruneChangeLog } from '../../../api-gateway/src/platform/database/change-log';
import type { LiveTestClient } from '../../../api-gateway/src/platform/testing/live-test-client';
import type { TestGateway } from '../../../api-gateway/src/platform/testing/test-gateway';
import type { SocialPage } from './social-page';

const HOUR_MS = 3_600_000;

/** Three users with their pages and chats, and the messages that the gateway must have stored. */
export interface SocialRun {
  readonly gateway: TestGateway;
  readonly people: readonly Companion[];
  readonly pages: readonly SocialPage[];
  /** Clients that receive what a newly opened page would receive, one for each user. */
  readonly fresh: readonly LiveTestClient[];
  readonly chats: readonly { readonly key: string; readonly people: readonly number[] }[];
  /** Pairs `a>b` of user numbers: user a blocks user b. */
  readonly blocks: Set<string>;
  /**
   * Messages that the gateway accepted from other devices, as `chat author clientKey`. `given` holds the messages that
   * pages were told to send, in the same form.
   */
  readonly said: Set<string>;
  readonly given: Set<string>;
  readonly pending: Promise<void>[];
}

export const turns = async (count: number): Promise<void> => {
  for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

const isBlocked = ({ blocks, chats }: SocialRun, index: number): boolean => {
  const [a, b, ...more] = chats[index]?.people ?? [];
  return more.length === 0 && (blocks.has(`${a}>${b}`) || blocks.has(`${b}>${a}`));
};

const who = fc.nat({ max: 2 });
const chat = fc.nat({ max: 3 });
export const commands = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: fc.record({ kind: fc.constant('say' as const), who, chat, isLost: fc.boolean() }) },
    {
      weight: 5,
      arbitrary: fc.record({
        kind: fc.constant('sayElsewhere' as const),
        who,
        chat,
        name: fc.nat({ max: 9 }),
        waits: fc.boolean(),
      }),
    },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('read' as const), who, chat, back: fc.nat({ max: 6 }) }) },
    {
      weight: 3,
      arbitrary: fc.record({ kind: fc.constantFrom('block' as const, 'unblock' as const), who, other: who }),
    },
    {
      weight: 5,
      arbitrary: fc.record({
        kind: fc.constantFrom('open' as const, 'open' as const, 'close' as const, 'older' as const),
        who,
        chat,
      }),
    },
    {
      weight: 5,
      arbitrary: fc.record({
        kind: fc.constantFrom('cut' as const, 'wake' as const, 'offline' as const, 'online' as const),
        who,
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({ kind: fc.constant('repeat' as const), who, count: fc.integer({ min: 1, max: 5 }) }),
    },
    {
      weight: 2,
      arbitrary: fc.record({ kind: fc.constant('time' as const), who, ms: fc.integer({ min: 100, max: 20_000 }) }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant('group' as const),
        who,
        group: fc.nat({ max: 2 }),
        isFavorite: fc.boolean(),
      }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('ungroup' as const), who, group: fc.nat({ max: 2 }) }) },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant('seen' as const), who, count: fc.integer({ min: 1, max: 3 }) }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('rename' as const), who, name: fc.nat({ max: 9 }) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('prune' as const), keep: fc.nat({ max: 3 }) }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('wait' as const), turns: fc.integer({ min: 1, max: 12 }) }) },
  ),
  { minLength: 3, maxLength: 14, size: 'max' },
);

type Command = typeof commands extends fc.Arbitrary<(infer C)[]> ? C : never;
// Several commands have the same shape and are one member of the union, so `Extract` wouldn't find them.
type Having<C extends Command, Kind> = C extends Command ? (Kind extends C['kind'] ? C : never) : never;
type Of<Kind extends Command['kind']> = Having<Command, Kind>;

const sayElsewhere = async (life: SocialRun, { who: index, chat: place, name }: Of<'sayElsewhere'>): Promise<void> => {
  const [person, there] = [life.people[index], life.chats[place]];
  if (person === undefined || there === undefined) return;
  const messageKey = `${there.key} ${person.uid} k${name}`;
  const isIn = there.people.includes(index);
  // A message that the gateway has accepted once is accepted again, even if one user has blocked the other since.
  const expected = !isIn ? 404 : life.said.has(messageKey) || !isBlocked(life, place) ? 200 : 403;
  if (expected === 200) life.said.add(messageKey);
  const { status } = await person.call('POST', `/api/chat/${there.key}/messages`, {
    content: `Nachricht ${name}`,
    clientKey: `k${name}`,
  });
  expect([messageKey, status]).toEqual([messageKey, expected]);
};

const read = async ({ people, chats }: SocialRun, { who: index, chat: place, back }: Of<'read'>): Promise<void> => {
  const [person, there] = [people[index], chats[place]];
  if (person === undefined || there === undefined || !there.people.includes(index)) return;
  const message = (await person.messages(there.key, '?limit=10'))[back];
  if (message !== undefined)
    expect((await person.call('PUT', `/api/chat/${there.key}/read`, { messageKey: message.key })).status).toBe(200);
};

const block = async (
  { people, blocks, pending }: SocialRun,
  { kind, who: index, other: place }: Of<'block' | 'unblock'>,
): Promise<void> => {
  const [person, other] = [people[index], people[place]];
  if (person === undefined || other === undefined || other === person) return;
  // Messages that other devices are still sending must arrive before the block, because the gateway refuses them
  // afterwards.
  await Promise.all(pending.splice(0));
  expect((await person.call('PATCH', `/api/users/${kind}`, { users: [other.uid] })).status).toBe(200);
  if (kind === 'block') blocks.add(`${index}>${place}`);
  else blocks.delete(`${index}>${place}`);
};

const group = async ({ people }: SocialRun, { who: index, group: name, isFavorite }: Of<'group'>): Promise<void> => {
  const contacts = people.filter((_, place) => place !== index).map(({ uid }) => uid);
  expect(
    (await people[index]?.call('PUT', `/api/contactGroups/g${name}`, { name: `Runde ${name}`, isFavorite, contacts }))
      ?.status,
  ).toBe(200);
};

/** Dismisses the first `count` notifications of a person. */
const closeNotifications = async ({ people }: SocialRun, { who: index, count }: Of<'seen'>): Promise<void> => {
  const person = people[index];
  const keys = ((await person?.notices()) ?? []).slice(0, count).map(({ key }) => key);
  expect((await person?.call('PATCH', '/api/users/me/notifications', { keys, closed: true }))?.status).toBe(200);
};

/** Does something with a chat on the page of a user. */
const onPage = (
  life: SocialRun,
  { who: index, chat: place }: { readonly who: number; readonly chat: number },
  work: (page: SocialPage, chatKey: string) => void,
): void => {
  const [page, there] = [life.pages[index], life.chats[place]];
  if (page !== undefined && there !== undefined) work(page, there.key);
};

const sayOnPage = (life: SocialRun, command: Of<'say'>): void =>
  onPage(life, command, (page, chatKey) => {
    if (life.chats[command.chat]?.people.includes(command.who) !== true) return;
    if (command.isLost) page.loseAnswers(1);
    page.unsent.send(chatKey, 'Von der Seite');
    life.given.add(`${chatKey} ${page.uid} ${page.unsent.get().at(-1)?.clientKey}`);
  });

const say = (life: SocialRun, command: Of<'sayElsewhere'>): Promise<void> | void => {
  const saying = sayElsewhere(life, command);
  life.pending.push(saying);
  return command.waits ? saying : undefined;
};

const prune = ({ gateway }: SocialRun, { keep }: Of<'prune'>): Promise<void> =>
  pruneChangeLog(gateway.database, {
    retention: { keepMs: HOUR_MS, keepRows: keep },
    realNow: gateway.clock.realNow(),
  });

type Handlers = { readonly [Kind in Command['kind']]: (life: SocialRun, command: Of<Kind>) => unknown };

const handlers: Handlers = {
  say: sayOnPage,
  sayElsewhere: say,
  read,
  block,
  unblock: block,
  // Pages also open chats of other users: the gateway must not send them anything of these chats.
  open: (life, command) => onPage(life, command, (page, chatKey) => page.openChat(chatKey)),
  close: (life, command) => onPage(life, command, (page, chatKey) => page.closeChat(chatKey)),
  older: (life, command) => onPage(life, command, (page, chatKey) => page.chat(chatKey).messages.get().loadOlder()),
  cut: ({ pages }, command) => pages[command.who]?.cut(),
  wake: ({ pages }, command) => pages[command.who]?.wake(),
  offline: ({ pages }, command) => pages[command.who]?.setOffline(true),
  online: ({ pages }, command) => pages[command.who]?.setOffline(false),
  repeat: ({ pages }, command) => pages[command.who]?.repeat(command.count),
  time: ({ pages }, command) => pages[command.who]?.timers.advance(command.ms),
  group,
  ungroup: ({ people }, command) => people[command.who]?.call('DELETE', `/api/contactGroups/g${command.group}`),
  seen: closeNotifications,
  rename: ({ people }, command) =>
    people[command.who]?.call('PATCH', '/api/users/me', { displayName: `Name ${command.name}` }),
  prune,
  wait: (_life, command) => turns(command.turns),
};

export const perform = async <Kind extends Command['kind']>(
  life: SocialRun,
  command: Of<Kind> & { readonly kind: Kind },
): Promise<void> => {
  await handlers[command.kind](life, command);
};
