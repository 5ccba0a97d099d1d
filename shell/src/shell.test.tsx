import { createObservable } from '@mahlzeit/shared-ui/platform';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createFakeShellServices } from './fake-shell-services';
import { followHashLinks } from './router/link-clicks';
import { Shell } from './shell';

type ServicesOptions = Parameters<typeof createFakeShellServices>[0];

const screens = [
  { key: 'main', region: 'main' },
  { key: 'registration', access: 'notLoggedIn' },
  { key: 'orders', access: 'loggedIn' },
  { key: 'settings' },
] as const;

let stopFollowing = (): void => undefined;
afterEach(() => stopFollowing());

const showShell = async (options: ServicesOptions = {}) => {
  const fakeServices = createFakeShellServices({ screens, ...options });
  stopFollowing = followHashLinks(document, fakeServices.services.router, fakeServices.services.lookup);
  const { container } = render(<Shell services={fakeServices.services} />);
  await screen.findByRole('region', { name: 'main' }).catch(() => null);
  return { ...fakeServices, container };
};

const openDrawer = async () => {
  await userEvent.click(screen.getByRole('button', { name: 'Menü öffnen' }));
  return screen.findByRole('dialog', { name: 'Menü' });
};

it('renders nothing at /empty, whatever the hash says', async () => {
  const { container } = await showShell({ address: '/empty#settings' });
  expect(container).toBeEmptyDOMElement();
});

it('says that there is no connection, above which page and sheets end, and keeps saying it beside a dialog', async () => {
  const connectionText = createObservable<string | null>(null);
  const { services } = createFakeShellServices({ screens });
  render(<Shell services={{ ...services, connectionText }} />);
  act(() => connectionText.set('Keine Verbindung. Stand 11:42.'));
  expect(screen.getByText('Keine Verbindung. Stand 11:42.').closest('[role=status]')).not.toBeNull();
  expect(document.documentElement.style.getPropertyValue('--status-bar-height')).toBe('0px');
  await openDrawer();
  expect(screen.getByText('Keine Verbindung. Stand 11:42.').closest('[aria-hidden=true], [inert]')).toBeNull();
  act(() => connectionText.set(null));
  expect(screen.queryByText(/Keine Verbindung/)).not.toBeInTheDocument();
  expect(document.documentElement.style.getPropertyValue('--status-bar-height')).toBe('');
});

it('opens the drawer, closes it on Escape and returns the focus to the menu button', async () => {
  await showShell();
  await openDrawer();
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  await waitFor(() => expect(screen.getByRole('button', { name: 'Menü öffnen' })).toHaveFocus());
});

it('closes the drawer and leads an anonymous visitor from the orders to registration', async () => {
  const { tab } = await showShell();
  const drawer = await openDrawer();
  await userEvent.click(within(drawer).getByRole('link', { name: 'Bestellungen' }));
  expect(await screen.findByRole('region', { name: 'registration' })).toBeInTheDocument();
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(tab.trail()).toEqual(['/restaurants', '/restaurants#registration']);
});

it('closes the drawer and asks before it logs out', async () => {
  const { logouts } = await showShell({ session: 'verified' });
  const drawer = await openDrawer();
  await userEvent.click(within(drawer).getByRole('button', { name: 'Abmelden' }));
  await waitFor(() => expect(logouts()).toBe(1));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

it('covers everything while the web app may not be used, and leaves everything below alone', async () => {
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
  };
  const { setAccess, reloads } = await showShell();
  const mainRegion = screen.getByRole('region', { name: 'main' });
  act(() => setAccess('outdated'));
  await userEvent.click(
    within(screen.getByRole('dialog', { name: 'Es gibt eine neue Version' })).getByRole('button', {
      name: 'Neu laden',
    }),
  );
  expect(reloads()).toBe(1);
  act(() => setAccess('open'));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(screen.getByRole('region', { name: 'main' })).toBe(mainRegion);
});

it('shows an alert over everything and returns the chosen action', async () => {
  const { services } = await showShell();
  await act(() => services.dialogModule.load());
  const alertActions = [
    { id: 'stay', label: 'Behalten', tone: 'safe' as const },
    { id: 'cancel', label: 'Einladung absagen', tone: 'danger' as const },
  ];
  const alertAnswers: Promise<string | null>[] = [];
  const askAlert = (title: string, text: string) =>
    act(() => void alertAnswers.push(services.alerts.ask({ title, text, actions: alertActions })));
  askAlert('Einladung absagen?', 'Mehmet bekommt eine Nachricht.');
  const alertDialog = await screen.findByRole('alertdialog', { name: 'Einladung absagen?' });
  expect(alertDialog).toHaveAccessibleDescription('Mehmet bekommt eine Nachricht.');
  await userEvent.click(within(alertDialog).getByRole('button', { name: 'Einladung absagen' }));
  askAlert('Sicher?', 'Das gilt sofort.');
  await screen.findByRole('alertdialog', { name: 'Sicher?' });
  await userEvent.keyboard('{Escape}');
  await expect(Promise.all(alertAnswers)).resolves.toEqual(['cancel', null]);
});

it('A04 can’t be dismissed by Escape when an answer is required, and links to the text', async () => {
  const { services } = await showShell({ session: 'verified' });
  await act(() => services.dialogModule.load());
  const alertActions = [
    { id: 'decline', label: 'Nein, abmelden', tone: 'safe' as const },
    { id: 'accept', label: 'Zustimmen', tone: 'primary' as const },
  ];
  const alertChoices: (string | null)[] = [];
  const alertRequest = {
    title: 'Unsere Datenschutzerklärung',
    text: 'Stimm ihr zu.',
    link: { label: 'Datenschutzerklärung lesen', href: '#settings/privacy' },
    actions: alertActions,
    isDismissable: false,
  };
  let withdrawAlert = (): void => undefined;
  act(() => {
    withdrawAlert = services.alerts.show(alertRequest, (choice) => alertChoices.push(choice));
  });
  const alertDialog = await screen.findByRole('alertdialog', { name: 'Unsere Datenschutzerklärung' });
  await userEvent.keyboard('{Escape}');
  await userEvent.click(document.body);
  expect(within(alertDialog).getByRole('link', { name: 'Datenschutzerklärung lesen' })).toHaveAttribute(
    'href',
    '#settings/privacy',
  );
  await userEvent.click(within(alertDialog).getByRole('button', { name: 'Zustimmen' }));
  expect(alertChoices).toEqual(['accept']);
  expect(alertDialog).toBeInTheDocument();
  act(withdrawAlert);
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
});
