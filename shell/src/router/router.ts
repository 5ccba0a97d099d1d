import { createListeners } from '@mahlzeit/shared-ui/platform';
import type { Navigation, ScreenAddress, Timers } from '@mahlzeit/shared-ui/platform';
import { formatHash, isSameAddress, MAIN_PATH, pageRouteOf, parseHash, sharedScreenOf } from './address';
import type { AddressParts, AddressedPage } from './address';
import { asOpened, detourBelow, firstMark, markAbove, readMark } from './history-mark';
import type { HistoryMark, MissingStep } from './history-mark';
import type { AddressLookup } from '../remotes/registry';

/**
 * State to show after a history step. `asItIs`: the reached entry as it is; `cleared`: the reached entry without its
 * modal screen; an address: the reached entry then shows this modal screen.
 */
type StepResult = 'asItIs' | 'cleared' | ScreenAddress;

interface JourneyDeps {
  readonly history: Pick<History, 'go'>;
  readonly timers: Timers;
  /** Shows the state after a history step. */
  settle(end: StepResult): void;
}

// Maximum duration of a history step. A step ends with the event popstate; if the browser doesn't fire the event, the
// step counts as ended after this time.
const LONGEST_JOURNEY_MS = 700;

/**
 * Runs steps back in the history, which every browser completes asynchronously. One step runs at a time; all other
 * navigation waits until the step has ended.
 */
const createJourneys = ({ history, timers, settle }: JourneyDeps) => {
  const waiting: (() => void)[] = [];
  let current: { readonly end: StepResult; readonly stopWaiting: () => void } | null = null;

  const finish = (end: StepResult): void => {
    current?.stopWaiting();
    current = null;
    settle(end);
    while (current === null && waiting.length > 0) waiting.shift()?.();
  };

  return {
    isUnderWay: () => current !== null,
    /**
     * Runs `act` now or, during a history step, after the step has ended: a push during the step would cancel the step.
     */
    whenArrived(act: () => void): void {
      if (current === null) act();
      else waiting.push(act);
    },
    back(steps: number, end: StepResult): void {
      // If the browser doesn't move within the time limit, the modal screen is removed from the current entry, so that
      // a closed screen stays closed.
      current = {
        end,
        stopWaiting: timers.after(LONGEST_JOURNEY_MS, () => finish(end === 'asItIs' ? 'cleared' : end)),
      };
      history.go(-steps);
    },
    /** Called when the browser has reached an entry, by a step of the router or by the user's Back button. */
    arrived: () => finish(current?.end ?? 'asItIs'),
    dispose(): void {
      current?.stopWaiting();
      waiting.length = 0;
    },
  };
};

/** Content of the URL: a page and, above it, at most one modal screen. */
export interface AddressView {
  readonly page: AddressedPage;
  readonly modal: ScreenAddress | null;
}

/** Part of `window` that contains the URL and the history. */
interface AddressBarWindow {
  readonly location: AddressParts;
  readonly history: Pick<History, 'pushState' | 'replaceState' | 'state' | 'length'>;
}

const isSamePage = (one: AddressedPage, other: AddressedPage): boolean =>
  one.kind === other.kind && (one.kind !== 'main' || other.kind !== 'main' || one.placeId === other.placeId);

/**
 * Creates the functions that read and write the URL and the history entries. A redirect replaces the current entry
 * (R03).
 */
