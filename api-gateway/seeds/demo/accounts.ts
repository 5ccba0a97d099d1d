import type { PaymentUser } from '@mahlzeit/contract';
import type { AccountDraft } from '../../src/modules/identity';
import type { Notice } from '../../src/modules/notifications';

/** Everybody's password in the demo seed; printed at start, so no secret. */
export const demoPassword = 'mittagspause';

/**
 * Own token of the demo's Tag & Nacht Bowl, where Anna has ordered: whoever tries the counter out signs in with it;
 * printed at start, so no secret.
 */
export const demoPartnerToken = 'mzp_demo-tag-nacht-bowl-hier-an-der-theke-rufen';

/** The demo restaurant whose counter is to be tried out, by its name in addresses. */
export const DEMO_COUNTER = 'tag-nacht-bowl';

const account = (
  draft: Omit<AccountDraft, 'password' | 'tasteKeys' | 'isVisible'> & Partial<AccountDraft>,
): AccountDraft => ({
  password: demoPassword,
  isVisible: true,
  tasteKeys: [],
  ...draft,
});

/** The people of the demo seed: two who are verified, one who is not yet, one who wants to be deleted. */
export const DEMO_ACCOUNTS: readonly AccountDraft[] = [
  account({
    uid: 'demo-anna-lindqvist',
    email: 'anna@mahlzeit.test',
    firstName: 'Anna',
    lastName: 'Lindqvist',
    connectionCode: 'ANNA2345',
    isVerified: true,
    isDeleted: false,
    tasteKeys: ['italian', 'vietnamese', 'seafood'],
  }),
  account({
    uid: 'demo-ben-okafor',
    email: 'ben@mahlzeit.test',
    firstName: 'Ben',
    lastName: 'Okafor',
    connectionCode: 'BEN23456',
    isVerified: true,
    isDeleted: false,
    tasteKeys: ['burger', 'turkish'],
  }),
  account({
    uid: 'demo-cem-yilmaz',
    email: 'cem@mahlzeit.test',
    firstName: 'Cem',
    lastName: 'Yılmaz',
    connectionCode: 'CEM23456',
    isVerified: false,
    isDeleted: false,
  }),
  account({
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

/** Who has paid by card before; the sandbox knows them and their cards by these ids. */
export const DEMO_PAYMENT_USERS: readonly PaymentUser[] = [
  {
    key: 'demo-anna-lindqvist',
    mangoPayData: { Id: 'demo-payer-anna', defaultCardId: 'demo-card-anna-frictionless' },
    firstName: 'Anna',
    lastName: 'Lindqvist',
  },
];

const MINUTE_MS = 60_000;

const ANNA = 'demo-anna-lindqvist';
const BEN = 'demo-ben-okafor';

type Draft = Omit<Notice, 'sent'> & { readonly minutesAgo: number };

const DRAFTS: readonly Draft[] = [
  {
    uid: ANNA,
    aboutUid: BEN,
    minutesAgo: 95,
    kind: 'contact',
    title: 'Neuer Kontakt',
    text: 'Ben Okafor hat dich als Kontakt hinzugefügt.',
    route: 'contacts',
  },
  {
    uid: ANNA,
    aboutUid: BEN,
    minutesAgo: 12,
    kind: 'message',
    title: 'Ben Okafor',
    text: 'Heute Mittag ins Forno Nord?',
    route: 'chatmessages/demo-chat-ben',
  },
  {
    uid: BEN,
    aboutUid: ANNA,
    minutesAgo: 90,
    kind: 'contact',
    title: 'Neuer Kontakt',
    text: 'Anna Lindqvist hat dich als Kontakt hinzugefügt.',
    route: 'contacts',
  },
];

/** What the people of the demo find when they first log in. */
export const demoNotices = (now: number): readonly Notice[] =>
  DRAFTS.map(({ minutesAgo, ...notice }) => ({ ...notice, sent: now - minutesAgo * MINUTE_MS }));
