/** @page */
import { err, ok } from '@mahlzeit/contract';
import type { Result } from '@mahlzeit/contract';
import { anAccount, aUser } from '@mahlzeit/contract/fixtures';
import { createManualTimers } from '../../testing/time/manual-timers';
import { apiErrorOf } from '../api/api-error';
import type { ApiError } from '../api/api-error';
import type { AnyCallInput } from '../api/transport';
import { userStorageKey, WAITING_WRITES } from '../browser/storage';
import { createListeners } from '../events/listeners';
import { createObservable } from '../events/observable';
import type { LiveStatus } from '../live/live-client';
import type { SessionView } from '../session/session-state';
import { createWaitingWrites } from './waiting-writes';

const offline = err(apiErrorOf('offline'));
const mensa = { about: 'favourite/mensa', title: 'Dein Favorit' };
const meetup = { about: 'invitation/i1', title: 'Deine Zusage: Mensa' };

afterEach(() => window.localStorage.clear());

const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

const openPage = (uid = anAccount().uid) => {
  const session = createObservable<SessionView>({ status: 'known', account: anAccount({ uid }) });
  const status = createObservable<LiveStatus>('offline');
  const network = createListeners();
  const timers = createManualTimers();
  const calls: string[] = [];
  const keys: (string | undefined)[] = [];
  const users: unknown[] = [];
  let answer: Result<unknown, ApiError> = offline;
  const waitingWrites = createWaitingWrites({
    shell: {
      session,
      live: { status: status.get, onStatus: status.subscribe },
      apiClient: {
        callAny({ name }, { body, idempotencyKey }: AnyCallInput) {
          calls.push(`${name} ${JSON.stringify(body)}`);
          keys.push(idempotencyKey);
          return Promise.resolve(answer);
        },
      },
    },
    storage: () => window.localStorage,
    timers,
    onOnline: network.add,
    onUser: (user) => users.push(user),
  });
  const addFavourite = () => waitingWrites.send('patchMe', { body: { favorites: { add: ['mensa'] } } }, mensa);
  const removeFavourite = () => waitingWrites.send('patchMe', { body: { favorites: { remove: ['mensa'] } } }, mensa);
  const accept = () =>
    waitingWrites.send('answerInvitation', { params: { id: 'i1' }, body: { status: 'accepted' } }, meetup);
  return {
    waitingWrites,
    addFavourite,
    removeFavourite,
    accept,
    calls,
    keys,
    users,
    session,
    entries: () => waitingWrites.get().map(({ title, status: entryStatus }) => `${title}: ${entryStatus}`),
    /** Lets the gateway answer from now on; offline again without an answer. */
    answerWith: (nextAnswer: typeof answer = offline) => {
      answer = nextAnswer;
    },
    goOnline: () => {
      network.emit();
      return settle();
    },
  };
};

const storedText = () => window.localStorage.getItem(userStorageKey(anAccount().uid, WAITING_WRITES));

it('sends a write at once, and leaves its refusal to the caller', async () => {
  const { addFavourite, accept, answerWith, entries, users } = openPage();
  answerWith(ok(aUser({ favorites: ['mensa'] })));
  const answer = addFavourite();
  expect(storedText()).toContain('favourite/mensa');
  expect(await answer).toEqual(ok(aUser({ favorites: ['mensa'] })));
  expect(users).toEqual([aUser({ favorites: ['mensa'] })]);
  const refusal = err(apiErrorOf('deadlineExceeded', 406));
  answerWith(refusal);
  expect(await accept()).toEqual(refusal);
  await settle();
  expect([entries(), storedText()]).toEqual([[], null]);
});

it('sends what was written without a network once and in order when it is back', async () => {
  const { addFavourite, accept, answerWith, entries, calls, keys, goOnline } = openPage();
  expect(await addFavourite()).toBe('waiting');
  expect(await accept()).toBe('waiting');
  await settle();
  expect(entries()).toEqual(['Dein Favorit: waiting', 'Deine Zusage: Mensa: waiting']);
  answerWith(ok(aUser()));
  await goOnline();
  expect([entries(), storedText()]).toEqual([[], null]);
  expect(calls.slice(-2)).toEqual([
    'patchMe {"favorites":{"add":["mensa"]}}',
    'answerInvitation {"status":"accepted"}',
  ]);
  // The gateway recognizes the attempt whose answer was lost.
  expect(keys[0]).toBe(keys.at(-2));
});

it('sends only the last of several writes about one thing', async () => {
  const { addFavourite, removeFavourite, answerWith, calls, goOnline, entries } = openPage();
  await addFavourite();
  await removeFavourite();
  expect(entries()).toHaveLength(1);
  calls.length = 0;
  answerWith(ok(aUser()));
  await goOnline();
  expect(calls).toEqual(['patchMe {"favorites":{"remove":["mensa"]}}']);
});

it('sends the writes of a page that was closed, and of no other user', async () => {
  await openPage().accept();
  const other = openPage('uid-ben-01');
  other.waitingWrites.subscribe(() => undefined);
  expect(other.calls).toEqual([]);
  const next = openPage();
  next.answerWith(ok({}));
  next.waitingWrites.subscribe(() => undefined);
  await next.goOnline();
  expect(next.calls).toContain('answerInvitation {"status":"accepted"}');
  expect([next.entries(), storedText()]).toEqual([[], null]);
});

it('has a late refusal until it was told', async () => {
  const { accept, addFavourite, answerWith, entries, waitingWrites, goOnline } = openPage();
  await accept();
  answerWith(err(apiErrorOf('deadlineExceeded', 406)));
  await goOnline();
  expect(entries()).toEqual(['Deine Zusage: Mensa: refused']);
  const [write] = waitingWrites.get();
  expect(write?.error).toMatchObject({ code: 'deadlineExceeded' });
  answerWith(ok(aUser()));
  expect(await addFavourite()).toEqual(ok(aUser()));
  waitingWrites.discard(write?.key ?? '');
  await settle();
  expect([entries(), storedText()]).toEqual([[], null]);
});

it.each(['{', '[{"key":"k","route":"placeOrder","input":{},"about":"a","title":"t"}]'])(
  'reads nothing from a storage with %s',
  (text) => {
    window.localStorage.setItem(userStorageKey(anAccount().uid, WAITING_WRITES), text);
    const { waitingWrites, calls } = openPage();
    waitingWrites.subscribe(() => undefined);
    expect([waitingWrites.get(), calls]).toEqual([[], []]);
  },
);
