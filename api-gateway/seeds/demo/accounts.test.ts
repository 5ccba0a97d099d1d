import { DEMO_ACCOUNTS, demoNotices } from './accounts';
import { DEMO_PLACES } from './demo-places';

const NOON = Date.parse('2026-06-24T12:00:00+02:00');

describe('what the people of the demo are told', () => {
  it('is told to people who are there, and has happened', () => {
    const uids = new Set(DEMO_ACCOUNTS.map(({ uid }) => uid));
    expect(demoNotices(NOON).filter(({ uid, sent }) => !uids.has(uid) || sent >= NOON)).toEqual([]);
  });

  it('leads to a screen that there is', () => {
    const places = DEMO_PLACES.map(({ id }) => `details/${id}`);
    expect(demoNotices(NOON).filter(({ route }) => route === null || !['contacts', ...places].includes(route))).toEqual([]);
  });
});
