import { login, shareInvitation } from '@mahlzeit/contract';
import type { Page } from '@playwright/test';
import { AT_PROVIDERS, registerAtBank, registerRefused, registerUndecided, typeCard } from '../world/bank';
import { openCounter } from '../world/counter';
import {
  askForAll,
  askForClosing,
  askForRefund,
  leaveRefundUnsettled,
  loseCounter,
  openFirstOrder,
  openRefusedRefund,
  showCounterMenu,
  UNSETTLED_REFUND,
  writeDish,
} from '../world/counter-states';
import { openDrawer } from '../world/locators';
import { openDeclinedOrder, openOrderPaidInVain, openUnsettledOrder } from '../world/shown-order';
import type { World } from '../world/start-world';
import { expect } from '../world/world-test';
import { innermost, press, pressToOpen } from './dialog-ways';
import {
  askInVain,
  chooseOnMap,
  narrowMap,
  openDiscounts,
  search,
  searchAgain,
  searchInVain,
  showMap,
  toEnd,
  toLastCard,
} from './list-ways';
import {
  chooseVoucher,
  comeTooLate,
  fillCart,
  findChanges,
  lookAtChanges,
  payAndWait,
  payAtBank,
  payRefused,
  payUnapproved,
  payUndecided,
  payUnheard,
  putTogether,
  readyToPay,
  redeemVoucher,
} from './paying-ways';
import type { Resident, Town } from './towns';

/** One picture of the walk: a screen, and the way there on a fresh page. */
export interface Stop {
  readonly name: string;
  /** Who walks; default anybody. What a resident has, only a town with one shows. */
  readonly as?: 'member' | 'unverified' | 'resident';
  /**
   * A page of somebody else's stands in it, of which nobody says when it has come to rest: the product's own movement
   * alone is waited for.
   */
  readonly hasForeignPage?: true;
  /** Nobody knows where the visitor stands; the demo town is where the list looks then. */
  readonly isUnlocated?: true;
  /** Seen in the afternoon instead of at noon. */
  readonly isAfterLunch?: true;
  /** Nothing may jump from the first paint on until it is seen. */
  readonly isStill?: true;
  /** What the browser complains of although all is well: an answer 404 is one. */
  readonly expects?: RegExp;
  /** The stop is seen once the list, or the dialog that the address calls, stands; then this happens. */
  then?(page: Page, town: Town): Promise<void>;
  /** Hash of the screen; without one the list is shown. */
  hash?(town: Town): string;
  /** Path of a page of its own, beside the app; null: there is none in this town. */
  path?(town: Town): string | null;
  /** Path of the link to a resident's meetup, instead of a hash. */
  link?(resident: Resident, world: World): Promise<string>;
}

const at = (name: string, hash: string, as?: Stop['as']): Stop => ({
  name,
  hash: () => hash,
  ...(as === undefined ? {} : { as }),
});

const place = (name: string, kind: string): Stop => ({
  name,
  hash: ({ places }) => `details/${places[kind] ?? places.menu}`,
});

/** The restaurant's console, where the town has a place whose counter can be tried out. */
const atCounter = (name: string, then: (page: Page) => Promise<void>): Stop => ({
  name,
  path: ({ resident }) => (resident === undefined ? null : '/partner'),
  then,
});

const afterSignIn =
  (then: (page: Page) => Promise<void>) =>
  async (page: Page): Promise<void> => {
    await openCounter(page);
    await then(page);
  };

/** When Anna has ordered at the demo's counter before. */
const FORMER_DAY = '20.6.';

const COUNTER_STOPS: readonly Stop[] = [
  { name: 'counter-sign-in', path: () => '/partner' },
  atCounter('counter-orders', afterSignIn(openFirstOrder)),
  atCounter(
    'counter-former',
    afterSignIn(async (page) => {
      await page.getByRole('button', { name: 'Frühere Bestellungen' }).click();
      await page.getByRole('textbox', { name: 'Tag' }).fill(FORMER_DAY);
      await page.keyboard.press('Enter');
      const rows = page.getByRole('region', { name: 'Früher' }).locator('[data-part="row"]');
      await rows.first().click();
      await rows.first().scrollIntoViewIfNeeded();
    }),
  ),
  atCounter(
    'counter-menu',
    afterSignIn(async (page) => {
      await showCounterMenu(page);
      await page.getByRole('button', { name: 'Rabatt hinzufügen' }).click();
    }),
  ),
  atCounter('counter-dish', afterSignIn(writeDish)),
  atCounter('counter-accept-all', askForAll),
  atCounter('counter-refund', afterSignIn(askForRefund)),
  atCounter('counter-refund-refused', openRefusedRefund),
  { ...atCounter('counter-refund-unsettled', leaveRefundUnsettled), expects: UNSETTLED_REFUND },
  atCounter('counter-closing', afterSignIn(askForClosing)),
  atCounter('counter-lost', loseCounter),
];

