import type { PartnerOrder } from '@mahlzeit/contract';
import { aCartItem, aPartnerOrder, fixtureDay } from '@mahlzeit/contract/fixtures';
import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { Sound, Tone } from '../features/alerts';
import { PartnerApp } from '../screens/partner-app';
import { fakePartner } from './fake-partner';
import type { FakePartnerOptions } from './fake-partner';

/** Returns the instant of a time of day (`12:30`) on the day of the test data. */
export const instantAt = (time: string): number => Date.parse(`${fixtureDay}T${time}:00+02:00`);

/** Time at which the tests start: 11:58. */
export const START_INSTANT_MS = instantAt('11:58');

/** Creates an order whose meal is at 12:30. */
export const orderWith = (orderId: string, overrides: Partial<PartnerOrder> = {}): PartnerOrder =>
  aPartnerOrder({ key: `b-${orderId}`, orderId, meetUpDate: instantAt('12:30'), ...overrides });

/** Dish that was ordered twice, with a comment for the kitchen. */
export const pastaItem = aCartItem({
  key: 'zeile-01',
  mealKey: 'kaesespaetzle',
  name: 'Käsespätzle',
  amount: 2,
  price: 1090,
  comments: 'Eine ohne Zwiebeln',
});

/** Order of the customer Jule, with a voucher. */
export const julesOrder = orderWith('K417', {
  items: [pastaItem],
  totalPrice: 1880,
  discount: { id: 'g', value: 300, name: { de: 'Kollegen-Mittag' } },
});

const createSoundDouble = (): Sound & { readonly played: readonly Tone[] } => {
  const playedTones: Tone[] = [];
  return {
    played: playedTones,
    status: () => 'on',
    onStatus: () => () => undefined,
    toggle: () => undefined,
    onTouch: () => undefined,
    play: (tone) => void playedTones.push(tone),
  };
};

/** Installs a fake `matchMedia` for a wide or narrow window. Returns a function that changes the width. */
const installMatchMedia = (isWide: boolean): ((isWideNow: boolean) => void) => {
  const listedMediaQueries: { matches: boolean; dispatchEvent(event: Event): boolean }[] = [];
  window.matchMedia = (query) => {
    const mediaQueryList = Object.assign(new EventTarget(), {
      matches: isWide,
      media: query,
      onchange: null,
      addListener: () => undefined,
      removeListener: () => undefined,
    });
    listedMediaQueries.push(mediaQueryList);
    return mediaQueryList;
  };
  return (isWideNow) =>
    act(() => {
      for (const mediaQueryList of listedMediaQueries) {
        mediaQueryList.matches = isWideNow;
        mediaQueryList.dispatchEvent(new Event('change'));
      }
    });
};

/** Renders the restaurant's console, by default signed in, shortly before noon and in a wide window. */
export const openConsole = (partnerOptions: FakePartnerOptions = {}, { isWide = true, isSandbox = true } = {}) => {
  const setIsWide = installMatchMedia(isWide);
  const partner = fakePartner({ now: START_INSTANT_MS, ...partnerOptions });
  const soundSpy = createSoundDouble();
  partner.platform.start();
  const renderResult = render(<PartnerApp platform={partner.platform} sound={soundSpy} isSandbox={isSandbox} />);
  return { ...renderResult, partner, sound: soundSpy, turn: setIsWide, user: userEvent.setup() };
};

/** Finds the button that accepts the order with the given number. */
export const acceptButton = (orderNumber: string) => screen.findByRole('button', { name: `${orderNumber} annehmen` });
