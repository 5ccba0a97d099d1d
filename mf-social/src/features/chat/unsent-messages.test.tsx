import { chatTopic, sendChatMessage } from '@mahlzeit/contract';
import { aChatMessageView, anAccount } from '@mahlzeit/contract/fixtures';
import { userStorageKey } from '@mahlzeit/shared-ui/platform';
import { answer, createManualTimers, fakeShell, refuse, unreachable } from '@mahlzeit/shared-ui/testing';
import type { ScenarioAnswer } from '@mahlzeit/shared-ui/testing';
import { waitFor } from '@testing-library/react';
import { createUnsentMessages } from './unsent-messages';

const uid = anAccount().uid;
const CHAT = 'chat-01';
const STORED = userStorageKey(uid, 'unsentMessages');
const SENDING = 'POST /api/chat/chat-01/messages';

afterEach(() => window.localStorage.clear());

const start = (...answers: readonly ScenarioAnswer[]) => {
  const shell = fakeShell({ session: 'verified', answers, topics: { [chatTopic(CHAT)]: {} } });
  const timers = createManualTimers();
  let keys = 0;
  const unsent = createUnsentMessages({
    shell,
    timers,
    storage: () => window.localStorage,
    createKey: () => `c${(keys += 1)}`,
  });
  const close = unsent.subscribe(() => undefined);
  return {
    shell,
    timers,
    unsent,
    close,
    states: () => unsent.get().map(({ content, status }) => `${content}: ${status}`),
    sent: () => shell.requests.filter((request) => request === SENDING).length,
    stored: () => window.localStorage.getItem(STORED),
  };
};

const taken = (): ScenarioAnswer =>
  answer(
    sendChatMessage,
    aChatMessageView({ key: 'n1', authorKey: uid, isOwn: true, clientKey: 'c1' }),
    aChatMessageView({ key: 'n2', authorKey: uid, isOwn: true, clientKey: 'c2' }),
  );

it('shows a message at once, stores it, and lets go of it once it has arrived', async () => {
  const { unsent, states, stored, sent } = start(taken());
  unsent.send(CHAT, 'Moin');
  expect(states()).toEqual(['Moin: sending']);
  expect(stored()).toContain('Moin');
  await waitFor(() => expect(states()).toEqual([]));
  expect([stored(), sent()]).toEqual([null, 1]);
});

it('sends one after the other, each once', async () => {
  const { unsent, states, sent } = start(taken());
  unsent.send(CHAT, 'eins');
  unsent.send(CHAT, 'zwei');
  expect(states()).toEqual(['eins: sending', 'zwei: sending']);
  await waitFor(() => expect(states()).toEqual([]));
  expect(sent()).toBe(2);
});

it('keeps the order when the first one does not get through, and goes on by itself', async () => {
  const { unsent, shell, timers, states, sent } = start(unreachable(sendChatMessage));
  unsent.send(CHAT, 'eins');
  unsent.send(CHAT, 'zwei');
  await waitFor(() => expect(states()).toEqual(['eins: waiting', 'zwei: waiting']));
  expect(sent()).toBe(1);
  shell.use(taken());
  timers.advance(60_000);
  await waitFor(() => expect(states()).toEqual([]));
  expect(sent()).toBe(3);
});

it('goes on at once when the connection is back', async () => {
  const { unsent, shell, states } = start(unreachable(sendChatMessage));
  const stop = shell.live.subscribe(chatTopic(CHAT), () => undefined);
  await waitFor(() => expect(shell.live.status()).toBe('online'));
  shell.setOffline(true);
  unsent.send(CHAT, 'eins');
  await waitFor(() => expect(states()).toEqual(['eins: waiting']));
  shell.use(taken());
  shell.setOffline(false);
  await waitFor(() => expect(states()).toEqual([]));
  stop();
});