const DISCOVERY: readonly Stop[] = [
  { name: 'list', isStill: true },
  { name: 'list-unlocated', isUnlocated: true },
  { name: 'list-after-lunch', isAfterLunch: true },
  { name: 'snackbar', isUnlocated: true, then: askInVain },
  {
    name: 'list-further-down',
    then: async (page) => void (await page.getByRole('main').getByRole('article').nth(4).scrollIntoViewIfNeeded()),
  },
  { name: 'list-at-its-end', then: toLastCard },
  { name: 'map', then: showMap },
  { name: 'map-chosen', then: chooseOnMap },
  { name: 'map-narrowed', then: narrowMap },
  { name: 'search-open', then: search(() => '') },
  { name: 'search-found', then: search(({ query }) => query) },
  { name: 'search-again', then: searchAgain },
  { name: 'search-in-vain', then: searchInVain },
  { name: 'order-explained', then: async (page) => page.getByRole('button', { name: 'Zur Reihenfolge' }).click() },
  at('filters', 'filters'),
  at('cuisines', 'tagselection'),
  at('download', 'download'),
  place('place', 'menu'),
  { ...place('place-end', 'menu'), then: toEnd },
  { ...place('place-discounts', 'menu'), then: openDiscounts },
  { ...place('place-after-lunch', 'menu'), isAfterLunch: true },
  { ...place('place-info', 'menu'), then: pressToOpen('Info') },
  { ...place('place-allergens', 'menu'), then: pressToOpen(/^Allergene/) },
  {
    ...place('place-pictures', 'menu'),
    async then(page) {
      const cover = innermost(page).getByRole('button', { name: /groß ansehen$/ });
      // Only a place with pictures has them large.
      if (await cover.isVisible()) await cover.press('Enter');
    },
  },
  place('place-long-name', 'longName'),
  place('place-non-partner', 'nonPartner'),
  place('place-resting', 'resting'),
  place('place-rest-day', 'restDay'),
  place('place-closed', 'closed'),
  place('place-without-lunch', 'withoutLunch'),
];

const ACCOUNT: readonly Stop[] = [
  { name: 'drawer', then: async (page) => void (await openDrawer(page)) },
  at('registration', 'registration/prompt'),
  at('login', 'login'),
  at('new-account', 'login/new'),
  at('new-password', 'login/reset'),
  at('settings', 'settings'),
  { ...at('link-of-a-meetup-gone', 'sharedinvitation/gibt-es-nicht'), expects: /shared\/gibt-es-nicht/ },
  at('imprint', 'settings/imprint'),
  at('privacy', 'settings/privacy'),
  at('terms', 'settings/terms'),
  at('accessibility', 'settings/accessibility'),
  at('support', 'support'),
];

