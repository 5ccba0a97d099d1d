import { DEMO_ACCOUNTS, demoNotices } from './accounts';
import { demoChats } from './chats';
import { DEMO_PEOPLE, DEMO_CONTACTS } from './people';

const NOON = Date.parse('2026-06-24T12:00:00+02:00');

describe('what the people of the demo are told', () => {
  it('is told to people who are there, and has happened', () => {
    const uids = new Set(DEMO_ACCOUNTS.map(({ uid }) => uid));
    expect(demoNotices(NOON).filter(({ uid, sent }) => !uids.has(uid) || sent >= NOON)).toEqual([]);
  });

  it('leads to a screen that there is', () => {
    const chatsOf = (uid: string) =>
      demoChats(NOON)
        .filter(({ uids }) => uids.includes(uid))
        .map(({ key }) => `chatmessages/${key}`);
    expect(
      demoNotices(NOON).filter(({ uid, route }) => route === null || !['contacts', ...chatsOf(uid)].includes(route)),
    ).toEqual([]);
  });
});

describe('the people of the demo', () => {
  const everybody = [...DEMO_ACCOUNTS, ...DEMO_PEOPLE];
  const uids = new Set(everybody.map(({ uid }) => uid));

  it('are somebody of their own each, with codes that could be read out', () => {
    for (const values of [
      everybody.map(({ uid }) => uid),
      everybody.map(({ email }) => email),
      everybody.map(({ connectionCode }) => connectionCode),
    ])
      expect(new Set(values).size).toBe(everybody.length);
    expect(everybody.filter(({ uid }) => !/^demo-[a-z-]+$/.test(uid))).toEqual([]);
    expect(DEMO_PEOPLE.filter(({ connectionCode }) => !/^[A-HJ-NP-Z2-9]{8}$/.test(connectionCode))).toEqual([]);
  });

  it('know and block nobody who is not there, and nobody themselves', () => {
    const pairs = [
      ...DEMO_CONTACTS.contacts.map(({ owner, uids: others }) => [owner, others] as const),
      ...DEMO_CONTACTS.blocks.map(({ uid, others }) => [uid, others] as const),
    ];
    for (const [owner, others] of pairs)
      expect([owner, ...others].filter((uid) => !uids.has(uid)).concat(others.filter((uid) => uid === owner))).toEqual(
        [],
      );
  });

  it('are in groups of people whom the owner knows', () => {
    const known = new Map(DEMO_CONTACTS.contacts.map(({ owner, uids: others }) => [owner, others]));
    for (const { owner, group } of DEMO_CONTACTS.groups)
      expect(group.members.filter((uid) => known.get(owner)?.includes(uid) !== true)).toEqual([]);
  });
});
