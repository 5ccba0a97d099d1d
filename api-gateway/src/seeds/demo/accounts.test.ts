import { DEMO_ACCOUNTS, demoNotifications } from './accounts';
import { demoChats } from './chats';
import { DEMO_PEOPLE, DEMO_CONTACTS } from './people';

const NOON = Date.parse('2026-06-24T12:00:00+02:00');

describe('the notifications of the demo', () => {
  it('go to existing people, and are in the past', () => {
    const uids = new Set(DEMO_ACCOUNTS.map(({ uid }) => uid));
    expect(demoNotifications(NOON).filter(({ uid, sent }) => !uids.has(uid) || sent >= NOON)).toEqual([]);
  });

  it('lead to an existing screen', () => {
    const chatsOf = (uid: string) =>
      demoChats(NOON)
        .filter(({ uids }) => uids.includes(uid))
        .map(({ key }) => `chatmessages/${key}`);
    expect(
      demoNotifications(NOON).filter(
        ({ uid, route }) => route === null || !['contacts', ...chatsOf(uid)].includes(route),
      ),
    ).toEqual([]);
  });
});

describe('the people of the demo', () => {
  const everybody = [...DEMO_ACCOUNTS, ...DEMO_PEOPLE];
  const uids = new Set(everybody.map(({ uid }) => uid));

  it('are unique, with readable codes', () => {
    for (const values of [
      everybody.map(({ uid }) => uid),
      everybody.map(({ email }) => email),
      everybody.map(({ connectionCode }) => connectionCode),
    ])
      expect(new Set(values).size).toBe(everybody.length);
    expect(everybody.filter(({ uid }) => !/^demo-[a-z-]+$/.test(uid))).toEqual([]);
    expect(DEMO_PEOPLE.filter(({ connectionCode }) => !/^[A-HJ-NP-Z2-9]{8}$/.test(connectionCode))).toEqual([]);
  });

  it('have only existing people as contacts and blocks, and never themselves', () => {
    const pairs = [
      ...DEMO_CONTACTS.contacts.map(({ owner, uids: otherUids }) => [owner, otherUids] as const),
      ...DEMO_CONTACTS.blocks.map(({ uid, others: otherUids }) => [uid, otherUids] as const),
    ];
    for (const [owner, otherUids] of pairs)
      expect(
        [owner, ...otherUids].filter((uid) => !uids.has(uid)).concat(otherUids.filter((uid) => uid === owner)),
      ).toEqual([]);
  });

  it("are in groups of the owner's contacts", () => {
    const contactsByOwner = new Map(DEMO_CONTACTS.contacts.map(({ owner, uids: otherUids }) => [owner, otherUids]));
    for (const { owner, group } of DEMO_CONTACTS.groups)
      expect(group.members.filter((uid) => contactsByOwner.get(owner)?.includes(uid) !== true)).toEqual([]);
  });
});
