import { renderHook } from '@testing-library/react';
import { installBrowserDoubles } from '../testing/browser-doubles';
import type { ChosenPlace } from './location/chosen-place';
import {
  createScrollRestoration,
  parseViewState,
  persistedViewState,
  scopedCookie,
  usePrerenderCookies,
} from './view-state';
import type { FilterDuration } from './view-state';
import type { ScrollPosition } from './view-state';

describe('the view after a reload', () => {
  beforeEach(() => sessionStorage.clear());

  it.each(['reload', 'back_forward'] as const)('is the former one after %s', (arrivalType) => {
    persistedViewState.write('altona', { view: 'map', scroll: 420, card: { href: '#details/elbkantine', top: 12 } });
    installBrowserDoubles({ navigationType: arrivalType });
    expect(persistedViewState.read('altona')).toEqual({
      view: 'map',
      scroll: 420,
      card: { href: '#details/elbkantine', top: 12 },
    });
    expect(persistedViewState.read('')).toEqual({ view: 'list', scroll: 0, card: null });
  });

  it('is the list tab on a new visit', () => {
    persistedViewState.write('', { view: 'map', scroll: 420, card: null });
    installBrowserDoubles();
    expect(persistedViewState.read('')).toEqual({ view: 'list', scroll: 0, card: null });
  });

  it.each([
    ['nothing', null],
    ['half a text', '{"path":"","vi'],
    ['a list', '[1]'],
    ['fields of another kind', '{"path":"","view":7,"scroll":"420"}'],
    ['a place above the top', '{"path":"","view":"list","scroll":-3}'],
  ])('is the initial one for the stored text %s', (_case, text) =>
    expect(parseViewState(text, '')).toEqual({ view: 'list', scroll: 0, card: null }),
  );
});

describe('the restoration of the scroll position', () => {
  /**
   * Creates a fake scrolling element whose scroll position is limited by the height of its content, as in a browser.
   */
  const createListDouble = (maxScrollPx: number) => {
    let scrolledPx = 0;
    const scrollerDouble = {
      get scrollTop() {
        return scrolledPx;
      },
      set scrollTop(scrollTopPx: number) {
        scrolledPx = Math.min(scrollTopPx, maxScrollPx);
      },
    };
    return {
      scroller: scrollerDouble,
      topOf: (href: string) => (href === '#details/elbkantine' ? 1_000 - scrolledPx : null),
      grow: (px: number) => {
        maxScrollPx = px;
      },
    };
  };

  const scrollPositionAt = (scrollPx: number, card: ScrollPosition['card'] = null): ScrollPosition => ({
    scroll: scrollPx,
    card,
  });

  it('follows a growing list, and ends at the former position', () => {
    const listOnScreen = createListDouble(300);
    const scrollRestoration = createScrollRestoration();
    expect(scrollRestoration.isPending()).toBe(false);
    scrollRestoration.requestRestore(scrollPositionAt(900));
    scrollRestoration.restore(listOnScreen, false);
    expect(listOnScreen.scroller.scrollTop).toBe(300);
    expect(scrollRestoration.isPending()).toBe(true);
    listOnScreen.grow(2_000);
    scrollRestoration.restore(listOnScreen, false);
    expect(listOnScreen.scroller.scrollTop).toBe(900);
    expect(scrollRestoration.isPending()).toBe(false);
    listOnScreen.scroller.scrollTop = 50;
    scrollRestoration.restore(listOnScreen, false);
    expect(listOnScreen.scroller.scrollTop).toBe(50);
  });

  it('ends at the foot of a list that has become shorter', () => {
    const listOnScreen = createListDouble(300);
    const restoration = createScrollRestoration();
    restoration.requestRestore(scrollPositionAt(900));
    restoration.restore(listOnScreen, true);
    listOnScreen.grow(2_000);
    restoration.restore(listOnScreen, true);
    expect(listOnScreen.scroller.scrollTop).toBe(300);
  });

  it('stops when the user scrolls', () => {
    const listOnScreen = createListDouble(2_000);
    const restoration = createScrollRestoration();
    restoration.requestRestore(scrollPositionAt(900));
    restoration.cancel();
    restoration.restore(listOnScreen, true);
    expect(listOnScreen.scroller.scrollTop).toBe(0);
  });

  it('waits while nothing can be scrolled', () => {
    const listOnScreen = createListDouble(2_000);
    const restoration = createScrollRestoration();
    restoration.requestRestore(scrollPositionAt(900));
    restoration.restore(null, true);
    restoration.restore(listOnScreen, true);
    expect(listOnScreen.scroller.scrollTop).toBe(900);
  });

  it('puts the former card at its place, whatever the heights above', () => {
    const listOnScreen = createListDouble(2_000);
    const restoration = createScrollRestoration();
    restoration.requestRestore(scrollPositionAt(900, { href: '#details/elbkantine', top: 40 }));
    restoration.restore(listOnScreen, false);
    expect(listOnScreen.topOf('#details/elbkantine')).toBe(40);
    expect(restoration.isPending()).toBe(false);
  });

  it('uses the distance from the top when that card is missing', () => {
    const listOnScreen = createListDouble(2_000);
    const restoration = createScrollRestoration();
    restoration.requestRestore(scrollPositionAt(900, { href: '#details/geschlossen', top: 40 }));
    restoration.restore(listOnScreen, false);
    expect(listOnScreen.scroller.scrollTop).toBe(900);
  });
});

