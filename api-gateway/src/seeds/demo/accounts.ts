import type { PaymentUser } from '@mahlzeit/contract';
import type { AccountDraft } from '../../modules/identity';
import type { NewNotification } from '../../modules/notifications';

/** Password of all demo accounts. The gateway prints it at its start, so it is no secret. */
export const demoPassword = 'mittagspause';

/**
 * Token of the demo restaurant Tag & Nacht Bowl, where Anna has ordered. The restaurant signs in at its partner console
 * (counter) with this token. The gateway prints the token at its start, so it is no secret.
 */
export const demoPartnerToken = 'mzp_demo-tag-nacht-bowl-hier-an-der-theke-rufen';

/** Routing name of the demo restaurant whose partner console opens with the demo token. */
export const DEMO_COUNTER_PLACE = 'tag-nacht-bowl';

const createAccount = (
  accountFields: Omit<AccountDraft, 'password' | 'tasteKeys' | 'isVisible'> & Partial<AccountDraft>,
): AccountDraft => ({
  password: demoPassword,
  isVisible: true,
  tasteKeys: [],
  ...accountFields,
});

/** Accounts of the demo: two with a verified e-mail address, one without, and one that is marked for deletion. */
export const DEMO_ACCOUNTS: readonly AccountDraft[] = [
  createAccount({
    uid: 'demo-anna-lindqvist',
    email: 'anna@mahlzeit.test',
    firstName: 'Anna',
    lastName: 'Lindqvist',
    connectionCode: 'ANNA2345',
    isVerified: true,
    isDeleted: false,
    tasteKeys: ['italian', 'vietnamese', 'seafood'],
  }),
  createAccount({
    uid: 'demo-ben-okafor',
    email: 'ben@mahlzeit.test',
    firstName: 'Ben',
    lastName: 'Okafor',
    connectionCode: 'BEN23456',
    isVerified: true,
    isDeleted: false,
    tasteKeys: ['burger', 'turkish'],
  }),
  createAccount({
    uid: 'demo-cem-yilmaz',
    email: 'cem@mahlzeit.test',
    firstName: 'Cem',
    lastName: 'Yılmaz',
    connectionCode: 'CEM23456',
    isVerified: false,
    isDeleted: false,
  }),
  createAccount({
    uid: 'demo-dana-petersen',
    email: 'dana@mahlzeit.test',
    firstName: 'Dana',
    lastName: 'Petersen',
    connectionCode: 'DANA2345',
    isVerified: true,
    isDeleted: true,
    isVisible: false,
  }),
];

/**
 * Users at the payment provider for those diners of the demo who have already paid by card. The payment sandbox stores
 * the users and their cards under these ids.
 */
export const DEMO_PAYMENT_USERS: readonly PaymentUser[] = [
  {
    key: 'demo-anna-lindqvist',
    mangoPayData: { Id: 'demo-payer-anna', defaultCardId: 'demo-card-anna-frictionless' },
    firstName: 'Anna',
    lastName: 'Lindqvist',
  },
];

const MINUTE_MS = 60_000;

const ANNA_UID = 'demo-anna-lindqvist';
const BEN_UID = 'demo-ben-okafor';

type NotificationDraft = Omit<NewNotification, 'sent'> & { readonly minutesAgo: number };

const NOTIFICATION_DRAFTS: readonly NotificationDraft[] = [
  {
    uid: ANNA_UID,
    aboutUid: BEN_UID,
    minutesAgo: 95,
    kind: 'contact',
    title: 'Neuer Kontakt',
    text: 'Ben Okafor hat dich als Kontakt hinzugefügt.',
    route: 'contacts',
  },
  {
    uid: ANNA_UID,
    aboutUid: BEN_UID,
    minutesAgo: 12,
    kind: 'message',
    title: 'Ben Okafor',
    text: 'Heute Mittag ins Forno Nord?',
    route: 'chatmessages/demo-chat-ben',
  },
  {
    uid: BEN_UID,
    aboutUid: ANNA_UID,
    minutesAgo: 90,
    kind: 'contact',
    title: 'Neuer Kontakt',
    text: 'Anna Lindqvist hat dich als Kontakt hinzugefügt.',
    route: 'contacts',
  },
];

/** Returns the notifications that the users of the demo find at their first login. */
export const demoNotifications = (now: number): readonly NewNotification[] =>
  NOTIFICATION_DRAFTS.map(({ minutesAgo, ...draft }) => ({ ...draft, sent: now - minutesAgo * MINUTE_MS }));
