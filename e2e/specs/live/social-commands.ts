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
  readonly freshClients: readonly LiveTestClient[];
  readonly chats: readonly { readonly key: string; readonly people: readonly number[] }[];
  /** Pairs `a>b` of user numbers: user a blocks user b. */
  readonly blockedPairs: Set<string>;
  /**
   * Messages that the gateway accepted from other devices, as `chat author clientKey`. `sentMessages` holds the
   * messages that pages were told to send, in the same form.
   */
  readonly acceptedMessages: Set<string>;
  readonly sentMessages: Set<string>;
  readonly pendingMessages: Promise<void>[];
}

export const waitTurns = async (count: number): Promise<void> => {
  for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

const isBlocked = ({ blockedPairs, chats }: SocialRun, index: number): boolean => {
  const [a, b, ...more] = chats[index]?.people ?? [];
  return more.length === 0 && (blockedPairs.has(`${a}>${b}`) || blockedPairs.has(`${b}>${a}`));
};

const userNumber = fc.nat({ max: 2 });
const chatNumber = fc.nat({ max: 3 });
export const commands = fc.array(
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({
        kind: fc.constant('say' as const),
        who: userNumber,
        chat: chatNumber,
        isLost: fc.boolean(),
      }),
    },
    {
      weight: 5,
      arbitrary: fc.record({
        kind: fc.constant('sayElsewhere' as const),
        who: userNumber,
        chat: chatNumber,
        name: fc.nat({ max: 9 }),
        waits: fc.boolean(),
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        kind: fc.constant('read' as const),
        who: userNumber,
        chat: chatNumber,
        back: fc.nat({ max: 6 }),
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        kind: fc.constantFrom('block' as const, 'unblock' as const),
        who: userNumber,
        other: userNumber,
      }),
    },
    {
      weight: 5,
      arbitrary: fc.record({
        kind: fc.constantFrom('open' as const, 'open' as const, 'close' as const, 'older' as const),
        who: userNumber,
        chat: chatNumber,
      }),
    },
    {
      weight: 5,
      arbitrary: fc.record({
        kind: fc.constantFrom('cut' as const, 'wake' as const, 'offline' as const, 'online' as const),
        who: userNumber,
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        kind: fc.constant('repeat' as const),
        who: userNumber,
        count: fc.integer({ min: 1, max: 5 }),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant('time' as const),
        who: userNumber,
        ms: fc.integer({ min: 100, max: 20_000 }),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant('group' as const),
        who: userNumber,
        group: fc.nat({ max: 2 }),
        isFavorite: fc.boolean(),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant('ungroup' as const), who: userNumber, group: fc.nat({ max: 2 }) }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant('seen' as const),
        who: userNumber,
        count: fc.integer({ min: 1, max: 3 }),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant('rename' as const), who: userNumber, name: fc.nat({ max: 9 }) }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('prune' as const), keep: fc.nat({ max: 3 }) }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('wait' as const), turns: fc.integer({ min: 1, max: 12 }) }) },
  ),
  { minLength: 3, maxLength: 14, size: 'max' },
);

type Command = typeof commands extends fc.Arbitrary<(infer C)[]> ? C : never;
// Several commands have the same shape and are one member of the union, so `Extract` wouldn't find them.
type CommandOfKind<C extends Command, Kind> = C extends Command ? (Kind extends C['kind'] ? C : never) : never;
type CommandOf<Kind extends Command['kind']> = CommandOfKind<Command, Kind>;

const sendFromOtherDevice = async (
  run: SocialRun,
  { who: index, chat: chatIndex, name }: CommandOf<'sayElsewhere'>,
): Promise<void> => {
  const [person, targetChat] = [run.people[index], run.chats[chatIndex]];
  if (person === undefined || targetChat === undefined) return;
  const messageKey = `${targetChat.key} ${person.uid} k${name}`;
  const isParticipant = targetChat.people.includes(index);
  // A message that the gateway has accepted once is accepted again, even if one user has blocked the other since.
  const expectedStatus = !isParticipant
    ? 404
    : run.acceptedMessages.has(messageKey) || !isBlocked(run, chatIndex)
      ? 200
      : 403;
  if (expectedStatus === 200) run.acceptedMessages.add(messageKey);
  const { status } = await person.call('POST', `/api/chat/${targetChat.key}/messages`, {
    content: `Nachricht ${name}`,
    clientKey: `k${name}`,
  });
  expect([messageKey, status]).toEqual([messageKey, expectedStatus]);
};

const markAsRead = async (
  { people, chats }: SocialRun,
  { who: index, chat: chatIndex, back }: CommandOf<'read'>,
): Promise<void> => {
  const [person, targetChat] = [people[index], chats[chatIndex]];
  if (person === undefined || targetChat === undefined || !targetChat.people.includes(index)) return;
  const message = (await person.messages(targetChat.key, '?limit=10'))[back];
  if (message !== undefined)
    expect((await person.call('PUT', `/api/chat/${targetChat.key}/read`, { messageKey: message.key })).status).toBe(
      200,
    );
};

