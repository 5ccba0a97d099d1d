import fc from 'fast-check';
import type { Companion } from '../../../api-gateway/src/modules/chat/testing/companions';
import { pruneChangeLog } from '../../../api-gateway/src/platform/database/change-log';
import type { TestGateway } from '../../../api-gateway/src/platform/testing/test-gateway';
import type { SocialPage } from './social-page';

const HOUR_MS = 3_600_000;

/** Three users with their pages and chats, and the messages that the gateway must have stored. */
export interface SocialRun {
  readonly gateway: Pick<TestGateway, 'database' | 'clock'>;
  readonly people: readonly Companion[];
  readonly pages: readonly SocialPage[];
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

export const waitTurns = async (turnCount: number): Promise<void> => {
  for (let turn = 0; turn < turnCount; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

const isBlocked = ({ blockedPairs, chats }: SocialRun, chatIndex: number): boolean => {
  const [firstPersonIndex, secondPersonIndex, ...otherPersonIndexes] = chats[chatIndex]?.people ?? [];
  return (
    otherPersonIndexes.length === 0 &&
    (blockedPairs.has(`${firstPersonIndex}>${secondPersonIndex}`) ||
      blockedPairs.has(`${secondPersonIndex}>${firstPersonIndex}`))
  );
};

const userIndexArbitrary = fc.nat({ max: 2 });
const chatIndexArbitrary = fc.nat({ max: 3 });
export const commandArbitrary = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('say' as const),
      who: userIndexArbitrary,
      chat: chatIndexArbitrary,
      isLost: fc.boolean(),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('sayElsewhere' as const),
      who: userIndexArbitrary,
      chat: chatIndexArbitrary,
      name: fc.nat({ max: 9 }),
      waits: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('read' as const),
      who: userIndexArbitrary,
      chat: chatIndexArbitrary,
      back: fc.nat({ max: 6 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constantFrom('block' as const, 'unblock' as const),
      who: userIndexArbitrary,
      other: userIndexArbitrary,
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constantFrom('open' as const, 'open' as const, 'close' as const, 'older' as const),
      who: userIndexArbitrary,
      chat: chatIndexArbitrary,
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constantFrom('cut' as const, 'wake' as const, 'offline' as const, 'online' as const),
      who: userIndexArbitrary,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('repeat' as const),
      who: userIndexArbitrary,
      count: fc.integer({ min: 1, max: 5 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('time' as const),
      who: userIndexArbitrary,
      ms: fc.integer({ min: 100, max: 20_000 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('group' as const),
      who: userIndexArbitrary,
      group: fc.nat({ max: 2 }),
      isFavorite: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('ungroup' as const),
      who: userIndexArbitrary,
      group: fc.nat({ max: 2 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('seen' as const),
      who: userIndexArbitrary,
      count: fc.integer({ min: 1, max: 3 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('rename' as const), who: userIndexArbitrary, name: fc.nat({ max: 9 }) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('prune' as const), keep: fc.nat({ max: 3 }) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('wait' as const), turns: fc.integer({ min: 1, max: 12 }) }) },
);

/** Generator of random command sequences, each with 3 to 14 commands that change chats and connections. */
export const commandsArbitrary = fc.array(commandArbitrary, { minLength: 3, maxLength: 14, size: 'max' });

export type Command = typeof commandArbitrary extends fc.Arbitrary<infer C> ? C : never;
// Several commands have the same shape and are one member of the union, so `Extract` wouldn't find them.
type CommandOfKind<C extends Command, Kind> = C extends Command ? (Kind extends C['kind'] ? C : never) : never;
type CommandOf<Kind extends Command['kind']> = CommandOfKind<Command, Kind>;

const sendFromOtherDevice = async (
  run: SocialRun,
  { who: personIndex, chat: chatIndex, name }: CommandOf<'sayElsewhere'>,
): Promise<void> => {
  const [person, targetChat] = [run.people[personIndex], run.chats[chatIndex]];
  if (person === undefined || targetChat === undefined) return;
  const messageKey = `${targetChat.key} ${person.uid} k${name}`;
  const isParticipant = targetChat.people.includes(personIndex);
  // A device may send the same message again after the gateway has accepted it. The gateway accepts it again, even if
  // one user has blocked the other in the meantime.
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
  { who: personIndex, chat: chatIndex, back }: CommandOf<'read'>,
): Promise<void> => {
  const [person, targetChat] = [people[personIndex], chats[chatIndex]];
  if (person === undefined || targetChat === undefined || !targetChat.people.includes(personIndex)) return;
  const message = (await person.messages(targetChat.key, '?limit=10'))[back];
  if (message !== undefined)
    expect((await person.call('PUT', `/api/chat/${targetChat.key}/read`, { messageKey: message.key })).status).toBe(
      200,
    );
};

const changeBlock = async (
  { people, blockedPairs, pendingMessages }: SocialRun,
  { kind, who: personIndex, other: otherPersonIndex }: CommandOf<'block' | 'unblock'>,
): Promise<void> => {
  const [person, otherPerson] = [people[personIndex], people[otherPersonIndex]];
  if (person === undefined || otherPerson === undefined || otherPerson === person) return;
  // Messages that other devices are still sending must arrive before the block, because the gateway refuses them
  // afterwards.
  await Promise.all(pendingMessages.splice(0));
  expect((await person.call('PATCH', `/api/users/${kind}`, { users: [otherPerson.uid] })).status).toBe(200);
  if (kind === 'block') blockedPairs.add(`${personIndex}>${otherPersonIndex}`);
  else blockedPairs.delete(`${personIndex}>${otherPersonIndex}`);
};

const saveGroup = async (
  { people }: SocialRun,
  { who: index, group: groupName, isFavorite }: CommandOf<'group'>,
): Promise<void> => {
  const contactUids = people.filter((_, personIndex) => personIndex !== index).map(({ uid }) => uid);
  expect(
    (
      await people[index]?.call('PUT', `/api/contactGroups/g${groupName}`, {
        name: `Runde ${groupName}`,
        isFavorite,
        contacts: contactUids,
      })
    )?.status,
  ).toBe(200);
};

/** Dismisses the first `count` notifications of a person. */
const closeNotifications = async (
  { people }: SocialRun,
  { who: personIndex, count }: CommandOf<'seen'>,
): Promise<void> => {
  const person = people[personIndex];
  const notificationKeys = ((await person?.notices()) ?? []).slice(0, count).map(({ key }) => key);
  expect(
    (await person?.call('PATCH', '/api/users/me/notifications', { keys: notificationKeys, closed: true }))?.status,
  ).toBe(200);
};

/** Runs an action on the command's chat in the page of the command's user. */
const useChatOnPage = (
  run: SocialRun,
  { who: personIndex, chat: chatIndex }: { readonly who: number; readonly chat: number },
  usePage: (page: SocialPage, chatKey: string) => void,
): void => {
  const [page, targetChat] = [run.pages[personIndex], run.chats[chatIndex]];
  if (page !== undefined && targetChat !== undefined) usePage(page, targetChat.key);
};

const sendOnPage = (run: SocialRun, command: CommandOf<'say'>): void =>
  useChatOnPage(run, command, (page, chatKey) => {
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

const deleteOldChanges = ({ gateway }: SocialRun, { keep }: CommandOf<'prune'>): Promise<void> =>
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
  // Pages also try to open chats of other users: the gateway must not send any data of these chats.
  open: (run, command) => useChatOnPage(run, command, (page, chatKey) => page.openChat(chatKey)),
  close: (run, command) => useChatOnPage(run, command, (page, chatKey) => page.closeChat(chatKey)),
  older: (run, command) =>
    useChatOnPage(run, command, (page, chatKey) => page.chat(chatKey).messages.get().loadOlder()),
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
  prune: deleteOldChanges,
  wait: (_run, command) => waitTurns(command.turns),
};

export const performCommand = async <Kind extends Command['kind']>(
  run: SocialRun,
  command: CommandOf<Kind> & { readonly kind: Kind },
): Promise<void> => {
  await commandHandlers[command.kind](run, command);
};
