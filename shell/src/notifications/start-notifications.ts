import type { ShellApi } from '@mahlzeit/shared-ui/platform';
import { browserTimers } from '@mahlzeit/shared-ui/platform';
import { createClosing } from './create-closing';
import { createToldNotifications } from './told-notifications';
import type { NotificationDeps } from './watch-notifications';
import { watchNotifications } from './watch-notifications';

/** What the browser's notifications are started with. */
export interface NotificationStart extends Pick<NotificationDeps, 'router' | 'snackbars' | 'hasScreen'> {
  readonly shell: Pick<ShellApi, 'live' | 'gateway'>;
  readonly browser: Pick<Window, 'document' | 'localStorage'>;
}

/** Tells notifications in this browser. Answers the way to stop. */
export const startNotifications = ({ shell, browser, ...told }: NotificationStart): (() => void) =>
  watchNotifications({
    ...told,
    live: shell.live,
    page: browser.document,
    told: createToldNotifications(() => browser.localStorage),
    closing: createClosing({ gateway: shell.gateway, timers: browserTimers }),
  });