const changeBlock = async (
  { people, blockedPairs, pendingMessages }: SocialRun,
  { kind, who: index, other: otherIndex }: CommandOf<'block' | 'unblock'>,
): Promise<void> => {
  const [person, other] = [people[index], people[otherIndex]];
  if (person === undefined || other === undefined || other === person) return;
  // Messages that other devices are still sending must arrive before the block, because the gateway refuses them
  // afterwards.
  await Promise.all(pendingMessages.splice(0));
  expect((await person.call('PATCH', `/api/users/${kind}`, { users: [other.uid] })).status).toBe(200);
  if (kind === 'block') blockedPairs.add(`${index}>${otherIndex}`);
  else blockedPairs.delete(`${index}>${otherIndex}`);
};

const saveGroup = async (
  { people }: SocialRun,
  { who: index, group: name, isFavorite }: CommandOf<'group'>,
): Promise<void> => {
  const contacts = people.filter((_, personIndex) => personIndex !== index).map(({ uid }) => uid);
  expect(
    (await people[index]?.call('PUT', `/api/contactGroups/g${name}`, { name: `Runde ${name}`, isFavorite, contacts }))
      ?.status,
  ).toBe(200);
};

/** Dismisses the first `count` notifications of a person. */
const closeNotifications = async ({ people }: SocialRun, { who: index, count }: CommandOf<'seen'>): Promise<void> => {
  const person = people[index];
  const keys = ((await person?.notices()) ?? []).slice(0, count).map(({ key }) => key);
  expect((await person?.call('PATCH', '/api/users/me/notifications', { keys, closed: true }))?.status).toBe(200);
};

/** Does something with a chat on the page of a user. */
const doOnPage = (
  run: SocialRun,
  { who: index, chat: chatIndex }: { readonly who: number; readonly chat: number },
  usePage: (page: SocialPage, chatKey: string) => void,
): void => {
  const [page, targetChat] = [run.pages[index], run.chats[chatIndex]];
  if (page !== undefined && targetChat !== undefined) usePage(page, targetChat.key);
};

const sendOnPage = (run: SocialRun, command: CommandOf<'say'>): void =>
  doOnPage(run, command, (page, chatKey) => {
    if (run.chats[command.chat]?.people.includes(command.who) !== true) return;
    if (command.isLost) page.loseAnswers(1);
    page.unsentMessages.send(chatKey, 'Von der Seite');
    run.sentMessages.add(`${chatKey} ${page.uid} ${page.unsentMessages.get().at(-1)?.clientKey}`);
  });

const sendElsewhere = (run: SocialRun, command: CommandOf<'sayElsewhere'>): Promise<void> | void => {
  const sendPromise = sendFromOtherDevice(run, command);
  run.pendingMessages.push(sendPromise);
  return command.waits ? sendPromise : undefined;
};

const pruneLog = ({ gateway }: SocialRun, { keep }: CommandOf<'prune'>): Promise<void> =>
  pruneChangeLog(gateway.database, {
    retention: { keepMs: HOUR_MS, keepRows: keep },
    realNow: gateway.clock.realNow(),
  });

type CommandHandlers = { readonly [Kind in Command['kind']]: (run: SocialRun, command: CommandOf<Kind>) => unknown };

const commandHandlers: CommandHandlers = {
  say: sendOnPage,
  sayElsewhere: sendElsewhere,
  read: markAsRead,
  block: changeBlock,
  unblock: changeBlock,
  // Pages also open chats of other users: the gateway must not send them anything of these chats.
  open: (run, command) => doOnPage(run, command, (page, chatKey) => page.openChat(chatKey)),
  close: (run, command) => doOnPage(run, command, (page, chatKey) => page.closeChat(chatKey)),
  older: (run, command) => doOnPage(run, command, (page, chatKey) => page.chat(chatKey).messages.get().loadOlder()),
  cut: ({ pages }, command) => pages[command.who]?.cutConnection(),
  wake: ({ pages }, command) => pages[command.who]?.restoreNetwork(),
  offline: ({ pages }, command) => pages[command.who]?.setOffline(true),
  online: ({ pages }, command) => pages[command.who]?.setOffline(false),
  repeat: ({ pages }, command) => pages[command.who]?.repeatChanges(command.count),
  time: ({ pages }, command) => pages[command.who]?.timers.advance(command.ms),
  group: saveGroup,
  ungroup: ({ people }, command) => people[command.who]?.call('DELETE', `/api/contactGroups/g${command.group}`),
  seen: closeNotifications,
  rename: ({ people }, command) =>
    people[command.who]?.call('PATCH', '/api/users/me', { displayName: `Name ${command.name}` }),
  prune: pruneLog,
  wait: (_life, command) => waitTurns(command.turns),
};

export const performCommand = async <Kind extends Command['kind']>(
  run: SocialRun,
  command: CommandOf<Kind> & { readonly kind: Kind },
): Promise<void> => {
  await commandHandlers[command.kind](run, command);
};
