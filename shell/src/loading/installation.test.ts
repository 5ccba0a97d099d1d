import { watchInstallation } from './installation';

const promptEvent = () => Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt: jest.fn() });

it('offers the installation in place of the browser’s banner, once for each event', () => {
  const browser = new EventTarget();
  const installApp = watchInstallation(browser);
  expect(installApp.get()).toBeNull();
  const event = promptEvent();
  browser.dispatchEvent(event);
  expect(event.defaultPrevented).toBe(true);
  installApp.get()?.();
  expect([event.prompt.mock.calls.length, installApp.get()]).toEqual([1, null]);
});

it('offers nothing once the app is installed', () => {
  const browser = new EventTarget();
  const installApp = watchInstallation(browser);
  browser.dispatchEvent(promptEvent());
  browser.dispatchEvent(new Event('appinstalled'));
  expect(installApp.get()).toBeNull();
});
