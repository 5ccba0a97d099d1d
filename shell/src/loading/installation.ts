import { createObservable } from '@mahlzeit/shared-ui/platform';
import type { Observable } from '@mahlzeit/shared-ui/platform';

/** Part of `window` that tells whether the browser can install the app. */
interface InstallationWindow {
  addEventListener(type: string, listener: (event: Event) => void): void;
}

/** Event `beforeinstallprompt`, which Chromium fires; the types of the DOM don't contain it. */
type PromptEvent = Event & { prompt(): unknown };

const isPromptEvent = (event: Event): event is PromptEvent => 'prompt' in event && typeof event.prompt === 'function';

/**
 * Watches whether the browser can install the app. The value is a function that asks the user to install it; null if
 * that isn't possible. The browser's own banner doesn't appear, because the screen „App laden“ offers the same.
 */
export const watchInstallation = (browser: InstallationWindow): Observable<(() => void) | null> => {
  const installApp = createObservable<(() => void) | null>(null);
  browser.addEventListener('beforeinstallprompt', (event) => {
    if (!isPromptEvent(event)) return;
    event.preventDefault();
    installApp.set(() => {
      // The function is removed after a call, because the browser accepts one call for each event, and fires another
      // event if the user declines.
      installApp.set(null);
      event.prompt();
    });
  });
  browser.addEventListener('appinstalled', () => installApp.set(null));
  return installApp;
};
