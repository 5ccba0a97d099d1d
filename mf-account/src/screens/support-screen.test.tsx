import { renderWithShell } from '@mahlzeit/shared-ui/testing';
import { screen } from '@testing-library/react';
import { ordersSupportOptionOf, SupportOptions } from './support-screen';

it('links to a mail, with a subject for questions about orders', () => {
  renderWithShell(<SupportOptions />);
  expect(screen.getByRole('link', { name: 'Allgemeine Fragen' })).toHaveAttribute('href', 'mailto:hilfe@mahlzeit.test');
  expect(screen.getByRole('link', { name: 'Fragen zu einer Bestellung' })).toHaveAttribute(
    'href',
    'mailto:zahlung@mahlzeit.test?subject=Frage%20zu%20meiner%20Bestellung',
  );
});

it('links to a mail for reports by visitors, with a subject', () => {
  renderWithShell(<SupportOptions />, { session: 'anonymous' });
  expect(screen.getByRole('link', { name: 'Inhalt melden' })).toHaveAttribute(
    'href',
    'mailto:hilfe@mahlzeit.test?subject=Inhalt%20melden',
  );
});

it('links to the chat for questions about orders if there is one', () => {
  renderWithShell(<SupportOptions />, { deployment: { messengerUrl: 'https://chat.mahlzeit.test' } });
  expect(screen.getByRole('link', { name: 'Fragen zu einer Bestellung' })).toHaveAttribute(
    'href',
    'https://chat.mahlzeit.test',
  );
  expect(screen.getByText('Im Chat mit uns schreiben')).toBeInTheDocument();
});

it('escapes special characters of a subject', () => {
  expect(ordersSupportOptionOf({ messengerUrl: null, paymentSupportEmail: 'a@b.de' }, 'Frage & Antwort?').href).toBe(
    'mailto:a@b.de?subject=Frage%20%26%20Antwort%3F',
  );
});
