import { chatTopic, sendChatMessage } from '@mahlzeit/contract';
import { aChatMessageView, anAccount } from '@mahlzeit/contract/fixtures';
import { createListeners, userStorageKey } from '@mahlzeit/shared-ui/platform';
import {
  answer,
  createManualTimers,
  fakeShell,
  neverRespond,
  refuse,
  failAsUnreachable,
} from '@mahlzeit/shared-ui/testing';
import type { ScenarioAnswer } from '@mahlzeit/shared-ui/testing';
import { waitFor } from '@testing-library/react';
import { createUnsentMessages } from './unsent-messages';

const uid = anAccount().uid;
const CHAT_KEY = 'chat-01';
const STORAGE_KEY = userStorageKey(uid, 'unsentMessages');
const SEND_REQUEST = 'POST /api/chat/chat-01/messages';

afterEach(() => {
  jest.restoreAllMocks();
  window.localStorage.clear();
});

const startSender = (...answers: readonly ScenarioAnswer[]) => {
  const shell = fakeShell({ session: 'verified', answers, topics: { [chatTopic(CHAT_KEY)]: {} } });
  const timers = createManualTimers();
  const onlineListeners = createListeners();
  const onStored = jest.fn();
  let createdKeyCount = 0;
  const unsentMessages = createUnsentMessages({
    shell,
    timers,
    storage: () => window.localStorage,
    onOnline: onlineListeners.add,
    onStored,
    createKey: () => `c${(createdKeyCount += 1)}`,
  });
  const unsubscribe = unsentMessages.subscribe(() => undefined);
  return {
    shell,
    timers,
    goOnline: onlineListeners.emit,
    onStored,
    unsent: unsentMessages,
    close: unsubscribe,
    states: () => unsentMessages.get().map(({ content, status }) => `${content}: ${status}`),
    sent: () => shell.requests.filter((request) => request === SEND_REQUEST).length,
    stored: () => window.localStorage.getItem(STORAGE_KEY),
  };
};

const acceptAnswer = (): ScenarioAnswer =>
  answer(
    sendChatMessage,
    aChatMessageView({ key: 'n1', authorKey: uid, isOwn: true, clientKey: 'c1' }),
    aChatMessageView({ key: 'n2', authorKey: uid, isOwn: true, clientKey: 'c2' }),
  );

it('shows a message at once, stores it, and drops it once it has arrived', async () => {
  const { unsent, states, stored, sent } = startSender(acceptAnswer());
  unsent.send(CHAT_KEY, 'Moin');
  expect(states()).toEqual(['Moin: sending']);
  expect(stored()).toContain('Moin');
  await waitFor(() => expect(states()).toEqual([]));
  expect([stored(), sent()]).toEqual([null, 1]);
});

it('sends one after the other, each once', async () => {
  const { unsent, states, sent } = startSender(acceptAnswer());
  unsent.send(CHAT_KEY, 'eins');
  unsent.send(CHAT_KEY, 'zwei');
  expect(states()).toEqual(['eins: sending', 'zwei: sending']);
  await waitFor(() => expect(states()).toEqual([]));
  expect(sent()).toBe(2);
});

it('keeps the order when the first request fails, and continues by itself', async () => {
  const { unsent, shell, timers, states, sent } = startSender(failAsUnreachable(sendChatMessage));
  unsent.send(CHAT_KEY, 'eins');
  unsent.send(CHAT_KEY, 'zwei');
  await waitFor(() => expect(states()).toEqual(['eins: waiting', 'zwei: waiting']));
  expect(sent()).toBe(1);
  shell.use(acceptAnswer());
  timers.advance(60_000);
  await waitFor(() => expect(states()).toEqual([]));
  expect(sent()).toBe(3);
});

it('continues at once when the connection is back', async () => {
  const { unsent, shell, states } = startSender(failAsUnreachable(sendChatMessage));
  const unsubscribe = shell.live.subscribe(chatTopic(CHAT_KEY), () => undefined);
  await waitFor(() => expect(shell.live.status()).toBe('online'));
  shell.setOffline(true);
  unsent.send(CHAT_KEY, 'eins');
  await waitFor(() => expect(states()).toEqual(['eins: waiting']));
  shell.use(acceptAnswer());
  shell.setOffline(false);
  await waitFor(() => expect(states()).toEqual([]));
  unsubscribe();
});

