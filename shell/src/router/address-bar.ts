import { formatHash, isSameAddress, parseHash } from './hash-address';
import type { ModalAddress } from './hash-address';
import type { JourneyEnd } from './history-journey';
import { firstMark, markAbove, readMark } from './history-mark';
import type { HistoryMark } from './history-mark';
import { MAIN_PATH, pageRouteOf } from './page-route';
import type { AddressParts, Page } from './page-route';

/** What the address shows: a page and, over it, at most one modal screen. */
export interface AddressView {
  readonly page: Page;
  readonly modal: ModalAddress | null;
}

/** The part of `window` that holds the address. */
export interface AddressBarWindow {
  readonly location: AddressParts;
  readonly history: Pick<History, 'pushState' | 'replaceState' | 'state'>;
}

const isSamePage = (one: Page, other: Page): boolean =>
  one.kind === other.kind && (one.kind !== 'main' || other.kind !== 'main' || one.placeId === other.placeId);

/** Reads and writes the address and its history entries. Redirects are followed in place (R03). */
export const createAddressBar = ({ location, history }: AddressBarWindow) => {
  const listeners = new Set<() => void>();

  const pageHere = (): Page => {
    const route = pageRouteOf(location);
    if (route.kind !== 'redirect') return route;
    history.replaceState(history.state, '', route.to);
    return pageHere();
  };
  const readAddress = (): AddressView => ({ page: pageHere(), modal: parseHash(location.hash) });

  let view = readAddress();
  let mark: HistoryMark = readMark(history.state) ?? firstMark;
  history.replaceState(mark, '');

  const publish = (): void => {
    const next = readAddress();
    if (isSamePage(next.page, view.page) && isSameAddress(next.modal, view.modal)) return;
    view = next;
    for (const listener of [...listeners]) listener();
  };

  const write = (how: 'push' | 'replace', next: HistoryMark, pathAndHash: { path?: string; hash: string }): void => {
    mark = next;
    const address = `${pathAndHash.path ?? location.pathname}${location.search}${pathAndHash.hash}`;
    if (how === 'push') history.pushState(mark, '', address);
    else history.replaceState(mark, '', address);
  };

  const withoutHash = (): void => {
    if (location.hash !== '') write('replace', mark, { hash: '' });
  };

  return {
    here: () => ({ view, mark }),
    isAtMain: () => location.pathname === MAIN_PATH,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    show(how: 'push' | 'replace', modal: ModalAddress): void {
      write(how, how === 'push' ? markAbove(mark, view.modal === null) : mark, { hash: formatHash(modal) });
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
      if (!isSameAddress(parseHash(location.hash), view.modal)) mark = markAbove(mark, view.modal === null);
      history.replaceState(mark, '');
    },
    /** Shows where a journey has ended. */
    settle(end: JourneyEnd): void {
      if (end === 'cleared') withoutHash();
      publish();
    },
  };
};
