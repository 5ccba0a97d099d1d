import { createListeners } from '@mahlzeit/shared-ui/platform';
import type { Navigation, OverlayStack, ScreenAddress, Timers } from '@mahlzeit/shared-ui/platform';
import { formatHash, isSameAddress, MAIN_PATH, pageRouteOf, parseHash, screenOfSharedLink } from './address';
import type { UrlParts, AddressedPage } from './address';
import {
  markOfOpenedScreen,
  detourBelow,
  firstHistoryMark,
  markAbove,
  markWithoutDetour,
  readMark,
} from './history-mark';
import type { HistoryMark, MissingStep } from './history-mark';
import { createHistorySteps } from './history-steps';
import type { AddressLookup } from '../remotes/registry';

/** Content of the URL: a page and, above it, at most one modal screen. */
export interface AddressView {
  readonly page: AddressedPage;
  readonly modal: ScreenAddress | null;
}

/** Part of `window` that contains the URL and the history. */
interface AddressBarWindow {
  readonly location: UrlParts;
  readonly history: Pick<History, 'pushState' | 'replaceState' | 'state' | 'length'>;
}

const isSamePage = (firstPage: AddressedPage, secondPage: AddressedPage): boolean =>
  firstPage.kind === secondPage.kind &&
  (firstPage.kind !== 'main' || secondPage.kind !== 'main' || firstPage.placeId === secondPage.placeId);

/**
 * Creates the functions that read and write the URL and the history entries. A redirect replaces the current entry
 * (R03).
 */
const createAddressBar = ({ location, history }: AddressBarWindow, lookup: AddressLookup) => {
  const listeners = createListeners();

  const readPage = (): AddressedPage => {
    const route = pageRouteOf(location, lookup);
    if (route.kind !== 'redirect') return route;
    history.replaceState(history.state, '', route.targetUrl);
    return readPage();
  };
  const readAddress = (): AddressView => ({ page: readPage(), modal: parseHash(location.hash) });

  const linkedScreen = screenOfSharedLink(location, lookup);
  let currentView = readAddress();
  let currentMark: HistoryMark = readMark(history.state) ?? firstHistoryMark;
  history.replaceState(currentMark, '');
  // Length of the history after the router's last push. If the history is longer, it contains entries of an iframe,
  // which the router hasn't created.
  let { length } = history;

  const publishAddressChange = (): void => {
    const nextView = readAddress();
    if (isSamePage(nextView.page, currentView.page) && isSameAddress(nextView.modal, currentView.modal)) return;
    currentView = nextView;
    listeners.emit();
  };

  const overlayCount = (): number => currentMark.overlays ?? 0;

  const writeEntry = (
    historyMethod: 'push' | 'replace',
    nextMark: HistoryMark,
    pathAndHash: { path?: string; hash: string },
  ): void => {
    currentMark = nextMark;
    const address = `${pathAndHash.path ?? location.pathname}${location.search}${pathAndHash.hash}`;
    if (historyMethod === 'push') {
      history.pushState(currentMark, '', address);
      ({ length } = history);
    } else history.replaceState(currentMark, '', address);
  };

  // A shared link opens its screen above the main screen, so that Back leads to the list.
  if (linkedScreen !== null) {
    writeEntry('push', markAbove(currentMark, null), { hash: formatHash(linkedScreen) });
    currentView = readAddress();
  }

  const removeHash = (): void => {
    if (location.hash === '') return;
    // Without the hash, the history entry is no longer a detour to the login or verification screen. If it stayed one,
    // `resume` would go back from an entry that the visitor has left.
    writeEntry('replace', markWithoutDetour(currentMark), { hash: '' });
  };

  return {
    here: () => ({ view: currentView, mark: currentMark }),
    overlayCount,
    /** Returns whether a single step back leads to this screen. */
    isBelow: (modal: ScreenAddress): boolean => currentMark.below === formatHash(modal) && history.length === length,
    isAtMain: () => location.pathname === MAIN_PATH,
    subscribe: listeners.add,
    /** Adds the history entry of one more overlay above the screen. */
    pushOverlay: () => writeEntry('push', { ...currentMark, overlays: overlayCount() + 1 }, { hash: location.hash }),
    show(historyMethod: 'push' | 'replace', modal: ScreenAddress): void {
      writeEntry(
        // If an overlay opens a screen, the overlay's history entry becomes the entry of that screen.
        overlayCount() > 0 ? 'replace' : historyMethod,
        historyMethod === 'push' ? markAbove(currentMark, currentView.modal) : markOfOpenedScreen(currentMark),
        { hash: formatHash(modal) },
      );
      publishAddressChange();
    },
    /**
     * Opens the login or verification screen (`requirementScreen`) above the entry of the refused screen. Closing
     * `requirementScreen` also leaves the refused entry, so that nobody returns to a screen to which they have no
     * access.
     */
    detour(missingStep: MissingStep, requirementScreen: ScreenAddress): void {
      const detour = { step: missingStep, depth: currentMark.depth };
      writeEntry('replace', { ...currentMark, detour }, { hash: location.hash });
      writeEntry(
        'push',
        { depth: currentMark.depth + 1, closedDepth: currentMark.depth, detour },
        { hash: formatHash(requirementScreen) },
      );
      publishAddressChange();
    },
    clear(): void {
      removeHash();
      publishAddressChange();
    },
    pushMain(): void {
      writeEntry('push', { depth: currentMark.depth + 1, closedDepth: null }, { path: MAIN_PATH, hash: '' });
      publishAddressChange();
    },
    /**
     * Reads the router's state of the history entry that the browser has reached. An entry without such a state was
     * created by the user in the address bar, and gets one.
     */
    arrive(): void {
      const storedMark = readMark(history.state);
      if (storedMark !== null) {
        currentMark = storedMark;
        return;
      }
      if (!isSameAddress(parseHash(location.hash), currentView.modal))
        currentMark = markAbove(currentMark, currentView.modal);
      ({ length } = history);
      history.replaceState(currentMark, '');
    },
    publish: publishAddressChange,
  };
};