describe('the cookies for the next prerender', () => {
  const munichPlace: ChosenPlace = {
    kind: 'place',
    coordinate: { latitude: 48.14742, longitude: 11.56722 },
    name: 'München',
    placeId: 'muenchen',
  };
  const hamburgPlace: ChosenPlace = {
    kind: 'fallback',
    coordinate: { latitude: 53.55, longitude: 9.99 },
    name: null,
    placeId: null,
  };

  let writtenValues: string[];
  let cookieSpy: jest.SpyInstance;
  beforeEach(() => {
    writtenValues = [];
    cookieSpy = jest
      .spyOn(document, 'cookie', 'set')
      .mockImplementation((writtenCookie) => void writtenValues.push(writtenCookie));
  });
  afterEach(() => cookieSpy.mockRestore());

  const renderVisit = (place: ChosenPlace | null, filterDuration: FilterDuration) =>
    renderHook(() => usePrerenderCookies(place, place?.name ?? null, filterDuration));

  it('contain the place of the next page, for requests of pages only', () => {
    renderVisit(munichPlace, 'none');
    expect(writtenValues).toEqual([
      'mahlzeit_start=48.14742,11.56722,M%C3%BCnchen; max-age=31536000; path=/restaurants; SameSite=Lax',
      'mahlzeit_narrowed=; max-age=0; path=/restaurants; SameSite=Lax',
    ]);
  });

  it.each([
    ['nobody knows yet where', null],
    ['nobody has chosen a place', hamburgPlace],
  ])('contain no place when %s', (_case, place) => {
    renderVisit(place, 'none');
    expect(writtenValues.join()).not.toContain('mahlzeit_start');
  });

  it('are kept from requests without HTTPS on a page with HTTPS', () =>
    expect(scopedCookie('mahlzeit_narrowed=1', 'https:')).toBe(
      '__Secure-mahlzeit_narrowed=1; path=/restaurants; SameSite=Lax; Secure',
    ));

  it('mark a list that is narrowed for this visit', () => {
    renderVisit(munichPlace, 'visit');
    expect(writtenValues.at(-1)).toBe('mahlzeit_narrowed=1; path=/restaurants; SameSite=Lax');
  });

  it('mark a list that is narrowed for later visits, too', () => {
    renderVisit(munichPlace, 'lasting');
    expect(writtenValues.at(-1)).toBe('mahlzeit_narrowed=1; max-age=31536000; path=/restaurants; SameSite=Lax');
  });
});
