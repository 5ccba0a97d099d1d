import { renderWithShell } from '@mahlzeit/shared-ui/testing';
import { screen } from '@testing-library/react';
import { ordersSupport } from './support-rules';
import { SupportOptions } from './support-ways';

it('takes questions by mail, those about orders with a subject', () => {
  renderWithShell(<SupportOptions />);
  expect(screen.getByRole('link', { name: 'Allgemeine Fragen' })).toHaveAttribute('href', 'mailto:hilfe@mahlzeit.test');
  expect(screen.getByRole('link', { name: 'Fragen zu einer Bestellung' })).toHaveAttribute('href', 'mailto:zahlung@mahlzeit.test?subject=Frage%20zu%20meiner%20Bestellung');
});

it('takes questions about orders in the chat where there is one', () => {
  renderWithShell(<SupportOptions />, { deployment: { messengerUrl: 'https://chat.mahlzeit.test' } });
  expect(screen.getByRole('link', { name: 'Fragen zu einer Bestellung' })).toHaveAttribute('href', 'https://chat.mahlzeit.test');
  expect(screen.getByText('Im Chat mit uns schreiben')).toBeInTheDocument();
});

it('keeps signs of a subject from ending it', () => {
  expect(ordersSupport({ messengerUrl: null, paymentSupportEmail: 'a@b.de' }, 'Frage & Antwort?').href).toBe('mailto:a@b.de?subject=Frage%20%26%20Antwort%3F');
});
