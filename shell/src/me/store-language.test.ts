import type { User } from '@mahlzeit/contract';
import { patchMe } from '@mahlzeit/contract';
import { aUser } from '@mahlzeit/contract/fixtures';
import { answer, createManualTimers, fakeShell } from '@mahlzeit/shared-ui/testing';
import { pause } from '../fake-pause';
import { createObservable } from '../observable';
import { storeLanguage } from './store-language';

const start = (first: User | null, browserLanguage = 'de-DE') => {
  const shell = fakeShell({ session: 'verified', answers: [answer(patchMe, aUser())] });
  const timers = createManualTimers();
  const me = createObservable(first);
  const stop = storeLanguage({ me, apiClient: shell.apiClient, timers, browserLanguage });
  const patches = async () => {
    await pause();
    return shell.requests.filter((request) => request === 'PATCH /api/users/me').length;
  };
  return { timers, me, stop, patches };
};

it('stores the language once the page has come to rest', async () => {
  const { timers, patches } = start(aUser({ languageCode: null }));
  timers.advance(4_999);
  expect(await patches()).toBe(0);
  timers.advance(1);
  expect(await patches()).toBe(1);
  timers.advance(60_000);
  expect(await patches()).toBe(1);
});

it.each<[string, User | null, string]>([
  ['is stored already', aUser({ languageCode: 'de' }), 'de-AT'],
  ['is none', aUser({ languageCode: 'de' }), ''],
  ['belongs to a user who is to be deleted', aUser({ languageCode: null, deleted: true }), 'de'],
  ['belongs to nobody yet', null, 'de'],
])('stores nothing where the language %s', async (_reason, user, language) => {
  const { timers, patches } = start(user, language);
  timers.advance(60_000);
  expect(await patches()).toBe(0);
});

it('stores it for the next user, too', async () => {
  const { timers, me, patches } = start(aUser({ languageCode: 'de' }));
  timers.advance(5_000);
  me.set(null);
  me.set(aUser({ uid: 'uid-ben-01', languageCode: 'en' }));
  timers.advance(5_000);
  expect(await patches()).toBe(1);
});

it('stores nothing once it is stopped', async () => {
  const { timers, stop, patches } = start(aUser({ languageCode: null }));
  stop();
  timers.advance(5_000);
  expect(await patches()).toBe(0);
});
