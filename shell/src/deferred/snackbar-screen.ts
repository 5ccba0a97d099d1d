import type { Timers } from '@mahlzeit/shared-ui/platform';
import type { Router } from '../router/router';
import type { Snackbars } from '../messages/snackbars';

export interface SnackbarScreenDeps {
  readonly snackbars: Pick<Snackbars, 'get' | 'subscribe' | 'close'>;
  readonly router: Pick<Router, 'subscribe'>;
  readonly timers: Timers;
}

/**
 * Age in milliseconds up to which a message survives a change of the screen. The action that shows a message often
 * changes the screen as well, and a step back in the history takes up to 700 ms.
 */
const OWN_CHANGE_MS = 1_000;

/**
 * Closes the visible message when the screen changes, because it refers to the previous screen. Returns an unsubscribe
 * function.
 */
export const closeSnackbarWithScreen = ({ snackbars, router, timers }: SnackbarScreenDeps): (() => void) => {
  let stopTimer = (): void => undefined;
  let belongsToScreen = false;

  const watchMessage = (): void => {
    stopTimer();
    belongsToScreen = false;
    stopTimer = timers.after(OWN_CHANGE_MS, () => (belongsToScreen = true));
  };
  const closeMessage = (): void => {
    const visibleSnackbar = snackbars.get();
    if (belongsToScreen && visibleSnackbar !== null) snackbars.close(visibleSnackbar.id);
  };

  const stopFunctions = [snackbars.subscribe(watchMessage), router.subscribe(closeMessage)];
  watchMessage();
  return () => {
    stopTimer();
    for (const stop of stopFunctions) stop();
  };
};
