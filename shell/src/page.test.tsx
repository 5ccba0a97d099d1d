import { meTopic } from '@mahlzeit/contract';
import { aChat } from '@mahlzeit/contract/fixtures';
import { useObservable } from '@mahlzeit/shared-ui/platform';
import { act, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createFakeShellServices, renderWithServices } from './fake-shell-services';
import { CrashBoundary } from './shell';
import { Page } from './page';

type PageOptions = Parameters<typeof createFakeShellServices>[0];

const waitUntilSettled = () =>
  act(async () => {
    for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
  });

const PageOfServices = ({ fake: fakeServices }: { readonly fake: ReturnType<typeof createFakeShellServices> }) => {
  const { page } = useObservable(fakeServices.services.router);
  return <Page services={fakeServices.services} placeId={page.kind === 'main' ? page.placeId : null} />;
};

const renderPage = async (options: PageOptions = {}) => {
  const fakeServices = createFakeShellServices({ screens: [{ key: 'main', region: 'main' }], ...options });
  renderWithServices(fakeServices, <PageOfServices fake={fakeServices} />);
  await waitUntilSettled();
  return fakeServices;
};

it('shows the main screen of the remote that declares one, centred on the place of the path', async () => {
  const { services } = await renderPage({ address: '/gro%C3%9Fneumarkt' });
  expect(screen.getByRole('region', { name: 'main' })).toHaveTextContent('großneumarkt');
  act(() => services.router.openMain());
  expect(screen.getByRole('region', { name: 'main' })).toHaveTextContent('');
});

it('shows the main screen without waiting for the session, for which its calls wait', async () => {
  await renderPage({ session: 'unknown' });
  expect(screen.getByRole('region', { name: 'main' })).toBeInTheDocument();
});

it.each([
  ['is drawn', { phase: 'mounted' }, ['frame/search']],
  ['can’t be drawn', { phase: 'failed' }, ['frame/search']],
  ['can’t be had', { failureCount: 1 }, ['frame/search']],
  ['is missing', { screens: [] }, ['frame/search']],
  ['waits for a session that can’t be had', { session: 'failed' }, ['frame/search']],
  ['is on its way', { phase: 'loading' }, []],
] as const)('loads the search after the list: the main screen %s', async (_case, options, slots) =>
  expect((await renderPage(options)).slotsAsked).toEqual(slots),
);

it('hides the main screen until the version is checked, although it already works', async () => {
  const { setAccess, mainShows } = await renderPage({ access: 'unknown' });
  expect(screen.queryByRole('region', { name: 'main' })).not.toBeInTheDocument();
  expect(screen.getByRole('region', { name: 'main', hidden: true })).toBeInTheDocument();
  expect(mainShows()).toBe(1);
  act(() => setAccess('open'));
  expect(screen.getByRole('region', { name: 'main' })).toBeInTheDocument();
});

it('says after four seconds that the list takes longer than usual, under a title', async () => {
  jest.useFakeTimers();
  await renderPage({ phase: 'loading' });
  act(() => jest.advanceTimersByTime(3_999));
  expect(screen.queryByText('Das dauert länger als sonst.')).not.toBeInTheDocument();
  act(() => jest.advanceTimersByTime(1));
  expect(screen.getByText('Das dauert länger als sonst.')).toBeInTheDocument();
  expect(screen.getByRole('heading', { level: 1, name: 'Mahlzeit: Mittagstisch in deiner Nähe' })).toBeInTheDocument();
  jest.useRealTimers();
});

