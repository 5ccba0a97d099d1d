import type { Navigation, Timers } from '@mahlzeit/shared-ui/platform';
import { createAddressBar } from './address-bar';
import type { AddressBarWindow, AddressView } from './address-bar';
import { formatHash, isSameAddress } from './hash-address';
import type { ModalAddress } from './hash-address';
import { createJourneys } from './history-journey';

/** The part of `window` that the router uses. */
export interface RouterWindow extends AddressBarWindow {
  readonly history: Pick<History, 'pushState' | 'replaceState' | 'state' | 'go' | 'scrollRestoration'>;
  addEventListener(type: 'popstate' | 'hashchange', listener: () => void): void;
  removeEventListener(type: 'popstate' | 'hashchange', listener: () => void): void;
}

/** Navigation of the shell API as far as the address is concerned, and what the shell itself needs of it. */
export interface Router extends Omit<Navigation, 'has'> {
  /** The same object until the address changes. */
  get(): AddressView;
  subscribe(listener: () => void): () => void;
  /** Shows the bare main screen, as the brand in the top frame does. */
  openMain(): void;
  dispose(): void;
}

/** Modal navigation by hash over the page that the path names (S1§2). */
export const createRouter = (browser: RouterWindow, timers: Timers): Router => {
  const bar = createAddressBar(browser);
  const journeys = createJourneys({ history: browser.history, timers, settle: bar.settle });

  const closeNow = (): void => {
    const { mark, view } = bar.here();
    if (view.modal === null || mark.closedDepth === null) bar.clear();
    else journeys.back(mark.depth - mark.closedDepth, 'cleared');
  };

  const backNow = (steps: number): void => {
    const { mark } = bar.here();
    if (steps <= mark.depth) journeys.back(steps, 'asItIs');
    // R05: what lies further back isn't ours; the modal that was the way in goes too.
    else if (mark.depth > 0) journeys.back(mark.depth, 'cleared');
    else bar.clear();
  };

  const show = (how: 'push' | 'replace', modal: ModalAddress): void => {
    if (modal.key !== '' && !isSameAddress(bar.here().view.modal, modal)) bar.show(how, modal);
  };

  const onPopState = (): void => {
    bar.arrive();
    journeys.arrived();
  };
  // It follows the popstate of the same step, and may come when the next journey has begun.
  const onHashChange = (): void => {
    if (!journeys.isUnderWay()) onPopState();
  };

  // The page under a modal never moves by itself, so the browser has no position to restore.
  browser.history.scrollRestoration = 'manual';
  browser.addEventListener('popstate', onPopState);
  browser.addEventListener('hashchange', onHashChange);

  return {
    get: () => bar.here().view,
    subscribe: bar.subscribe,
    open: (key, ...params) => journeys.whenArrived(() => show('push', { key, params })),
    replace: (key, ...params) => journeys.whenArrived(() => show('replace', { key, params })),
    close: () => journeys.whenArrived(closeNow),
    back: (steps = 1) => journeys.whenArrived(() => backNow(steps)),
    hrefOf: (key, ...params) => formatHash({ key, params }),
    openMain: () => journeys.whenArrived(() => (bar.isAtMain() ? closeNow() : bar.pushMain())),
    dispose: () => {
      browser.removeEventListener('popstate', onPopState);
      browser.removeEventListener('hashchange', onHashChange);
      journeys.dispose();
    },
  };
};
