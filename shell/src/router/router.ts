import { createListeners } from '@mahlzeit/shared-ui/platform';
import type { Navigation, ScreenAddress, Timers } from '@mahlzeit/shared-ui/platform';
import { formatHash, isSameAddress, MAIN_PATH, pageRouteOf, parseHash, sharedScreenOf } from './address';
import type { AddressParts, Page } from './address';
import { asOpened, detourBelow, firstMark, markAbove, readMark } from './history-mark';
import type { HistoryMark, MissingStep } from './history-mark';

/** Where a journey ends: at the entry as it is, at that entry without its modal, or at one that shows this screen. */
type JourneyEnd = 'asItIs' | 'cleared' | ScreenAddress;

interface JourneyDeps {
  readonly history: Pick<History, 'go'>;
  readonly timers: Timers;
  /** Shows where a journey has ended. */
  settle(end: JourneyEnd): void;
}

// A journey ends with popstate; where a browser swallows it, waiting ends here.
const LONGEST_JOURNEY_MS = 700;

/** Going back is asynchronous in every browser: one journey at a time, everything else waits for its end. */
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
    /** Runs `act` now or once the browser has arrived: pushing mid-way would cut the journey. */
    whenArrived(act: () => void): void {
      if (current === null) act();
      else waiting.push(act);
    },
    back(steps: number, end: JourneyEnd): void {
      // Whoever asked to leave the modal has left it, even if the browser stays where it is.
      current = {
        end,
        stopWaiting: timers.after(LONGEST_JOURNEY_MS, () => finish(end === 'asItIs' ? 'cleared' : end)),
      };
      history.go(-steps);
    },
    /** The browser has arrived, by our journey or by the diner's own. */
    arrived: () => finish(current?.end ?? 'asItIs'),
    dispose(): void {
      current?.stopWaiting();
      waiting.length = 0;
    },
  };
};

/** What the address shows: a page and, over it, at most one modal screen. */
export interface AddressView {
  readonly page: Page;
  readonly modal: ScreenAddress | null;
}

/** The part of `window` that holds the address. */
interface AddressBarWindow {
  readonly location: AddressParts;
  readonly history: Pick<History, 'pushState' | 'replaceState' | 'state' | 'length'>;
}

const isSamePage = (one: Page, other: Page): boolean =>
  one.kind === other.kind && (one.kind !== 'main' || other.kind !== 'main' || one.placeId === other.placeId);

/** Reads and writes the address and its history entries. Redirects are followed in place (R03). */
const createAddressBar = ({ location, history }: AddressBarWindow) => {
  const listeners = createListeners();

  const pageHere = (): Page => {
    const route = pageRouteOf(location);
    if (route.kind !== 'redirect') return route;
    history.replaceState(history.state, '', route.to);
    return pageHere();
  };
  const readAddress = (): AddressView => ({ page: pageHere(), modal: parseHash(location.hash) });

  const shared = sharedScreenOf(location);
  let view = readAddress();
  let mark: HistoryMark = readMark(history.state) ?? firstMark;
  history.replaceState(mark, '');
  // A frame inside the page adds entries of its own, which the router hasn't made.
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

  // Who comes by a shared link has the list below what it names: Back leads there.
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
     * Puts a way there above the refused entry. Closing it leaves that entry as well: nobody is led back to what they
     * can't see.
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
    /** Notes which entry the browser is at. One without a mark came from the address bar. */
    arrive(): void {
      const known = readMark(history.state);
      if (known !== null) {
        mark = known;
        return;
      }
      if (!isSameAddress(parseHash(location.hash), view.modal)) mark = markAbove(mark, view.modal);
      ({ length } = history);
      history.replaceState(mark, '');
    },
    publish,
  };
};

/** The part of `window` that the router uses. */
export interface RouterWindow extends AddressBarWindow {
  readonly history: Pick<History, 'pushState' | 'replaceState' | 'state' | 'length' | 'go' | 'scrollRestoration'>;
  addEventListener(type: 'popstate' | 'hashchange', listener: () => void): void;
  removeEventListener(type: 'popstate' | 'hashchange', listener: () => void): void;
}

/** Navigation of the shell API as far as the address is concerned, and what the shell itself needs of it. */
export interface Router extends Omit<Navigation, 'has'> {
  /** The same object until the address changes. */
  get(): AddressView;
  subscribe(listener: () => void): () => void;
  /** Runs `act` now or, while the browser is on its way back, once it has arrived. */
  whenArrived(act: () => void): void;
  /**
   * Opens the way to what is missing for the screen that shows now. Who comes back from there without it sees what that
   * screen was opened from: another one, or the page alone.
   */
  detour(step: MissingStep, way: ScreenAddress): void;
  /** What the screen was refused for that the visitor is on the way to; null: they are on no such way. */
  missingStep(): MissingStep | null;
  /** Leads back to the screen that was refused. */
  resume(): void;
  /** Shows the bare main screen, as the brand in the top frame does. */
  openMain(): void;
  dispose(): void;
}

/** The screen that offers the app. It opens by itself over a list that can be used. */
export const DOWNLOAD_SCREEN = 'download';

/** Modal navigation by hash over the page that the path names (S1§2). */
export const createRouter = (browser: RouterWindow, timers: Timers): Router => {
  const bar = createAddressBar(browser);
  const journeys = createJourneys({
    history: browser.history,
    timers,
    settle(end) {
      if (end === 'cleared') return leave();
      bar.publish();
      if (end !== 'asItIs') show('replace', end);
    },
  });

  /** Leaves the modal of this entry; one that was refused above another screen leads back to that. */
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
    // R05: what lies further back isn't ours; the modal that was the way in goes too.
    else if (mark.depth > 0) journeys.back(mark.depth, 'cleared');
    else bar.clear();
  };

  function show(how: 'push' | 'replace', modal: ScreenAddress): void {
    if (modal.key !== '' && !isSameAddress(bar.here().view.modal, modal)) bar.show(how, modal);
  }

  // A screen twice in a row would make the next step back lead nowhere.
  const replaceNow = (modal: ScreenAddress): void =>
    bar.isBelow(modal) ? journeys.back(1, modal) : show('replace', modal);

  // Who opens a screen beside the offer of the app has answered it: Back leads to the page, and the offer doesn't
  // return.
  const openNow = (modal: ScreenAddress): void => {
    const { view, mark } = bar.here();
    if (view.modal?.key !== DOWNLOAD_SCREEN) return show('push', modal);
    if (mark.closedDepth !== null) return show('replace', modal);
    if (modal.key === '' || modal.key === DOWNLOAD_SCREEN) return;
    bar.clear();
    show('push', modal);
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
        // Who has left the refused screen meanwhile lacks nothing.
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
