import { createListeners } from '@mahlzeit/shared-ui/platform';
import type { Navigation, ScreenAddress, Timers } from '@mahlzeit/shared-ui/platform';
import { formatHash, isSameAddress, MAIN_PATH, pageRouteOf, parseHash, sharedScreenOf } from './address';
import type { AddressParts, AddressedPage } from './address';
import { asOpened, detourBelow, firstMark, markAbove, readMark } from './history-mark';
import type { HistoryMark, MissingStep } from './history-mark';
import type { AddressLookup } from '../remotes/registry';

/** End of a history step: the entry as it is, the entry without its modal, or a modal that the entry then shows. */
type JourneyEnd = 'asItIs' | 'cleared' | ScreenAddress;

interface JourneyDeps {
  readonly history: Pick<History, 'go'>;
  readonly timers: Timers;
  /** Shows the end of a history step. */
  settle(end: JourneyEnd): void;
}

// A history step ends with popstate; when a browser swallows the event, the wait ends after this time.
const LONGEST_JOURNEY_MS = 700;

/**
 * Runs history steps. Going back is asynchronous in every browser: one step at a time, everything else waits for its
 * end.
 */
const createJourneys = ({ history, timers, settle }: JourneyDeps) => {
  const waiting: (() => void)[] = [];
  let current: { readonly end: JourneyEnd; readonly stopWaiting: () => void } | null = null;

  const finish = (end: JourneyEnd): void => {
    current?.stopWaiting();
    current = null;
    settle(end);
    while (current === null && waiting.length > 0) waiting.shift()?.();
  };

  return {
    isUnderWay: () => current !== null,
    /** Runs `act` now or once the browser has arrived: a push during the step would cancel it. */
    whenArrived(act: () => void): void {
      if (current === null) act();
      else waiting.push(act);
    },
    back(steps: number, end: JourneyEnd): void {
      // A closed modal stays closed, even if the browser doesn't move.
      current = {
        end,
        stopWaiting: timers.after(LONGEST_JOURNEY_MS, () => finish(end === 'asItIs' ? 'cleared' : end)),
      };
      history.go(-steps);
    },
    /** The browser has arrived, by our step or by the diner's. */
    arrived: () => finish(current?.end ?? 'asItIs'),
    dispose(): void {
      current?.stopWaiting();
      waiting.length = 0;
    },
  };
};

/** Content of the address: a page and, above it, at most one modal screen. */
export interface AddressView {
  readonly page: AddressedPage;
  readonly modal: ScreenAddress | null;
}

/** Part of `window` with the address. */
interface AddressBarWindow {
  readonly location: AddressParts;
  readonly history: Pick<History, 'pushState' | 'replaceState' | 'state' | 'length'>;
}

const isSamePage = (one: AddressedPage, other: AddressedPage): boolean =>
  one.kind === other.kind && (one.kind !== 'main' || other.kind !== 'main' || one.placeId === other.placeId);

