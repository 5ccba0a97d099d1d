import { getMe, meTopic, patchMe } from '@mahlzeit/contract';
import type { User } from '@mahlzeit/contract';
import { aUser } from '@mahlzeit/contract/fixtures';
import { createObservable } from '@mahlzeit/shared-ui/platform';
import { answer, createManualTimers, fakeShell, failAsUnreachable } from '@mahlzeit/shared-ui/testing';
import { waitTurns } from '../fake-browser';
import { storeLanguage, watchCurrentUser } from './me';

describe('the user’s own document', () => {
  const startUserWatch = async (session: 'anonymous' | 'verified') => {
    const shell = fakeShell({ session });
    const userWatch = watchCurrentUser({ shell, timers: createManualTimers() });
    await waitTurns();
    return { shell, me: userWatch };
  };

  it('follows the document of the user', async () => {
    const { shell, me } = await startUserWatch('verified');
    expect(me.get()).toMatchObject({ displayName: 'Frieda Petersen', policyVersion: 1 });
    shell.change(meTopic, {
      kind: 'put',
      collection: 'user',
      key: aUser().uid,
      value: { ...aUser({ policyVersion: 2 }) },
    });
    expect(me.get()?.policyVersion).toBe(2);
  });

  it('A06 has no data of the former user after a change', async () => {
    const { shell, me } = await startUserWatch('verified');
    const seenUids: (string | null)[] = [];
    me.subscribe(() => seenUids.push(me.get()?.uid ?? null));
    shell.setSession('anonymous');
    await waitTurns();
    expect(seenUids).toEqual([null, 'uid-anonym-01']);
  });

  it('ignores everything after its stop', async () => {
    const { shell, me } = await startUserWatch('verified');
    me.stop();
    shell.change(meTopic, {
      kind: 'put',
      collection: 'user',
      key: aUser().uid,
      value: { ...aUser({ policyVersion: 2 }) },
    });
    expect(me.get()?.policyVersion).toBe(1);
  });

  it('applies a response before the live document, and keeps it over a dropped connection', async () => {
    const { shell, me } = await startUserWatch('verified');
    shell.session.applyUser(aUser({ policyVersion: 2, displayName: 'Frieda P.' }));
    expect(me.get()?.policyVersion).toBe(2);
    expect(shell.session.get()).toMatchObject({ account: { displayName: 'Frieda P.' } });
    shell.setOffline(true);
    expect(me.get()?.policyVersion).toBe(2);
  });

  it('A06 applies no document of a departed user', async () => {
    const { shell, me } = await startUserWatch('verified');
    shell.setSession('anonymous');
    shell.session.applyUser(aUser());
    expect(me.get()?.uid).not.toBe(aUser().uid);
  });

  /**
   * Starts with a live server that refuses the topic `me`, as it may do for a user whose account is marked as deleted.
   */
  const startWithRefusedTopic = async (shell: ReturnType<typeof fakeShell>) => {
    const timers = createManualTimers();
    const userWatch = watchCurrentUser({ shell, timers });
    await waitTurns();
    shell.refuse(meTopic);
    const passTime = async (): Promise<void> => {
      timers.advance(1_000);
      await waitTurns();
    };
    return { me: userWatch, pass: passTime };
  };

  it('A09 reads the document once when the live one is refused', async () => {
    const shell = fakeShell({ session: 'verified', answers: [answer(getMe, aUser({ deleted: true }))] });
    const { me, pass } = await startWithRefusedTopic(shell);
    expect(me.get()).toBeNull();
    await pass();
    await pass();
    expect(me.get()).toMatchObject({ deleted: true });
    expect(shell.requests).toEqual(['GET /api/users/me']);
  });

  it('reads nothing when the topic ended with its session', async () => {
    const shell = fakeShell({ session: 'verified', answers: [answer(getMe, aUser())] });
    const { pass } = await startWithRefusedTopic(shell);
    shell.setSession('anonymous');
    await pass();
    expect(shell.requests).toEqual([]);
  });

  it('has none when it can’t be read either', async () => {
    const { me, pass } = await startWithRefusedTopic(
      fakeShell({ session: 'verified', answers: [failAsUnreachable(getMe)] }),
    );
    await pass();
    expect(me.get()).toBeNull();
  });
});

describe('storing the language', () => {
  const startStoringLanguage = (initialUser: User | null, browserLanguage = 'de-DE') => {
    const shell = fakeShell({ session: 'verified', answers: [answer(patchMe, aUser())] });
    const timers = createManualTimers();
    const currentUser = createObservable(initialUser);
    const stopStoring = storeLanguage({ me: currentUser, apiClient: shell.apiClient, timers, browserLanguage });
    const patchCount = async () => {
      await waitTurns();
      return shell.requests.filter((request) => request === 'PATCH /api/users/me').length;
    };
    return { timers, me: currentUser, stop: stopStoring, patches: patchCount };
  };

  it('stores the language after a delay', async () => {
    const { timers, patches } = startStoringLanguage(aUser({ languageCode: null }));
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
  ])('stores nothing when the language %s', async (_reason, user, language) => {
    const { timers, patches } = startStoringLanguage(user, language);
    timers.advance(60_000);
    expect(await patches()).toBe(0);
  });

  it('stores it for the next user too', async () => {
    const { timers, me, patches } = startStoringLanguage(aUser({ languageCode: 'de' }));
    timers.advance(5_000);
    me.set(null);
    me.set(aUser({ uid: 'uid-ben-01', languageCode: 'en' }));
    timers.advance(5_000);
    expect(await patches()).toBe(1);
  });

  it('stores nothing after its stop', async () => {
    const { timers, stop, patches } = startStoringLanguage(aUser({ languageCode: null }));
    stop();
    timers.advance(5_000);
    expect(await patches()).toBe(0);
  });
});
