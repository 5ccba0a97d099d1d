import { aNotification } from '@mahlzeit/contract/fixtures';
import { planNotifications } from './notification-rules';
import type { NotificationSituation } from './notification-rules';

const contact = aNotification({ key: 'n1', kind: 'contact', route: 'contacts', sent: 2 });
const message = aNotification({ key: 'n2', kind: 'message', route: 'chatmessages/k%2F1', sent: 1 });

const nowhere = null;

const plan = (told: readonly string[] = [], here: NotificationSituation['here'] = nowhere, seen = told) => {
  const { tell, close } = planNotifications([contact, message], { isTold: (key) => told.includes(key), isSeen: (key) => seen.includes(key), here });
  return { tell: tell.map(({ key }) => key), close };
};

it('tells what nobody was told of, the first one sent first', () => expect(plan()).toEqual({ tell: ['n2', 'n1'], close: [] }));

it('leaves what is on the screen', () => expect(plan(['n1', 'n2'], nowhere, [])).toEqual({ tell: [], close: [] }));

it('closes what was seen, and keeps a message open until it is read', () => expect(plan(['n1', 'n2'])).toEqual({ tell: [], close: ['n1'] }));

it('closes what leads to the screen that shows, told or not', () => {
  expect(plan([], { key: 'chatmessages', params: ['k/1'] })).toEqual({ tell: ['n1'], close: ['n2'] });
  expect(plan(['n2'], { key: 'contacts', params: [] })).toEqual({ tell: [], close: ['n1'] });
});

it('closes nothing that leads nowhere because nothing shows', () => {
  const aimless = aNotification({ key: 'n3', route: null });
  expect(planNotifications([aimless], { isTold: () => false, isSeen: () => false, here: nowhere })).toEqual({ tell: [aimless], close: [] });
});