it.each([0, 0.5, 1])(
  'sends within two seconds after the network is back, also when its first request still fails: %d',
  async (randomValue) => {
    jest.spyOn(Math, 'random').mockReturnValue(randomValue);
    const { unsent, shell, timers, states, sent, goOnline } = startSender(failAsUnreachable(sendChatMessage));
    unsent.send(CHAT_KEY, 'eins');
    await waitFor(() => expect(states()).toEqual(['eins: waiting']));
    // Many failures in a row make the delay before the next attempt long.
    for (let failureCount = 1; failureCount < 6; failureCount += 1) {
      timers.advance(60_000);
      await waitFor(() => expect([sent(), ...states()]).toEqual([failureCount + 1, 'eins: waiting']));
    }
    goOnline();
    await waitFor(() => expect([sent(), ...states()]).toEqual([7, 'eins: waiting']));
    shell.use(acceptAnswer());
    timers.advance(2_000);
    await waitFor(() => expect(states()).toEqual([]));
  },
);

it('replaces a request that got no answer before the network was back', async () => {
  const { unsent, shell, states, sent, goOnline } = startSender(neverRespond(sendChatMessage));
  unsent.send(CHAT_KEY, 'eins');
  unsent.send(CHAT_KEY, 'zwei');
  await waitFor(() => expect(sent()).toBe(1));
  shell.use(acceptAnswer());
  goOnline();
  await waitFor(() => expect(states()).toEqual([]));
  expect(sent()).toBe(3);
});

it('tells this page when the stored messages change', async () => {
  const { unsent, states, onStored } = startSender(acceptAnswer());
  unsent.send(CHAT_KEY, 'eins');
  expect(onStored.mock.calls).toEqual([[STORAGE_KEY]]);
  await waitFor(() => expect(states()).toEqual([]));
  expect(onStored).toHaveBeenCalledTimes(2);
});

it('marks a refused message, and sends the next ones', async () => {
  const { unsent, shell, states } = startSender(refuse(sendChatMessage, 'uninvitable'));
  unsent.send(CHAT_KEY, 'eins');
  await waitFor(() => expect(states()).toEqual(['eins: refused']));
  shell.use(acceptAnswer());
  unsent.send(CHAT_KEY, 'zwei');
  await waitFor(() => expect(states()).toEqual(['eins: refused']));
  unsent.retry('c1');
  await waitFor(() => expect(states()).toEqual([]));
});

it('discards a message from memory and storage', async () => {
  const { unsent, states, stored } = startSender(refuse(sendChatMessage, 'uninvitable'));
  unsent.send(CHAT_KEY, 'eins');
  await waitFor(() => expect(states()).toEqual(['eins: refused']));
  unsent.discard('c1');
  expect([states(), stored()]).toEqual([[], null]);
});

it('continues after a reload with the same keys, so that nothing is sent twice', async () => {
  const firstSender = startSender(failAsUnreachable(sendChatMessage));
  firstSender.unsent.send(CHAT_KEY, 'eins');
  await waitFor(() => expect(firstSender.states()).toEqual(['eins: waiting']));
  const senderAfterReload = startSender(acceptAnswer());
  expect(senderAfterReload.unsent.get().map(({ clientKey, content }) => [clientKey, content])).toEqual([
    ['c1', 'eins'],
  ]);
  await waitFor(() => expect(senderAfterReload.states()).toEqual([]));
  expect(senderAfterReload.stored()).toBeNull();
});

it('continues an earlier page’s messages without a subscriber, once, and stops after the last one', async () => {
  window.localStorage.setItem(
    STORAGE_KEY,
    JSON.stringify([{ clientKey: 'c1', chatKey: CHAT_KEY, content: 'eins', timestamp: 1 }]),
  );
  const { unsent, shell, states, sent, stored, close } = startSender(acceptAnswer());
  close();
  await waitFor(() => expect(states()).toEqual([]));
  window.localStorage.setItem(
    STORAGE_KEY,
    JSON.stringify([{ clientKey: 'c2', chatKey: CHAT_KEY, content: 'zwei', timestamp: 2 }]),
  );
  unsent.resume();
  unsent.resume();
  await waitFor(() => expect(stored()).toBeNull());
  expect([sent(), states()]).toEqual([2, []]);
  // After another user has logged in, the storage contains no message that could be sent.
  shell.setSession('anonymous');
  shell.setSession('verified');
  expect(sent()).toBe(2);
});