const MEMBER: readonly Stop[] = [
  { name: 'member-drawer', as: 'member', then: async (page) => void (await openDrawer(page)) },
  {
    name: 'member-logout',
    as: 'member',
    then: async (page) => (await openDrawer(page)).getByRole('button', { name: 'Abmelden' }).click(),
  },
  at('member-settings', 'settings', 'member'),
  at('member-profile', 'profile', 'member'),
  at('member-email', 'changeemail', 'member'),
  at('member-name', 'editname', 'member'),
  at('member-picture', 'editpicture', 'member'),
  at('member-deletion', 'deleteaccount', 'member'),
  at('member-orders', 'orders', 'member'),
  {
    ...at('member-orders-past', 'orders', 'member'),
    then: (page) =>
      innermost(page)
        .getByRole('tab', { name: /^Vergangen/ })
        .click(),
  },
  at('member-vouchers', 'vouchers', 'member'),
  at('member-payment-options', 'paymentoptions', 'member'),
  at('member-first-card', 'paymentoptions/new', 'member'),
  at('member-contacts', 'contacts', 'member'),
  { ...at('member-contacts-dial', 'contacts', 'member'), then: press('Kontakt oder Gruppe hinzufügen') },
  {
    ...at('member-contact-link', 'contacts', 'member'),
    async then(page) {
      await press('Kontakt oder Gruppe hinzufügen')(page);
      await pressToOpen('Eigenen Link teilen')(page);
    },
  },
  at('member-add-contacts', 'addcontacts', 'member'),
  { ...at('member-contact-code', 'addcontacts', 'member'), then: pressToOpen(/^Code eingeben/) },
  at('member-blocked-users', 'blockedusers', 'member'),
  at('member-block-users', 'addblockedusers', 'member'),
  at('member-group', 'editgroup', 'member'),
  at('member-invitations', 'invitations', 'member'),
  at('member-invitation-place', 'invitationrestaurant', 'member'),
  at('member-invitation-people', 'invitationcontacts', 'member'),
  at('member-inbox', 'chatinbox', 'member'),
  at('member-new-message', 'chatcreate', 'member'),
  { ...place('member-share-place', 'menu'), as: 'member', then: pressToOpen('Teilen') },
  {
    ...place('member-place-code', 'menu'),
    as: 'member',
    async then(page) {
      await pressToOpen('Teilen')(page);
      await pressToOpen('QR-Code')(page);
    },
  },
  at('unverified-profile', 'profile', 'unverified'),
  {
    name: 'unverified-required-action',
    as: 'unverified',
    then: (page) => expect(page.getByRole('alertdialog', { name: 'Bestätige deine E-Mail' })).toBeVisible(),
  },
];

const resident = (name: string, hash: string, then?: Stop['then']): Stop => ({
  ...at(name, hash, 'resident'),
  ...(then === undefined ? {} : { then }),
});

const CHOSEN_PLACE = 'Forno Nord';

const choosePlace = async (page: Page): Promise<void> => {
  await innermost(page).getByRole('searchbox').fill(CHOSEN_PLACE);
  await innermost(page).getByRole('button', { name: CHOSEN_PLACE, exact: true }).click();
};

const choosePeople = async (page: Page): Promise<void> => {
  await choosePlace(page);
  for (const name of ['Aylin Korkmaz', 'Ben Okafor', 'Friederike Brandt'])
    await innermost(page).getByRole('checkbox', { name }).check();
};

const askForDate = async (page: Page): Promise<void> => {
  await choosePeople(page);
  await press('Treffen vereinbaren')(page);
  await expect(page.getByRole('dialog', { name: 'Wann?' })).toBeVisible();
};

const completeDraft = async (page: Page): Promise<void> => {
  await askForDate(page);
  await innermost(page).getByRole('radio', { name: '13:30' }).check();
  await press('Übernehmen')(page);
  await expect(innermost(page).getByRole('button', { name: 'Einladung senden' })).toBeVisible();
};

const ownMeetup = async (page: Page): Promise<void> =>
  innermost(page).getByRole('button', { name: 'Pizza Pauline' }).first().click();

const tokenOf = async ({ email, password, meetup }: Resident, { api }: World): Promise<string> => {
  const { idToken: token } = await api.call(login, { body: { email, password } });
  return (await api.call(shareInvitation, { params: { id: meetup }, token })).url.split('/').at(-1) ?? '';
};

const sharedLink = (name: string, screen: string, as?: Stop['as']): Stop => ({
  name,
  link: async (owner, world) => `${screen}${await tokenOf(owner, world)}`,
  ...(as === undefined ? {} : { as }),
});

const toGroups = (page: Page): Promise<void> =>
  innermost(page)
    .getByRole('tab', { name: /^Gruppen/ })
    .click();

const personMenu = async (page: Page): Promise<void> => {
  await innermost(page).getByRole('button', { name: 'Ben Okafor', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'Ben Okafor' })).toBeVisible();
};

