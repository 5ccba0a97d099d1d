import type { ShellApi } from '@mahlzeit/shared-ui/platform';
import { browserTimers } from '@mahlzeit/shared-ui/platform';
import { createCloseQueue } from './create-closing';
import { createAnnouncedNotifications } from './told-notifications';
import type { NotificationDeps } from './watch-notifications';
import { watchNotifications } from './watch-notifications';

export interface NotificationStart extends Pick<NotificationDeps, 'router' | 'snackbars' | 'hasScreen'> {
  readonly shell: Pick<ShellApi, 'live' | 'apiClient'>;
  readonly browser: Pick<Window, 'document' | 'localStorage'>;
}

/** Announces notifications in this browser. Returns an unsubscribe function. */
export const startNotifications = ({ shell, browser, ...deps }: NotificationStart): (() => void) =>
  watchNotifications({
    ...deps,
    live: shell.live,
    page: browser.document,
    announced: createAnnouncedNotifications(() => browser.localStorage),
    closeQueue: createCloseQueue({ apiClient: shell.apiClient, timers: browserTimers }),
  });