it('continues after its screen has closed', async () => {
  const { unsent, shell, timers, states, close } = startSender(failAsUnreachable(sendChatMessage));
  unsent.send(CHAT_KEY, 'eins');
  close();
  await waitFor(() => expect(states()).toEqual(['eins: waiting']));
  shell.use(acceptAnswer());
  timers.advance(60_000);
  await waitFor(() => expect(states()).toEqual([]));
});

it('keeps the stored messages of another tab', async () => {
  const { unsent, stored } = startSender(refuse(sendChatMessage, 'uninvitable'));
  unsent.send(CHAT_KEY, 'eins');
  window.localStorage.setItem(
    STORAGE_KEY,
    JSON.stringify([
      { clientKey: 'c1', chatKey: CHAT_KEY, content: 'eins', timestamp: 1 },
      { clientKey: 'x1', chatKey: CHAT_KEY, content: 'dort', timestamp: 2 },
    ]),
  );
  unsent.discard('c1');
  expect(stored()).toContain('dort');
  await waitFor(() => expect(unsent.get()).toEqual([]));
});

it.each([
  ['by itself', ({ timers }: ReturnType<typeof startSender>) => timers.advance(60_000)],
  ['after a retry', ({ unsent }: ReturnType<typeof startSender>) => unsent.retry('c1')],
])('sends no message that another tab has discarded: %s', async (_, sendAgain) => {
  const firstTab = startSender(failAsUnreachable(sendChatMessage));
  firstTab.unsent.send(CHAT_KEY, 'eins');
  firstTab.unsent.send(CHAT_KEY, 'zwei');
  await waitFor(() => expect(firstTab.states()).toEqual(['eins: waiting', 'zwei: waiting']));
  const secondTab = startSender(failAsUnreachable(sendChatMessage));
  await waitFor(() => expect(secondTab.states()).toEqual(['eins: waiting', 'zwei: waiting']));
  secondTab.unsent.discard('c1');
  firstTab.shell.use(acceptAnswer());
  sendAgain(firstTab);
  await waitFor(() => expect(firstTab.states()).toEqual([]));
  expect([firstTab.sent(), firstTab.stored()]).toEqual([2, null]);
});

it('sends a message that the browser could not store', async () => {
  const setItem = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  const { unsent, shell, timers, states, sent } = startSender(failAsUnreachable(sendChatMessage));
  unsent.send(CHAT_KEY, 'eins');
  await waitFor(() => expect(states()).toEqual(['eins: waiting']));
  shell.use(acceptAnswer());
  timers.advance(60_000);
  await waitFor(() => expect(states()).toEqual([]));
  expect(sent()).toBe(2);
  setItem.mockRestore();
});

it('resumes the messages of another tab, even while it follows the session', async () => {
  const { unsent, states, sent, stored } = startSender(acceptAnswer());
  window.localStorage.setItem(
    STORAGE_KEY,
    JSON.stringify([{ clientKey: 'c1', chatKey: CHAT_KEY, content: 'dort', timestamp: 1 }]),
  );
  unsent.resume();
  unsent.resume();
  await waitFor(() => expect(stored()).toBeNull());
  expect([sent(), states()]).toEqual([1, []]);
});

it('trusts the chat when the answer was lost', async () => {
  const { unsent, states } = startSender(failAsUnreachable(sendChatMessage));
  unsent.send(CHAT_KEY, 'eins');
  await waitFor(() => expect(states()).toEqual(['eins: waiting']));
  unsent.confirm(new Set(['c1', 'unknown']));
  expect(states()).toEqual([]);
});

it.each(['{', '[1, {"clientKey": 3}]', '"x"'])('reads nothing from a storage with %s', (storedText) => {
  window.localStorage.setItem(STORAGE_KEY, storedText);
  expect(startSender().unsent.get()).toEqual([]);
});

it('A06 shows and sends nothing of the former user', async () => {
  const { unsent, shell, timers, states, sent } = startSender(failAsUnreachable(sendChatMessage));
  unsent.send(CHAT_KEY, 'eins');
  await waitFor(() => expect(states()).toEqual(['eins: waiting']));
  shell.setSession('unverified');
  expect(states()).toEqual([]);
  timers.advance(120_000);
  expect(sent()).toBe(1);
});
