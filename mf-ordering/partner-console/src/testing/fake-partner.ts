import { getPartnerRestaurant, partnerTopic, reportOpenCounter, restaurantTopic } from '@mahlzeit/contract';
import type { Discount, Op, PartnerOffer, PartnerOrder, Restaurant } from '@mahlzeit/contract';
import { aRestaurant, fixtureNow } from '@mahlzeit/contract/fixtures';
import { act } from '@testing-library/react';
import { createListeners } from '@mahlzeit/shared-ui/platform';
import {
  answer,
  createFakeStorage,
  createManualTimers,
  createScenarioGateway,
  createScenarioSocket,
} from '@mahlzeit/shared-ui/testing';
import type { ScenarioAnswer } from '@mahlzeit/shared-ui/testing';
import { createPartnerPlatform } from '../platform';
import type { PartnerPlatform } from '../platform';

/** State of the console's platform and of the device when a test starts. */
export interface FakePartnerOptions {
  readonly restaurant?: Restaurant;
  readonly orders?: readonly PartnerOrder[];
  readonly menu?: readonly PartnerOffer[];
  readonly discounts?: readonly Discount[];
  readonly answers?: readonly ScenarioAnswer[];
  /** Current time in epoch milliseconds; by default the time of the test data. */
  readonly now?: number;
  /** Content of the device's storage. By default it contains a token, so that the restaurant is signed in. */
  readonly storage?: Readonly<Record<string, string>>;
}

/**
 * Real platform of the restaurant's console, with a scenario in place of its gateway, and with functions that change
 * the scenario.
 */
export interface FakePartner {
  readonly platform: PartnerPlatform;
  /** Current content of the device's storage. */
  readonly stored: ReadonlyMap<string, string>;
  /** Requests that the gateway has received up to now, for example `POST /api/partner/orders/x/accept`. */
  readonly requests: readonly string[];
  /** Requests that the console has sent up to now, also those that were lost because the device was offline. */
  readonly sent: readonly Request[];
  use(...answers: readonly ScenarioAnswer[]): void;
  /** Changes one item of the restaurant's private topic, which only the console receives. */
  applyOperation(op: Op): void;
  /** Adds an order to the scenario, or changes it. */
  putOrder(order: PartnerOrder): void;
  /** Changes one item of the restaurant's public topic, as a change in another console would. */
  changePlace(op: Op): void;
  /** Simulates that the page becomes visible again. */
  show(): void;
  /** Cuts the device off from the gateway, or connects it again; requests and sockets fail meanwhile. */
  setOffline(isOffline: boolean): void;
  /** Reports to the page that its network is lost. */
  loseNetwork(): void;
  /** Stops all messages of the connection without closing it. */
  fallSilent(): void;
  /** Closes the restaurant's private topic, as the gateway does when the token is revoked. */
  revoke(): void;
  /** Advances all clocks, the server's clock included. */
  advance(ms: number): void;
}

/** Key under which the console stores its token. */
export const PARTNER_TOKEN_KEY = 'mahlzeit.partner.token';

/**
 * Creates a real platform of the console on a fake device: with a scenario in place of the gateway, and with fake
 * storage and clocks.
 */
export const fakePartner = (partnerOptions: FakePartnerOptions = {}): FakePartner => {
  const {
    restaurant = aRestaurant(),
    orders = [],
    menu = [],
    discounts = [],
    answers = [],
    now = fixtureNow,
    storage = { [PARTNER_TOKEN_KEY]: 'schluessel' },
  } = partnerOptions;
  const timers = createManualTimers();
  const subscribeToNothing = (): (() => void) => () => undefined;
  const visibilityListeners = createListeners();
  const offlineListeners = createListeners();
  const device = createFakeStorage(storage);
  const scenarioGateway = createScenarioGateway([
    ...answers,
    answer(getPartnerRestaurant, restaurant),
    answer(reportOpenCounter, {}),
  ]);
  const counterTopic = partnerTopic(restaurant.key);
  const scenarioSocket = createScenarioSocket(
    { [counterTopic]: { orders, menu }, [restaurantTopic(restaurant.key)]: { discounts } },
    () => now + timers.elapsedMs(),
  );
  const sentRequests: Request[] = [];
  let isOffline = false;
  const platform = createPartnerPlatform({
    origin: 'http://127.0.0.1:4000',
    async sendRequest(request) {
      sentRequests.push(request.clone());
      if (isOffline) throw new TypeError('Failed to fetch');
      return scenarioGateway.sendRequest(request);
    },
    openSocket: scenarioSocket.open,
    timers,
    elapsed: timers.elapsedMs,
    firstTime: { now, elapsedAtMs: 0 },
    random: () => 0.5,
    signals: {
      onVisible: visibilityListeners.add,
      onOffline: offlineListeners.add,
      onOnline: subscribeToNothing,
      onPageShow: subscribeToNothing,
    },
    storage: device.storage,
  });
  const actAndRender = (changeState: () => void): void => {
    // The braces are needed so that the callback returns nothing: `act` would take the result of `changeState` for a
    // promise.
    act(() => {
      changeState();
    });
  };
  const applyOperation = (op: Op): void => actAndRender(() => scenarioSocket.change(counterTopic, op));
  return {
    platform,
    stored: device.stored,
    sent: sentRequests,
    requests: scenarioGateway.requests,
    use: scenarioGateway.useAnswers,
    applyOperation,
    putOrder: (order) => applyOperation({ kind: 'put', collection: 'orders', key: order.key, value: { ...order } }),
    changePlace: (op) => actAndRender(() => scenarioSocket.change(restaurantTopic(restaurant.key), op)),
    show: () => actAndRender(() => visibilityListeners.emit()),
    loseNetwork: () => actAndRender(() => offlineListeners.emit()),
    fallSilent: scenarioSocket.fallSilent,
    setOffline(isNowOffline) {
      isOffline = isNowOffline;
      actAndRender(() => scenarioSocket.setOffline(isNowOffline));
    },
    revoke: () => actAndRender(() => scenarioSocket.refuseTopic(counterTopic)),
    advance: (ms) => actAndRender(() => timers.advance(ms)),
  };
};
