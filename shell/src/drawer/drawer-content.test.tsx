import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createFakeChrome, renderWithChrome } from '../fake-chrome';
import { DrawerContent, DrawerFoot } from './drawer-content';

const allScreens = ['registration', 'profile', 'chatinbox', 'orders', 'invitations', 'contacts', 'vouchers', 'settings', 'support'];

const show = (session: 'anonymous' | 'unverified' | 'verified' | 'unknown') => {
  const fake = createFakeChrome({ session });
  const calls: string[] = [];
  const props = {
    navigation: fake.chrome.router,
    deployment: { ...fake.shell.deployment, helpUrl: null, partnerSignupUrl: 'https://partner.test/' },
    hasScreen: (key: string) => allScreens.includes(key),
    onLogout: () => void calls.push('logout'),
    onLeave: () => void calls.push('leave'),
  };
  renderWithChrome(fake, <><DrawerContent {...props} /><DrawerFoot {...props} /></>);
  return { calls };
};

const linksIn = (element: HTMLElement) => within(element).getAllByRole('link').map((link) => `${link.textContent} ${link.getAttribute('href')}`);

it('invites an anonymous visitor to sign in, and leads them there from everything of their own', () => {
  show('anonymous');
  expect(screen.getByRole('link', { name: 'Anmelden oder registrieren' })).toHaveAttribute('href', '#registration');
  expect(linksIn(screen.getByRole('navigation', { name: 'Menü' }))).toEqual([
    'Nachrichten #registration', 'Bestellungen #registration', 'Einladungen #registration', 'Kontakte #registration', 'Gutscheine #registration',
    'Einstellungen #settings', 'Hilfe #support', 'Partner werden https://partner.test/',
  ]);
  expect(screen.queryByText('Abmelden')).not.toBeInTheDocument();
});

it('shows who is logged in, whether others find them, and what is theirs', () => {
  show('verified');
  expect(screen.getByText(/^Für andere (un)?sichtbar$/)).toBeInTheDocument();
  expect(linksIn(screen.getByRole('navigation', { name: 'Menü' })).slice(0, 5)).toEqual([
    'Nachrichten #chatinbox', 'Bestellungen #orders', 'Einladungen #invitations', 'Kontakte #contacts', 'Gutscheine #vouchers',
  ]);
  expect(screen.queryByText('E-Mail bestätigen')).not.toBeInTheDocument();
});

it('reminds who has not confirmed their e-mail', () => {
  show('unverified');
  expect(screen.getByRole('link', { name: /E-Mail bestätigen/ })).toHaveAttribute('href', '#profile');
});

it('leaves the drawer before it logs out', async () => {
  const { calls } = show('verified');
  await userEvent.click(screen.getByRole('button', { name: 'Abmelden' }));
  expect(calls).toEqual(['leave', 'logout']);
});

it('has the legal pages at its foot', () => {
  show('unknown');
  expect(screen.getByRole('link', { name: 'Impressum' })).toHaveAttribute('href', '#settings/imprint');
  expect(screen.getByRole('link', { name: 'Datenschutz' })).toHaveAttribute('href', '#settings/privacy');
});
