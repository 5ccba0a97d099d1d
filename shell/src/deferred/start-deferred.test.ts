import { fakeShell } from '@mahlzeit/shared-ui/testing';
import { waitTurns } from '../fake-browser';
import { createLazyModule } from '../loading/lazy-module';
import { createAlerts } from '../messages/alerts';
import { countUnreadChatsWhenLoaded, restoreFocusAfterAlerts } from './start-deferred';

it('restores the focus once the last alert has closed, and not after its stop', async () => {
  const alerts = createAlerts();
  const restoreFocus = jest.fn();
  const stopRestoring = restoreFocusAfterAlerts({ alerts, focus: { restore: restoreFocus } });
  const alertAnswers = ['Sicher?', 'Wirklich?'].map((title) => alerts.ask({ title, text: '', actions: [] }));
  const answerAlert = () => alerts.answer(alerts.get()?.id ?? 0, null);
  answerAlert();
  expect(restoreFocus).not.toHaveBeenCalled();
  answerAlert();
  expect(restoreFocus).toHaveBeenCalledTimes(1);
  await Promise.all(alertAnswers);
  stopRestoring();
  void alerts.ask({ title: 'Noch etwas?', text: '', actions: [] });
  answerAlert();
  expect(restoreFocus).toHaveBeenCalledTimes(1);
});

describe('counting unread chats', () => {
  const startPage = (session: 'anonymous' | 'verified') => {
    const shell = fakeShell({ session });
    const stopCounting = jest.fn();
    const watchUnreadCount = jest.fn(() => stopCounting);
    const importDrawer = jest.fn(() => Promise.resolve({ watchUnreadCount }));
    const drawerModule = createLazyModule(importDrawer);
    const stop = countUnreadChatsWhenLoaded({
      drawerModule,
      shell,
      title: { setPrefix: () => undefined },
      navigator: {},
    });
    return { shell, drawerModule, importDrawer, watchUnreadCount, stopCounting, stop };
  };

  it('loads the drawer for a member, and counts once', async () => {
    const { shell, drawerModule, watchUnreadCount, stopCounting, stop } = startPage('verified');
    await waitTurns();
    expect(watchUnreadCount).toHaveBeenCalledTimes(1);
    shell.setSession('anonymous');
    shell.setSession('verified');
    await drawerModule.load();
    expect(watchUnreadCount).toHaveBeenCalledTimes(1);
    stop();
    expect(stopCounting).toHaveBeenCalledTimes(1);
  });

  it('loads nothing for a visitor before they log in', async () => {
    const { shell, importDrawer, watchUnreadCount } = startPage('anonymous');
    await waitTurns();
    expect(importDrawer).not.toHaveBeenCalled();
    shell.setSession('verified');
    await waitTurns();
    expect(watchUnreadCount).toHaveBeenCalledTimes(1);
  });

  it('counts with a drawer that is already loaded', async () => {
    const { drawerModule, watchUnreadCount, stop } = startPage('anonymous');
    await drawerModule.load();
    expect(watchUnreadCount).toHaveBeenCalledTimes(1);
    stop();
  });
});