it('has a banner, one main region, and a link that skips to it without touching the hash', async () => {
  const { tab } = await renderPage();
  expect(screen.getByRole('banner')).toBeInTheDocument();
  await userEvent.tab();
  expect(screen.getByRole('link', { name: 'Zum Inhalt springen' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  expect(screen.getByRole('main')).toHaveFocus();
  expect(tab.address()).toBe('/restaurants');
});

it('marks the menu button with the number of unread chats, once the drawer is loaded', async () => {
  const { services, shell } = await renderPage({ session: 'verified' });
  const chat = aChat();
  shell.change(meTopic, { kind: 'put', collection: 'chats', key: chat.key, value: { ...chat } });
  const menuButton = screen.getByRole('button', { name: 'Menü öffnen' });
  expect(menuButton).not.toHaveAccessibleDescription();
  await act(() => services.drawerModule.load());
  expect(menuButton).toHaveAccessibleDescription('1 ungelesener Chat');
  shell.setSession('anonymous');
  expect(menuButton).not.toHaveAccessibleDescription();
});

it('opens the main screen by the brand, and leaves other clicks on it to the browser', async () => {
  const { tab } = await renderPage({ address: '/neustadt' });
  window.scrollTo = jest.fn();
  const brandLink = screen.getByRole('link', { name: /^Mahlzeit/ });
  expect(brandLink).toHaveAttribute('href', '/restaurants');
  document.addEventListener('click', (event) => event.preventDefault(), { once: true });
  fireEvent.click(brandLink, { ctrlKey: true });
  expect(tab.address()).toBe('/neustadt');
  fireEvent.click(brandLink);
  expect(tab.address()).toBe('/restaurants');
});

it('opens the drawer by the menu button', async () => {
  const { services } = await renderPage();
  await userEvent.click(screen.getByRole('button', { name: 'Menü öffnen' }));
  expect(services.drawer.get()).toBe(true);
  expect(screen.getByRole('button', { name: 'Menü öffnen' })).toHaveAttribute('aria-expanded', 'true');
});

it('shows an error for the list, and the list after a retry', async () => {
  await renderPage({ failureCount: 1 });
  expect(screen.getByRole('heading', { name: 'Die Lokale kommen gerade nicht' })).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Erneut versuchen' }));
  expect(screen.getByRole('main')).toHaveFocus();
  await waitUntilSettled();
  expect(await screen.findByRole('region', { name: 'main' })).toBeInTheDocument();
});

it('shows the error instead of the prerendered list when the main screen throws before it has replaced that list', async () => {
  document.body.innerHTML = '<div id="prerender"><a href="#details/elbkantine">Elbkantine</a></div>';
  await renderPage({ doScreensThrow: true });
  expect(screen.queryByRole('link', { name: 'Elbkantine' })).not.toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Erneut versuchen' })).toBeVisible();
});

it('speaks of the connection where the browser is offline', async () => {
  jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await renderPage({ failureCount: 1 });
  expect(screen.getByRole('heading', { name: 'Keine Verbindung' })).toBeInTheDocument();
  expect(screen.getByText(/Prüf deine Internetverbindung/)).toBeInTheDocument();
  jest.restoreAllMocks();
});

it('returns the focus to the button where the list fails again', async () => {
  await renderPage({ failureCount: 2 });
  await userEvent.click(screen.getByRole('button', { name: 'Erneut versuchen' }));
  await waitUntilSettled();
  expect(screen.getByRole('button', { name: 'Erneut versuchen' })).toHaveFocus();
});

it('offers a reload for a registry without a main screen', async () => {
  const { reloads } = await renderPage({ screens: [] });
  await userEvent.click(screen.getByRole('button', { name: 'Erneut versuchen' }));
  expect(reloads()).toBe(1);
});

it('shows an offline error without a session, and continues once there is one', async () => {
  const { shell } = await renderPage({ session: 'failed' });
  expect(screen.getByRole('heading', { name: 'Keine Verbindung' })).toBeInTheDocument();
  expect(screen.queryByRole('region', { name: 'main' })).not.toBeInTheDocument();
  shell.setSession('anonymous');
  await waitUntilSettled();
  expect(screen.getByRole('region', { name: 'main' })).toBeInTheDocument();
});

it('shows a German page with a reload button when the shell itself crashes', async () => {
  const originalConsoleError = console.error;
  console.error = () => undefined;
  const BrokenComponent = (): never => {
    throw new Error('broken');
  };
  const reloadPage = jest.fn();
  renderWithServices(
    createFakeShellServices(),
    <CrashBoundary onReload={reloadPage}>
      <BrokenComponent />
    </CrashBoundary>,
  );
  console.error = originalConsoleError;
  expect(screen.getByRole('heading', { name: 'Da ist etwas schiefgegangen' })).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Seite neu laden' }));
  expect(reloadPage).toHaveBeenCalledTimes(1);
});