// Under a pointer it shows with the row, under a finger a long press takes its place.
const messageMenu = async (page: Page): Promise<void> => {
  await innermost(page).getByRole('button', { name: 'Mehr zur Nachricht von Aylin' }).last().press('Enter');
  await expect(page.getByRole('dialog', { name: 'Nachricht von Aylin Korkmaz' })).toBeVisible();
};

/** People, groups and chats of somebody who has some. */
const PEOPLE: readonly Stop[] = [
  resident('people', 'contacts'),
  resident('people-groups', 'contacts', toGroups),
  resident('person-menu', 'contacts', personMenu),
  resident('person-report', 'contacts', async (page) => {
    await personMenu(page);
    await press('Person melden')(page);
    await innermost(page).getByRole('radio', { name: 'Werbung oder Betrug' }).check({ force: true });
  }),
  resident('group-menu', 'contacts', async (page) => {
    await toGroups(page);
    await innermost(page).getByRole('button', { name: 'Kollegen vom Fleet', exact: true }).click();
  }),
  resident('group-name', 'editgroupname/demo-kollegen'),
  resident('group-members', 'editgroup/demo-kollegen'),
  resident('blocked-people', 'blockedusers'),
  resident('blocked-person', 'blockedusers', pressToOpen('Dieter Dorn')),
  resident('inbox', 'chatinbox'),
  resident('chat-of-many', 'chatmessages/demo-chat-team'),
  resident('message-menu', 'chatmessages/demo-chat-team', messageMenu),
  resident('message-report', 'chatmessages/demo-chat-team', async (page) => {
    await messageMenu(page);
    await press('Nachricht melden')(page);
  }),
  resident('new-message-people', 'chatcreate', async (page) => {
    await innermost(page).getByRole('checkbox', { name: 'Freitagsrunde' }).check();
  }),
];

/** Meetups: prepared, sent, answered and shared. */
const MEETUPS: readonly Stop[] = [
  resident('meetups', 'invitations'),
  resident('meetups-past', 'invitations', async (page) =>
    innermost(page)
      .getByRole('tab', { name: /^Vergangen/ })
      .click(),
  ),
  resident('meetup-menu', 'invitations', ownMeetup),
  resident('meetup-link', 'invitations', async (page) => {
    await ownMeetup(page);
    await press(/^Link zum Treffen/)(page);
    await expect(innermost(page).getByRole('img')).toBeVisible();
  }),
  { name: 'meetup-chat', as: 'resident', hash: ({ resident: me }) => `chatmessages/${me?.chat ?? ''}` },
  resident('draft-place', 'invitationrestaurant'),
  resident('draft-place-found', 'invitationrestaurant', async (page, { query }) => {
    await innermost(page).getByRole('searchbox').fill(query);
    await expect(
      innermost(page)
        .getByRole('button', { name: /kantine/i })
        .first(),
    ).toBeVisible();
  }),
  resident('draft-people', 'invitationrestaurant', choosePeople),
  resident('draft-date', 'invitationrestaurant', askForDate),
  resident('draft', 'invitationrestaurant', completeDraft),
  resident('draft-other-time', 'invitationrestaurant', async (page) => {
    await completeDraft(page);
    await pressToOpen('Andere Zeit')(page);
    await expect(page.getByRole('dialog', { name: 'Wann?' })).toBeVisible();
  }),
  resident('draft-discarded', 'invitationrestaurant', async (page) => {
    await completeDraft(page);
    await press('Schließen')(page);
  }),
  {
    ...place('share-place', 'menu'),
    as: 'resident',
    async then(page) {
      await pressToOpen('Teilen')(page);
      await innermost(page).getByRole('checkbox', { name: 'Ben Okafor' }).first().check();
    },
  },
  sharedLink('meetup-shared', '/i/'),
  sharedLink('meetup-shared-unverified', '/i/', 'unverified'),
  sharedLink('meetup-shared-member', '/i/', 'member'),
  sharedLink('meetup-shared-own', '/i/', 'resident'),
  { ...sharedLink('meetup-joined', '/i/', 'member'), then: press('Zusagen') },
  sharedLink('meetup-join-asked', '/restaurants#joininvitation/', 'member'),
];

const firstOrder = async (page: Page): Promise<void> => {
  await innermost(page).getByRole('link').first().click();
  await expect(innermost(page).getByText('Deine Abholnummer')).toBeVisible();
};

