import { createManualTimers } from '@mahlzeit/shared-ui/testing';
import { fakeAddresses } from '../fake-entries';
import { createFakeBrowser } from '../fake-browser';
import { takeReturnValues } from '../router/return-values';
import { createRouter } from '../router/router';
import { offerDownload } from './download-offer';

describe('the offer to download the app', () => {
  interface OfferOptions {
    readonly address?: string;
    readonly width?: number;
    readonly isInstalled?: boolean;
    readonly screens?: readonly string[];
    readonly storage?: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  }

  const createStorage = () => {
    const storedValues = new Map<string, string>();
    return {
      getItem: (key: string) => storedValues.get(key) ?? null,
      setItem: (key: string, value: string) => void storedValues.set(key, value),
      removeItem: (key: string) => void storedValues.delete(key),
    };
  };

  const openPage = ({
    address = '/restaurants',
    width = 499,
    isInstalled = false,
    screens = ['download'],
    storage = createStorage,
  }: OfferOptions = {}) => {
    const tab = createFakeBrowser(address);
    const router = createRouter(tab.browser, createManualTimers(), fakeAddresses());
    const pageStorage = storage();
    const browser = {
      matchMedia: (query: string) => ({ matches: query === '(width < 500px)' ? width < 500 : isInstalled }),
    };
    offerDownload({
      browser,
      isReturn: takeReturnValues(tab.browser).size > 0,
      router,
      storage: () => pageStorage,
      lookup: fakeAddresses(screens),
    });
    return { tab, router };
  };

  it('R04 opens the download screen at start below 500 px and replaces the bare address', () => {
    const { tab } = openPage();
    expect(tab.trail()).toEqual(['/restaurants#download']);
  });

  it('R04 opens it for a place in the path too', () => {
    expect(openPage({ address: '/altona' }).tab.address()).toBe('/altona#download');
  });

  it('leaves the installed app alone', () => {
    expect(openPage({ isInstalled: true }).tab.address()).toBe('/restaurants');
  });

  it('R04 leaves 500 px alone', () => {
    expect(openPage({ width: 500 }).tab.address()).toBe('/restaurants');
  });

  it.each(['/restaurants#orders', '/restaurants?utm=x#details/mensa', '/empty'])('R04 never disturbs %s', (address) => {
    expect(openPage({ address }).tab.address()).toBe(address);
  });

  it.each(['token=EC-1&PayerID=P', 'transactionId=7', 'preAuthorizationId=7', 'resetToken=r', 'token='])(
    'R04 leaves who comes back with ?%s to what they come for',
    (query) => {
      expect(openPage({ address: `/restaurants?${query}` }).tab.address()).toBe('/restaurants');
    },
  );

  it('R04 keeps the rest of the query', () => {
    expect(openPage({ address: '/restaurants?utm=aushang' }).tab.address()).toBe('/restaurants?utm=aushang#download');
  });

  it('R04 opens once per device: not at each navigation, and not at the next start', () => {
    const pageStorage = createStorage();
    const { tab, router } = openPage({ storage: () => pageStorage });
    router.close();
    tab.arrive();
    router.open('details', 'mensa');
    router.close();
    tab.arrive();
    expect(tab.address()).toBe('/restaurants');
    expect(openPage({ storage: () => pageStorage }).tab.address()).toBe('/restaurants');
  });

  it('R04 opens when the browser blocks its storage', () => {
    const forbidden = () => {
      throw new Error('SecurityError');
    };
    expect(
      openPage({ storage: () => ({ getItem: forbidden, setItem: forbidden, removeItem: forbidden }) }).tab.address(),
    ).toBe('/restaurants#download');
  });

  it('opens nothing when no remote declares the screen', () => {
    expect(openPage({ screens: [] }).tab.address()).toBe('/restaurants');
  });
});
