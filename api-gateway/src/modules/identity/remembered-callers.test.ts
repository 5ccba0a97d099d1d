import { MAX_CACHED_CALLERS, cacheCallers } from './remembered-callers';
import type { StoredCaller } from './session-repository';

const caller = (id: string, isVerified = false): StoredCaller => ({
  session: { id, uid: id, authTime: 0, expiresAt: 1, endedAt: null },
  isAnonymous: false,
  isVerified,
  isDeleted: false,
});

const setUp = () => {
  const asked: string[] = [];
  const stored: { dataVersion: number | null; isVerified: boolean } = { dataVersion: 1, isVerified: false };
  const gates: (() => void)[] = [];
  const state = { isSlow: false };
  const find = cacheCallers(async (id) => {
    asked.push(id);
    const found = id === 'nobody' ? null : caller(id, stored.isVerified);
    if (state.isSlow) await new Promise<void>((resolve) => gates.push(resolve));
    return found;
  }, () => stored.dataVersion);
  return { asked, stored, gates, state, find };
};

describe('a caller who was looked up', () => {
  it('is not looked up again while nothing is written', async () => {
    const { asked, find } = setUp();
    const first = await find('anna');
    expect(await find('anna')).toBe(first);
    await find('ben');
    expect(asked).toEqual(['anna', 'ben']);
  });

  it('is looked up again after any commit', async () => {
    const { stored, find } = setUp();
    await find('anna');
    Object.assign(stored, { dataVersion: 2, isVerified: true });
    expect(await find('anna')).toEqual(caller('anna', true));
  });

  it('is looked up each time where the engine tells of no commits', async () => {
    const { asked, stored, find } = setUp();
    stored.dataVersion = null;
    await find('anna');
    await find('anna');
    expect(asked).toEqual(['anna', 'anna']);
  });

  it('is not kept as it was before a commit that another request has seen', async () => {
    const { stored, gates, state, find } = setUp();
    state.isSlow = true;
    const before = find('anna');
    state.isSlow = false;
    Object.assign(stored, { dataVersion: 2, isVerified: true });
    await find('ben');
    gates[0]?.();
    expect(await before).toEqual(caller('anna'));
    expect(await find('anna')).toEqual(caller('anna', true));
  });

  it('is not remembered where there is none, nor beyond a bound', async () => {
    const { asked, find } = setUp();
    await find('nobody');
    await find('nobody');
    expect(asked).toEqual(['nobody', 'nobody']);
    for (let index = 0; index <= MAX_CACHED_CALLERS; index += 1) await find(`n${index}`);
    asked.length = 0;
    await find('n1');
    await find('n0');
    expect(asked).toEqual(['n0']);
  });
});
