import { DEMO_ACCOUNTS, demoNotifications } from './accounts';
import { demoChats } from './chats';
import { DEMO_PEOPLE, DEMO_CONTACTS } from './people';

const DEMO_NOON = Date.parse('2026-06-24T12:00:00+02:00');

describe('the notifications of the demo', () => {
  it('go to existing people, and are in the past', () => {
    const uids = new Set(DEMO_ACCOUNTS.map(({ uid }) => uid));
    expect(demoNotifications(DEMO_NOON).filter(({ uid, sent }) => !uids.has(uid) || sent >= DEMO_NOON)).toEqual([]);
  });

  it('lead to an existing screen', () => {
    const chatsOf = (uid: string) =>
      demoChats(DEMO_NOON)
        .filter(({ uids }) => uids.includes(uid))
        .map(({ key }) => `chatmessages/${key}`);
    expect(
      demoNotifications(DEMO_NOON).filter(
        ({ uid, route }) => route === null || !['contacts', ...chatsOf(uid)].includes(route),
      ),
    ).toEqual([]);
  });
});

describe('the people of the demo', () => {
  const allAccounts = [...DEMO_ACCOUNTS, ...DEMO_PEOPLE];
  const uids = new Set(allAccounts.map(({ uid }) => uid));

  it('are unique, with readable codes', () => {
    for (const uniqueValues of [
      allAccounts.map(({ uid }) => uid),
      allAccounts.map(({ email }) => email),
      allAccounts.map(({ connectionCode }) => connectionCode),
    ])
      expect(new Set(uniqueValues).size).toBe(allAccounts.length);
    expect(allAccounts.filter(({ uid }) => !/^demo-[a-z-]+$/.test(uid))).toEqual([]);
    expect(DEMO_PEOPLE.filter(({ connectionCode }) => !/^[A-HJ-NP-Z2-9]{8}$/.test(connectionCode))).toEqual([]);
  });

  it('have only existing people as contacts and blocks, and never themselves', () => {
    const ownerUidPairs = [
      ...DEMO_CONTACTS.contacts.map(({ owner, uids: otherUids }) => [owner, otherUids] as const),
      ...DEMO_CONTACTS.blocks.map(({ uid, others: otherUids }) => [uid, otherUids] as const),
    ];
    for (const [ownerUid, otherUids] of ownerUidPairs)
      expect(
        [ownerUid, ...otherUids].filter((uid) => !uids.has(uid)).concat(otherUids.filter((uid) => uid === ownerUid)),
      ).toEqual([]);
  });

  it("are in groups of the owner's contacts", () => {
    const contactsByOwner = new Map(DEMO_CONTACTS.contacts.map(({ owner, uids: otherUids }) => [owner, otherUids]));
    for (const { owner, group } of DEMO_CONTACTS.groups)
      expect(group.members.filter((uid) => contactsByOwner.get(owner)?.includes(uid) !== true)).toEqual([]);
  });
});
