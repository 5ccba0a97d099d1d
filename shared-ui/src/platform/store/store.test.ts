/** @page */
import { err, getMe, ok, patchMe } from '@mahlzeit/contract';
import type { User } from '@mahlzeit/contract';
import { aUser } from '@mahlzeit/contract/fixtures';
import { fakeShell } from '../../testing';
import { apiErrorOf } from '../api/api-error';
import type { ApiError } from '../api/api-error';
import { api, apiQuery, createStore, extraOfStore } from './store';

const { endpoints } = api.injectEndpoints({
  endpoints: (build) => ({
    readUser: build.query<User, null>(apiQuery(getMe, () => ({}))),
    nameUser: build.mutation<User, string>(apiQuery(patchMe, (displayName: string) => ({ body: { displayName } }))),
  }),
});

/** Creates a store whose calls fail with these codes, one after the other, and then succeed. */
const createFailingStore = (...failures: readonly ApiError['code'][]) => {
  const remainingFailures = [...failures];
  let callCount = 0;
  const callAny = async () => {
    callCount += 1;
    const failure = remainingFailures.shift();
    return failure === undefined ? ok(aUser()) : err(apiErrorOf(failure));
  };
  const extra = extraOfStore(fakeShell().store);
  const store = createStore({ ...extra, apiClient: { ...extra.apiClient, callAny } });
  return { store, callCount: () => callCount };
};

it('reads once more by itself after a time-out, and only once', async () => {
  const [once, twice] = [createFailingStore('timeout'), createFailingStore('timeout', 'timeout')];
  expect(await once.store.dispatch(endpoints.readUser.initiate(null))).toMatchObject({ data: aUser() });
  expect(await twice.store.dispatch(endpoints.readUser.initiate(null))).toMatchObject({ error: { code: 'timeout' } });
  expect([once.callCount(), twice.callCount()]).toEqual([2, 2]);
});

it.each(['offline', 'internal', 'aborted'])('reads no second time after %s', async (code) => {
  const { store, callCount } = createFailingStore(code);
  expect(await store.dispatch(endpoints.readUser.initiate(null))).toMatchObject({ error: { code } });
  expect(callCount()).toBe(1);
});

it('writes no second time, because the first write may have come through', async () => {
  const { store, callCount } = createFailingStore('timeout');
  expect(await store.dispatch(endpoints.nameUser.initiate('Jule'))).toMatchObject({ error: { code: 'timeout' } });
  expect(callCount()).toBe(1);
});
