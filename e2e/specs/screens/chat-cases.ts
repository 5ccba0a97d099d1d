import { dialogOf } from '../../world/locators';
import type { ScreenCase } from './screen-case';
import { openScreen } from './screen-case';

/** Inbox, new message and chat of a member who knows nobody yet. */
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