/** Part of `window` that the router uses. */
export interface RouterWindow extends AddressBarWindow {
  readonly history: Pick<History, 'pushState' | 'replaceState' | 'state' | 'length' | 'go' | 'scrollRestoration'>;
  addEventListener(type: 'popstate' | 'hashchange', listener: () => void): void;
  removeEventListener(type: 'popstate' | 'hashchange', listener: () => void): void;
}

/** Navigation of the shell API without `has`, with functions that only the shell uses. */
export interface Router extends Omit<Navigation, 'has'> {
  /** Returns the page and the modal screen that the address names; the same object until the address changes. */
  get(): AddressView;
  subscribe(listener: () => void): () => void;
  /** Runs `act` now or, during a history step, after the step has ended. */
  whenArrived(act: () => void): void;
  /**
   * Leaves the history entries of all overlays, then runs `act`, which reloads or leaves the page. A later step back
   * would cancel the load of the next page.
   */
  leavePage(act: () => void): void;
  /**
   * Opens the screen `requirementScreen`, which meets the missing requirement of the current screen. A visitor who
   * comes back without having met it sees the screen before the refused one, or only the page.
   */
  detour(step: MissingStep, requirementScreen: ScreenAddress): void;
  /**
   * Returns the requirement of the current detour, for which the login or verification screen was opened; null outside
   * a detour.
   */
  missingStep(): MissingStep | null;
  /** Goes back to the refused screen of the current detour. */
  resume(): void;
  /** Shows the main screen without a modal screen, as a press on the logo in the top bar does. */
  openMain(): void;
  dispose(): void;
}

