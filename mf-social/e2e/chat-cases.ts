import { dialogOf } from '../../e2e/world/locators';
import type { ScreenCase } from '../../e2e/remotes/screen-case';
import { openScreen } from '../../e2e/remotes/screen-case';

/** Screen states of inbox, new message and chat for a user without contacts. */
export const chatCases: readonly ScreenCase[] = [
  {
    name: 'inbox',
    open: openScreen('chatinbox'),
    shown: (page) => dialogOf(page, 'Nachrichten').getByRole('heading', { name: 'Noch keine Nachrichten' }),
  },
  {
    name: 'new message',
    open: openScreen('chatcreate'),
    shown: (page) => dialogOf(page, 'Neue Nachricht').getByRole('heading', { name: 'Noch niemand zum Schreiben' }),
  },
  {
    name: 'chat that is not there',
    open: openScreen('chatmessages/gibt-es-nicht'),
    shown: (page) => page.getByRole('dialog').getByRole('heading', { name: 'Diesen Chat gibt es nicht' }),
  },
];

/** States of the chats of Anna, a user of the demo town. */
export const residentChatCases: readonly ScreenCase[] = [
  {
    name: 'inbox with chats',
    open: openScreen('chatinbox'),
    shown: (page) => dialogOf(page, 'Nachrichten').getByRole('link', { name: /\(\+ 2\)$/ }),
  },
  {
    name: 'chat of many',
    open: openScreen('chatmessages/demo-chat-team'),
    shown: (page) => page.getByRole('dialog').getByText('Hauptsache vegetarisch'),
  },
  {
    name: 'new message to a group',
    async open(page) {
      await openScreen('chatcreate')(page);
      await dialogOf(page, 'Neue Nachricht').getByRole('checkbox', { name: 'Freitagsrunde' }).check();
    },
    shown: (page) => dialogOf(page, 'Neue Nachricht').getByRole('button', { name: 'Hanne Lührs wieder herausnehmen' }),
  },
];