/** Creates the reader and writer of the address and its history entries. Redirects are followed in place (R03). */
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
  // A frame inside the page adds entries that the router hasn't created.
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

  // A visitor with a shared link gets the list below the shared screen: Back leads there.
  if (shared !== null) {
    write('push', markAbove(mark, null), { hash: formatHash(shared) });
    view = readAddress();
  }

  const withoutHash = (): void => {
    if (location.hash !== '') write('replace', mark, { hash: '' });
  };

  return {
    here: () => ({ view, mark }),
    /** Whether one step back leads to this screen. */
    isBelow: (modal: ScreenAddress): boolean => mark.below === formatHash(modal) && history.length === length,
    isAtMain: () => location.pathname === MAIN_PATH,
    subscribe: listeners.add,
    show(how: 'push' | 'replace', modal: ScreenAddress): void {
      write(how, how === 'push' ? markAbove(mark, view.modal) : asOpened(mark), { hash: formatHash(modal) });
      publish();
    },
    /**
     * Pushes the detour above the refused entry. Closing the detour leaves that entry as well: nobody is led back to a
     * screen that they can't see.
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
    /** Reads the mark of the present entry. An entry without a mark came from the address bar. */
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

/** Navigation of the shell API as far as the address is concerned, with the shell's own additions. */
export interface Router extends Omit<Navigation, 'has'> {
  /** Returns the same object until the address changes. */
  get(): AddressView;
  subscribe(listener: () => void): () => void;
  /** Runs `act` now or, during a step back, once the browser has arrived. */
  whenArrived(act: () => void): void;
  /**
   * Opens the screen that meets the missing requirement of the present screen. When the visitor returns without it,
   * they see the screen before the refused one, or only the page.
   */
  detour(step: MissingStep, way: ScreenAddress): void;
  /** Returns the requirement of the present detour; null outside of a detour. */
  missingStep(): MissingStep | null;
  /** Leads back to the refused screen. */
  resume(): void;
  /** Shows the bare main screen, like the brand in the top frame. */
  openMain(): void;
  dispose(): void;
}

/** Creates the modal navigation by hash over the page of the path (S1§2). */
export const createRouter = (browser: RouterWindow, timers: Timers, lookup: AddressLookup): Router => {
  const bar = createAddressBar(browser, lookup);
  const download = lookup.address('download')?.key;
  const journeys = createJourneys({
    history: browser.history,
    timers,
    settle(end) {
      if (end === 'cleared') return leave();
      bar.publish();
      if (end !== 'asItIs') show('replace', end);
    },
  });

  /** Leaves the modal of this entry; a modal that was refused above another screen leads back to that screen. */
  function leave(): void {
    const { detour, depth, closedDepth } = bar.here().mark;
    if (depth > 0 && detour?.depth === depth && closedDepth !== depth - 1) journeys.back(1, 'asItIs');
    else bar.clear();
  }

  const closeNow = (): void => {
    const { mark, view } = bar.here();
    if (view.modal === null || mark.closedDepth === null) bar.clear();
    else journeys.back(mark.depth - mark.closedDepth, 'cleared');
  };

  const backNow = (steps: number): void => {
    const { mark } = bar.here();
    if (steps <= mark.depth) journeys.back(steps, 'asItIs');
    // R05: earlier entries belong to other sites; the modal that the visit started with closes too.
    else if (mark.depth > 0) journeys.back(mark.depth, 'cleared');
    else bar.clear();
  };

  function show(how: 'push' | 'replace', modal: ScreenAddress): void {
    if (modal.key !== '' && !isSameAddress(bar.here().view.modal, modal)) bar.show(how, modal);
  }

  // The same screen twice in a row would make the next step back do nothing.
  const replaceNow = (modal: ScreenAddress): void =>
    bar.isBelow(modal) ? journeys.back(1, modal) : show('replace', modal);

  // Opening another screen from the offer of the app answers the offer: Back leads to the page, and the offer doesn't
  // return.
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
    journeys.arrived();
  };
  // hashchange follows the popstate of the same step, and may arrive after the next step has started.
  const onHashChange = (): void => {
    if (!journeys.isUnderWay()) onPopState();
  };

  // The page below a modal never scrolls by itself, so the browser has no position to restore.
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
    if (detour !== undefined) journeys.back(mark.depth - detour.depth, 'asItIs');
  };

  return {
    get: () => bar.here().view,
    subscribe: bar.subscribe,
    current: () => bar.here().view.modal,
    whenArrived: journeys.whenArrived,
    detour(step, way) {
      const refused = bar.here().view.modal;
      journeys.whenArrived(() => {
        // A visitor who has left the refused screen meanwhile needs no detour.
        if (isSameAddress(bar.here().view.modal, refused)) detourNow(step, way);
      });
    },
    missingStep: () => detourBelow(bar.here().mark)?.step ?? null,
    resume: () => journeys.whenArrived(resumeNow),
    open: (key, ...params) => journeys.whenArrived(() => openNow({ key, params })),
    replace: (key, ...params) => journeys.whenArrived(() => replaceNow({ key, params })),
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
