import { aNotification } from '@mahlzeit/contract/fixtures';
import { planNotifications } from './notification-rules';
import type { NotificationSituation } from './notification-rules';

const contact = aNotification({ key: 'n1', kind: 'contact', route: 'contacts', sent: 2 });
const message = aNotification({ key: 'n2', kind: 'message', route: 'chatmessages/k%2F1', sent: 1 });

const nowhere = null;

const plan = (announced: readonly string[] = [], here: NotificationSituation['here'] = nowhere, seen = announced) => {
  const { announce, close } = planNotifications([contact, message], { isAnnounced: (key) => announced.includes(key), isSeen: (key) => seen.includes(key), here });
  return { announce: announce.map(({ key }) => key), close };
};

it('announces what was not announced yet, the first one sent first', () => expect(plan()).toEqual({ announce: ['n2', 'n1'], close: [] }));

it('leaves what is on the screen', () => expect(plan(['n1', 'n2'], nowhere, [])).toEqual({ announce: [], close: [] }));

it('closes what was seen, and keeps a message open until it is read', () => expect(plan(['n1', 'n2'])).toEqual({ announce: [], close: ['n1'] }));

it('closes what leads to the screen that shows, announced or not', () => {
  expect(plan([], { key: 'chatmessages', params: ['k/1'] })).toEqual({ announce: ['n1'], close: ['n2'] });
  expect(plan(['n2'], { key: 'contacts', params: [] })).toEqual({ announce: [], close: ['n1'] });
});

it('closes nothing that leads nowhere because nothing shows', () => {
  const aimless = aNotification({ key: 'n3', route: null });
  expect(planNotifications([aimless], { isAnnounced: () => false, isSeen: () => false, here: nowhere })).toEqual({ announce: [aimless], close: [] });
});