const createAddressBar = ({ location, history }: AddressBarWindow, lookup: AddressLookup) => {
  const listeners = createListeners();

  const pageHere = (): AddressedPage => {
    const route = pageRouteOf(location, lookup);
    if (route.kind !== 'redirect') return route;
    history.replaceState(history.state, '', route.to);
    return pageHere();
  };
  const readAddress = (): AddressView => ({ page: pageHere(), modal: parseHash(location.hash) });

  const shared = sharedScreenOf(location, lookup);
  let view = readAddress();
  let mark: HistoryMark = readMark(history.state) ?? firstMark;
  history.replaceState(mark, '');
  // Length of the history after the router's last push. A longer history contains entries of an iframe, which the
  // router hasn't created.
  let { length } = history;

  const publish = (): void => {
    const next = readAddress();
    if (isSamePage(next.page, view.page) && isSameAddress(next.modal, view.modal)) return;
    view = next;
    listeners.emit();
  };

  const write = (how: 'push' | 'replace', next: HistoryMark, pathAndHash: { path?: string; hash: string }): void => {
    mark = next;
    const address = `${pathAndHash.path ?? location.pathname}${location.search}${pathAndHash.hash}`;
    if (how === 'push') {
      history.pushState(mark, '', address);
      ({ length } = history);
    } else history.replaceState(mark, '', address);
  };

  // A shared link opens its screen above the main screen, so that Back leads to the list.
  if (shared !== null) {
    write('push', markAbove(mark, null), { hash: formatHash(shared) });
    view = readAddress();
  }

  const withoutHash = (): void => {
    if (location.hash !== '') write('replace', mark, { hash: '' });
  };

  return {
    here: () => ({ view, mark }),
    /** Whether a single step back leads to this screen. */
    isBelow: (modal: ScreenAddress): boolean => mark.below === formatHash(modal) && history.length === length,
    isAtMain: () => location.pathname === MAIN_PATH,
    subscribe: listeners.add,
    show(how: 'push' | 'replace', modal: ScreenAddress): void {
      write(how, how === 'push' ? markAbove(mark, view.modal) : asOpened(mark), { hash: formatHash(modal) });
      publish();
    },
    /**
     * Opens the screen `way` above the entry of the refused screen. Closing `way` also leaves the refused entry, so
     * that nobody returns to a screen that they may not see.
     */
    detour(step: MissingStep, way: ScreenAddress): void {
      const detour = { step, depth: mark.depth };
      write('replace', { ...mark, detour }, { hash: location.hash });
      write('push', { depth: mark.depth + 1, closedDepth: mark.depth, detour }, { hash: formatHash(way) });
      publish();
    },
    clear(): void {
      withoutHash();
      publish();
    },
    pushMain(): void {
      write('push', { depth: mark.depth + 1, closedDepth: null }, { path: MAIN_PATH, hash: '' });
      publish();
    },
    /**
     * Reads the mark of the reached entry. An entry without a mark was created by the user in the address bar, and gets
     * one.
     */
    arrive(): void {
      const storedMark = readMark(history.state);
      if (storedMark !== null) {
        mark = storedMark;
        return;
      }
      if (!isSameAddress(parseHash(location.hash), view.modal)) mark = markAbove(mark, view.modal);
      ({ length } = history);
      history.replaceState(mark, '');
    },
    publish,
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
  /** Returns the same object until the address changes. */
  get(): AddressView;
  subscribe(listener: () => void): () => void;
  /** Runs `act` now or, during a history step, after the step has ended. */
  whenArrived(act: () => void): void;
  /**
   * Opens the screen `way`, which meets the missing requirement of the current screen. If the visitor comes back
   * without having met it, they see the screen before the refused one, or only the page.
   */
  detour(step: MissingStep, requirementScreen: ScreenAddress): void;
  /** Returns the requirement of the current detour; null outside a detour. */
  missingStep(): MissingStep | null;
  /** Goes back to the refused screen of the current detour. */
  resume(): void;
  /** Shows the main screen without a modal screen, like a press on the brand in the top bar. */
  openMain(): void;
  dispose(): void;
}

/** Creates the router: the path of the URL names the page, the hash names the modal screen above it (S1§2). */
export const createRouter = (browser: RouterWindow, timers: Timers, lookup: AddressLookup): Router => {
  const bar = createAddressBar(browser, lookup);
  const download = lookup.address('download')?.key;
  const historySteps = createJourneys({
    history: browser.history,
    timers,
    settle(end) {
      if (end === 'cleared') return leave();
      bar.publish();
      if (end !== 'asItIs') show('replace', end);
    },
  });

  /**
   * Leaves the modal screen of the current entry. If it was refused and is above another modal screen, goes back to
   * that screen.
   */
  function leave(): void {
    const { detour, depth, closedDepth } = bar.here().mark;
    if (depth > 0 && detour?.depth === depth && closedDepth !== depth - 1) historySteps.back(1, 'asItIs');
    else bar.clear();
  }

  const closeNow = (): void => {
    const { mark, view } = bar.here();
    if (view.modal === null || mark.closedDepth === null) bar.clear();
    else historySteps.back(mark.depth - mark.closedDepth, 'cleared');
  };

  const backNow = (steps: number): void => {
    const { mark } = bar.here();
    if (steps <= mark.depth) historySteps.back(steps, 'asItIs');
    // R05: entries before the first one of the visit belong to other sites. So the router goes back to the first entry,
    // and closes the modal screen with which the visit started.
    else if (mark.depth > 0) historySteps.back(mark.depth, 'cleared');
    else bar.clear();
  };

  function show(how: 'push' | 'replace', modal: ScreenAddress): void {
    if (modal.key !== '' && !isSameAddress(bar.here().view.modal, modal)) bar.show(how, modal);
  }

  // If the previous entry already shows the screen, goes back to it: with the same screen in two entries, the next step
  // back would seem to do nothing.
  const replaceNow = (modal: ScreenAddress): void =>
    bar.isBelow(modal) ? historySteps.back(1, modal) : show('replace', modal);

  // When users open another screen from the download offer, that screen replaces the offer: Back leads to the page, and
  // the offer isn't shown again.
  const openNow = (modal: ScreenAddress): void => {
    const { view, mark } = bar.here();
    if (download === undefined || view.modal?.key !== download) return show('push', modal);
    if (mark.closedDepth !== null) return show('replace', modal);
    if (modal.key === '' || modal.key === download) return;
    bar.clear();
    show('push', modal);
  };

  const onPopState = (): void => {
    bar.arrive();
    historySteps.arrived();
  };
  // For one step, browsers fire hashchange after popstate, possibly after the next step has started.
  const onHashChange = (): void => {
    if (!historySteps.isUnderWay()) onPopState();
  };

  // Manual: the page below a modal screen doesn't scroll when the screen opens or closes, so the browser must not
  // restore a position.
  browser.history.scrollRestoration = 'manual';
  browser.addEventListener('popstate', onPopState);
  browser.addEventListener('hashchange', onHashChange);

  const detourNow = (step: MissingStep, way: ScreenAddress): void => {
    const { detour, depth } = bar.here().mark;
    if (detour?.step === step && detour.depth === depth) leave();
    else bar.detour(step, way);
  };

  const resumeNow = (): void => {
    const { mark } = bar.here();
    const detour = detourBelow(mark);
    if (detour !== undefined) historySteps.back(mark.depth - detour.depth, 'asItIs');
  };

  return {
    get: () => bar.here().view,
    subscribe: bar.subscribe,
    current: () => bar.here().view.modal,
    whenArrived: historySteps.whenArrived,
    detour(step, way) {
      const refused = bar.here().view.modal;
      historySteps.whenArrived(() => {
        // If the visitor has left the refused screen in the meantime, no detour is needed.
        if (isSameAddress(bar.here().view.modal, refused)) detourNow(step, way);
      });
    },
    missingStep: () => detourBelow(bar.here().mark)?.step ?? null,
    resume: () => historySteps.whenArrived(resumeNow),
    open: (key, ...params) => historySteps.whenArrived(() => openNow({ key, params })),
    replace: (key, ...params) => historySteps.whenArrived(() => replaceNow({ key, params })),
    close: () => historySteps.whenArrived(closeNow),
    back: (steps = 1) => historySteps.whenArrived(() => backNow(steps)),
    hrefOf: (key, ...params) => formatHash({ key, params }),
    openMain: () => historySteps.whenArrived(() => (bar.isAtMain() ? closeNow() : bar.pushMain())),
    dispose: () => {
      browser.removeEventListener('popstate', onPopState);
      browser.removeEventListener('hashchange', onHashChange);
      historySteps.dispose();
    },
  };
};