const pastOrders = async (page: Page): Promise<void> => {
  await innermost(page)
    .getByRole('tab', { name: /^Vergangen/ })
    .click();
  await expect(innermost(page).getByText('Teilweise storniert')).toBeVisible();
};

const openPastOrder = async (page: Page): Promise<void> => {
  await pastOrders(page);
  await innermost(page)
    .getByRole('listitem')
    .filter({ hasText: 'Teilweise storniert' })
    .first()
    .getByRole('link')
    .click();
  await expect(innermost(page).getByRole('heading', { name: 'Storno' })).toBeVisible();
};

const cardMenu = pressToOpen(/^Was du mit /);

const paying = (name: string, then: Stop['then']): Stop => ({
  ...resident(name, 'details/giovannas-ofen', then),
  expects: AT_PROVIDERS,
});

const registering = (name: string, then: Stop['then']): Stop => ({
  ...resident(name, 'paymentoptions/new', then),
  expects: AT_PROVIDERS,
});

/** Orders: put together, paid, to come, over; and what makes them cheaper. */
const ORDERS: readonly Stop[] = [
  resident('cart', 'details/giovannas-ofen', fillCart),
  resident('order-put-together', 'details/giovannas-ofen', putTogether),
  resident('order-only-take-away', 'details/fritten-fiete', putTogether),
  resident('order-vouchers', 'details/giovannas-ofen', chooseVoucher),
  resident('order-voucher', 'details/giovannas-ofen', redeemVoucher),
  resident('order-changed', 'details/giovannas-ofen', findChanges),
  resident('order-changes', 'details/giovannas-ofen', lookAtChanges),
  resident('order-too-late', 'details/giovannas-ofen', comeTooLate),
  resident('order-ready', 'details/giovannas-ofen', readyToPay),
  paying('payment-waiting', payAndWait),
  { ...paying('payment-bank', payAtBank), hasForeignPage: true },
  paying('payment-refused', payRefused),
  paying('payment-undecided', payUndecided),
  paying('payment-unapproved', payUnapproved),
  { ...paying('payment-unclear', payUnheard), expects: /api\/payment\/payIn/ },
  resident('orders', 'orders'),
  resident('order', 'orders', firstOrder),
  resident('order-declined', 'orders', openDeclinedOrder),
  resident('order-unsettled', 'orders', openUnsettledOrder),
  resident('order-paid-in-vain', 'orders', openOrderPaidInVain),
  resident('orders-past', 'orders', pastOrders),
  resident('order-past', 'orders', openPastOrder),
  resident('order-rating', 'orders', async (page) => {
    await openPastOrder(page);
    await innermost(page).getByRole('link', { name: 'Wie war’s?' }).click();
    await innermost(page).getByRole('radio', { name: '4 von 5 Sternen' }).check({ force: true });
  }),
  resident('receipt', 'orders', async (page) => {
    await openPastOrder(page);
    await innermost(page).getByRole('link', { name: 'Beleg' }).click();
    await expect(innermost(page).getByRole('button', { name: 'PDF laden' })).toBeVisible();
  }),
  resident('vouchers', 'vouchers'),
  resident('payment-options', 'paymentoptions'),
  resident('payment-options-card', 'paymentoptions', cardMenu),
  resident('payment-options-remove', 'paymentoptions', async (page) => {
    await cardMenu(page);
    await press('Karte entfernen')(page);
    await expect(page.getByRole('alertdialog', { name: 'Karte entfernen?' })).toBeVisible();
  }),
  resident('new-card', 'paymentoptions/new', typeCard('535512', '', '')),
  resident('new-card-wrong', 'paymentoptions/new', typeCard('424242424242424', '0820', '12')),
  registering('new-card-refused', registerRefused),
  { ...registering('new-card-bank', registerAtBank), hasForeignPage: true },
  registering('new-card-undecided', registerUndecided),
];

/** Every screen, in the order in which one comes by. */
export const STOPS: readonly Stop[] = [
  ...DISCOVERY,
  ...ACCOUNT,
  ...MEMBER,
  ...PEOPLE,
  ...MEETUPS,
  ...ORDERS,
  ...COUNTER_STOPS,
];