it('marks what is refused, and sends what stands behind it', async () => {
  const { unsent, shell, states } = start(refuse(sendChatMessage, 'uninvitable'));
  unsent.send(CHAT, 'eins');
  await waitFor(() => expect(states()).toEqual(['eins: refused']));
  shell.use(taken());
  unsent.send(CHAT, 'zwei');
  await waitFor(() => expect(states()).toEqual(['eins: refused']));
  unsent.retry('c1');
  await waitFor(() => expect(states()).toEqual([]));
});

it('discards what was not sent, here and in the storage', async () => {
  const { unsent, states, stored } = start(refuse(sendChatMessage, 'uninvitable'));
  unsent.send(CHAT, 'eins');
  await waitFor(() => expect(states()).toEqual(['eins: refused']));
  unsent.discard('c1');
  expect([states(), stored()]).toEqual([[], null]);
});

it('goes on after a reload with the same keys, so that nothing is there twice', async () => {
  const before = start(unreachable(sendChatMessage));
  before.unsent.send(CHAT, 'eins');
  await waitFor(() => expect(before.states()).toEqual(['eins: waiting']));
  const after = start(taken());
  expect(after.unsent.get().map(({ clientKey, content }) => [clientKey, content])).toEqual([['c1', 'eins']]);
  await waitFor(() => expect(after.states()).toEqual([]));
  expect(after.stored()).toBeNull();
});

it('goes on with what an earlier page left although nobody looks, once, and ends with the last one', async () => {
  window.localStorage.setItem(
    STORED,
    JSON.stringify([{ clientKey: 'c1', chatKey: CHAT, content: 'eins', timestamp: 1 }]),
  );
  const { unsent, shell, states, sent, stored, close } = start(taken());
  close();
  await waitFor(() => expect(states()).toEqual([]));
  window.localStorage.setItem(
    STORED,
    JSON.stringify([{ clientKey: 'c2', chatKey: CHAT, content: 'zwei', timestamp: 2 }]),
  );
  unsent.resume();
  unsent.resume();
  await waitFor(() => expect(stored()).toBeNull());
  expect([sent(), states()]).toEqual([2, []]);
  // Another user finds no message left to send.
  shell.setSession('anonymous');
  shell.setSession('verified');
  expect(sent()).toBe(2);
});

it('goes on sending after its screen has closed', async () => {
  const { unsent, shell, timers, states, close } = start(unreachable(sendChatMessage));
  unsent.send(CHAT, 'eins');
  close();
  await waitFor(() => expect(states()).toEqual(['eins: waiting']));
  shell.use(taken());
  timers.advance(60_000);
  await waitFor(() => expect(states()).toEqual([]));
});

it('leaves what another tab has stored', async () => {
  const { unsent, stored } = start(refuse(sendChatMessage, 'uninvitable'));
  unsent.send(CHAT, 'eins');
  window.localStorage.setItem(
    STORED,
    JSON.stringify([
      { clientKey: 'c1', chatKey: CHAT, content: 'eins', timestamp: 1 },
      { clientKey: 'x1', chatKey: CHAT, content: 'dort', timestamp: 2 },
    ]),
  );
  unsent.discard('c1');
  expect(stored()).toContain('dort');
  await waitFor(() => expect(unsent.get()).toEqual([]));
});

it('believes the chat where the answer was lost', async () => {
  const { unsent, states } = start(unreachable(sendChatMessage));
  unsent.send(CHAT, 'eins');
  await waitFor(() => expect(states()).toEqual(['eins: waiting']));
  unsent.confirm(new Set(['c1', 'unknown']));
  expect(states()).toEqual([]);
});

it.each(['{', '[1, {"clientKey": 3}]', '"x"'])('takes nothing from a storage that holds %s', (text) => {
  window.localStorage.setItem(STORED, text);
  expect(start().unsent.get()).toEqual([]);
});

it('A06 shows nothing of the user before, and sends nothing for them', async () => {
  const { unsent, shell, timers, states, sent } = start(unreachable(sendChatMessage));
  unsent.send(CHAT, 'eins');
  await waitFor(() => expect(states()).toEqual(['eins: waiting']));
  shell.setSession('unverified');
  expect(states()).toEqual([]);
  timers.advance(120_000);
  expect(sent()).toBe(1);
});