/** Creates the router: the path of the URL names the page, the hash names the modal screen above it (S1§2). */
export const createRouter = (browser: RouterWindow, timers: Timers, lookup: AddressLookup): Router => {
  const addressBar = createAddressBar(browser, lookup);
  const downloadKey = lookup.address('download')?.key;
  const historySteps = createHistorySteps({
    history: browser.history,
    timers,
    applyResult(result) {
      if (typeof result === 'function') return result();
      if (result === 'cleared') return leaveModal();
      if (result === 'overdue') return addressBar.clear();
      addressBar.publish();
      if (result !== 'asItIs') showModal('replace', result);
    },
  });

  /**
   * Leaves the modal screen of the current history entry. If it was refused and is above another modal screen, goes
   * back to that screen.
   */
  function leaveModal(): void {
    const { detour, depth, closedDepth } = addressBar.here().mark;
    if (depth > 0 && detour?.depth === depth && closedDepth !== depth - 1) historySteps.back(1, 'asItIs');
    else addressBar.clear();
  }

  const closeModalNow = (): void => {
    const { mark, view } = addressBar.here();
    if (view.modal === null || mark.closedDepth === null) addressBar.clear();
    else historySteps.back(mark.depth - mark.closedDepth, 'cleared');
  };

  const goBackNow = (stepCount: number): void => {
    const { mark } = addressBar.here();
    if (stepCount <= mark.depth) historySteps.back(stepCount, 'asItIs');
    // Entries before the first one of the visit belong to other sites (R05). The router therefore goes back to the
    // first entry, and closes the modal screen with which the visit started.
    else if (mark.depth > 0) historySteps.back(mark.depth, 'cleared');
    else addressBar.clear();
  };

  function showModal(historyMethod: 'push' | 'replace', modal: ScreenAddress): void {
    if (modal.key !== '' && !isSameAddress(addressBar.here().view.modal, modal)) addressBar.show(historyMethod, modal);
  }

  // If the previous entry already shows the screen, goes back to it: with the same screen in two entries, the next step
  // back would seem to do nothing.
  const replaceModalNow = (modal: ScreenAddress): void =>
    addressBar.isBelow(modal) ? historySteps.back(1, modal) : showModal('replace', modal);

  // If users open another screen from the screen that offers the app, that screen replaces the offer: Back leads to the
  // page, and the offer isn't shown again.
  const openModalNow = (modal: ScreenAddress): void => {
    const { view, mark } = addressBar.here();
    if (downloadKey === undefined || view.modal?.key !== downloadKey) return showModal('push', modal);
    if (mark.closedDepth !== null) return showModal('replace', modal);
    if (modal.key === '' || modal.key === downloadKey) return;
    addressBar.clear();
    showModal('push', modal);
  };

  let overlays: OverlayStack | null = null;

  /** Leaves the history entries of overlays except the first `remainingCount`, then runs `navigate`. */
  const fromScreen = (navigate: () => void, remainingCount = 0): void =>
    historySteps.whenArrived(() => {
      const leftCount = addressBar.overlayCount() - remainingCount;
      if (leftCount > 0) historySteps.back(leftCount, navigate);
      else navigate();
    });

  /**
   * Returns to the screen that the user has left by several steps back at once, over its open overlays: no overlay
   * could ask before. Overlays that close without a question stay closed, and the screen closes as well.
   */
  const returnToOverlays = (openOverlays: OverlayStack, stepCount: number): void =>
    historySteps.back(-stepCount, () => {
      if (!openOverlays.isLeftBy(stepCount)) historySteps.back(stepCount, 'asItIs');
    });

  const onPopState = (): void => {
    const isOwnStep = historySteps.isUnderWay();
    const [{ depth }, hadEntries] = [addressBar.here().mark, addressBar.overlayCount() > 0];
    addressBar.arrive();
    const stepCount = depth - addressBar.here().mark.depth;
    if (!isOwnStep && overlays !== null && stepCount > 0 && overlays.isLeftBy(stepCount)) {
      const isWaitingForEntries = overlays.count() > 0 && !hadEntries;
      returnToOverlays(overlays, stepCount);
      if (!isWaitingForEntries) overlays.closeLeftBy(stepCount);
      return;
    }
    historySteps.arrived();
    if (!isOwnStep) overlays?.closeAbove(addressBar.overlayCount());
  };
  // After one step in the history, browsers fire hashchange after popstate, possibly when the next step has started.
  const onHashChange = (): void => {
    if (!historySteps.isUnderWay()) onPopState();
  };

  // The router manages scrolling itself (`manual`): the page below a modal screen doesn't scroll when the screen opens
  // or closes, so the browser must not restore a position.
  browser.history.scrollRestoration = 'manual';
  browser.addEventListener('popstate', onPopState);
  browser.addEventListener('hashchange', onHashChange);

  const startDetourNow = (missingStep: MissingStep, requirementScreen: ScreenAddress): void => {
    const { detour, depth } = addressBar.here().mark;
    if (detour?.step === missingStep && detour.depth === depth) leaveModal();
    else addressBar.detour(missingStep, requirementScreen);
  };

  const pushMissingOverlays = (): void => {
    for (let count = addressBar.overlayCount(); count < (overlays?.count() ?? 0); count += 1) addressBar.pushOverlay();
  };

  // After a reload, the overlays of the history entry no longer exist, so their entries are left.
  fromScreen(() => undefined);

  const resumeRefusedNow = (): void => {
    const { mark } = addressBar.here();
    const detour = detourBelow(mark);
    if (detour !== undefined) historySteps.back(mark.depth - detour.depth, 'asItIs');
  };

  return {
    get: () => addressBar.here().view,
    subscribe: addressBar.subscribe,
    current: () => addressBar.here().view.modal,
    whenArrived: historySteps.whenArrived,
    leavePage: (act) => fromScreen(act),
    detour(step, requirementScreen) {
      const refusedScreen = addressBar.here().view.modal;
      historySteps.whenArrived(() => {
        // If the visitor has left the refused screen in the meantime, login or verification needn't open.
        if (isSameAddress(addressBar.here().view.modal, refusedScreen)) startDetourNow(step, requirementScreen);
      });
    },
    missingStep: () => detourBelow(addressBar.here().mark)?.step ?? null,
    resume: () => fromScreen(resumeRefusedNow),
    open: (key, ...params) => fromScreen(() => openModalNow({ key, params }), 1),
    replace: (key, ...params) => fromScreen(() => replaceModalNow({ key, params })),
    close: () => fromScreen(closeModalNow),
    back: (stepCount = 1) => fromScreen(() => goBackNow(stepCount)),
    syncOverlays(openOverlays) {
      overlays = openOverlays;
      historySteps.whenArrived(() => fromScreen(pushMissingOverlays, openOverlays.count()));
    },
    hrefOf: (key, ...params) => formatHash({ key, params }),
    openMain: () => fromScreen(() => (addressBar.isAtMain() ? closeModalNow() : addressBar.pushMain())),
    dispose: () => {
      browser.removeEventListener('popstate', onPopState);
      browser.removeEventListener('hashchange', onHashChange);
      historySteps.dispose();
    },
  };
};
