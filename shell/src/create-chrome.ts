import type { Deployment, Platform, ShellApi } from '@mahlzeit/shared-ui/platform';
import { browserTimers } from '@mahlzeit/shared-ui/platform';
import { createBusy } from './busy';
import type { Chrome } from './chrome';
import { createAlerts, createAsk } from './dialogs';
import { createDrawer } from './drawer';
import { mainRegion } from './frame';
import { createLazyPart } from './lazy-part';
import type { RemoteLoader } from './loader';
import { createRemoteParts } from './parts';
import { createRouter, followHashLinks, swallowSecondClick } from './router';
import { createFocusKeeper, titleOf } from './screens';
import { createLogout, watchConnection } from './session';
import { createSnackbars } from './snackbars';

/** What the shell is built from. */
export interface ChromeDeps extends Pick<Chrome, 'lookup' | 'RemoteScreen'> {
  readonly platform: Platform;
  readonly loader: RemoteLoader;
  readonly deployment: Deployment;
  readonly browser: Window;
}

const createTools = (loader: RemoteLoader, page: Document) => {
  const busy = createBusy(browserTimers);
  const snackbars = createSnackbars(browserTimers);
  const alerts = createAlerts();
  const dialogParts = createLazyPart(() => loader.shared('ui/dialog', () => import('@mahlzeit/shared-ui/ui/dialog')));
  const focus = createFocusKeeper({ page, timers: browserTimers, mainRegion });
  const told = { track: busy.track, snackbar: snackbars.show };
  const ask = createAsk({ ...told, alerts, dialogParts });
  const drawer = createDrawer({ ...told, panel: dialogParts, noteOpener: focus.noteOpener });
  return { busy, snackbars, alerts, dialogParts, focus, ask, drawer };
};

/** Wires the shell's parts and the API that it gives to remotes. `stop` undoes what reaches outside. */
export const createChrome = ({ platform, loader, lookup, RemoteScreen, deployment, browser }: ChromeDeps): { readonly chrome: Chrome; stop(): void } => {
  const { ask, ...tools } = createTools(loader, browser.document);
  const router = createRouter(browser, browserTimers);
  const { session, clock, store, live, gateway, eventLog } = platform;
  const { busy, snackbars, drawer } = tools;
  const shell: ShellApi = {
    session, clock, store, live, gateway, deployment,
    navigation: router,
    parts: createRemoteParts({ loader, lookup, shell: () => shell }),
    snackbar: snackbars.show,
    alert: ask,
    track: busy.track,
    logEvent: eventLog.log,
    openDrawer: () => void drawer.open(),
  };
  browser.document.title = titleOf(null);
  const undo = [
    router.dispose,
    followHashLinks(browser.document, router),
    swallowSecondClick(browser, router),
    watchConnection({ browser, live, snackbars, timers: browserTimers }),
  ];
  return {
    chrome: {
      ...tools, shell, router, lookup, loader, RemoteScreen,
      logout: createLogout(shell),
      reload: () => browser.location.reload(),
    },
    stop: () => undo.forEach((step) => step()),
  };
};
