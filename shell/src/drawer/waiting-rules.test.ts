import type { Invitation } from '@mahlzeit/contract';
import { aNotification, anAttendee, anInvitation, fixtureNow } from '@mahlzeit/contract/fixtures';
import { countToAnswer, countUnread } from './waiting-rules';

const me = 'uid-frieda-01';
const later = new Date(fixtureNow + 3_600_000).toISOString();
const earlier = new Date(fixtureNow - 60_000).toISOString();
const asked = (overrides: Partial<Invitation> = {}): Invitation => anInvitation({ isOwn: false, date: later, attendees: [anAttendee({ key: me, status: 'pending' }), anAttendee()], ...overrides });

it.each<[string, Invitation, number]>([
  ['waits for my answer', asked(), 1],
  ['is accepted by somebody else, not by me', asked({ status: 'accepted' }), 1],
  ['is my own', asked({ isOwn: true }), 0],
  ['is canceled', asked({ status: 'canceled' }), 0],
  ['is over', asked({ date: earlier }), 0],
  ['begins this very moment', asked({ date: new Date(fixtureNow).toISOString() }), 1],
  ['is accepted by me', asked({ attendees: [anAttendee({ key: me, status: 'accepted' })] }), 0],
  ['is declined by me', asked({ attendees: [anAttendee({ key: me, status: 'declined' })] }), 0],
  ['waits for somebody else', asked({ attendees: [anAttendee()] }), 0],
])('of an invitation that %s it counts %#', (_what, invitation, expected) => {
  expect(countToAnswer([invitation], { uid: me, now: fixtureNow })).toBe(expected);
});

it('counts open notifications of messages, and no others, as unread', () => {
  expect(countUnread([aNotification({ kind: 'message' }), aNotification({ kind: 'message', closed: true }), aNotification({ kind: 'contact' })])).toBe(1);
});
