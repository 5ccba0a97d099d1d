import type { Notice } from '../../src/modules/notifications';

const MINUTE_MS = 60_000;

const ANNA = 'demo-anna-lindqvist';
const BEN = 'demo-ben-okafor';

type Draft = Omit<Notice, 'sent'> & { readonly minutesAgo: number };

const DRAFTS: readonly Draft[] = [
  { uid: ANNA, minutesAgo: 95, kind: 'contact', title: 'Neuer Kontakt', text: 'Ben Okafor hat dich zu seinen Kontakten hinzugefügt.', route: 'contacts' },
  { uid: ANNA, minutesAgo: 12, kind: 'message', title: 'Ben Okafor', text: 'Heute Mittag ins Forno Nord?', route: 'details/forno-nord' },
  { uid: BEN, minutesAgo: 90, kind: 'contact', title: 'Neuer Kontakt', text: 'Anna Lindqvist hat dich zu ihren Kontakten hinzugefügt.', route: 'contacts' },
];

/** What the people of the demo find when they first log in. */
export const demoNotices = (now: number): readonly Notice[] => DRAFTS.map(({ minutesAgo, ...notice }) => ({ ...notice, sent: now - minutesAgo * MINUTE_MS }));
