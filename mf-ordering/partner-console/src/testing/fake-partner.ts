import { getPartnerRestaurant, partnerTopic, restaurantTopic } from '@mahlzeit/contract';
import type { Discount, Op, PartnerOffer, PartnerOrder, Restaurant } from '@mahlzeit/contract';
import { aRestaurant, fixtureNow } from '@mahlzeit/contract/fixtures';
import { act } from '@testing-library/react';
import { answer, createManualTimers, createScenarioGateway, createScenarioSocket } from '@mahlzeit/shared-ui/testing';
import type { ScenarioAnswer } from '@mahlzeit/shared-ui/testing';
import { createPartnerPlatform } from '../platform';
import type { PartnerPlatform } from '../platform';

/** The surroundings of a restaurant's console. */
export interface FakePartnerOptions {
  readonly restaurant?: Restaurant;
  readonly orders?: readonly PartnerOrder[];
  readonly menu?: readonly PartnerOffer[];
  readonly discounts?: readonly Discount[];
  readonly answers?: readonly ScenarioAnswer[];
  /** Epoch milliseconds; the fixtures' hour by default. */
  readonly now?: number;
  /** What this device has stored. Signed in by default. */
  readonly storage?: Readonly<Record<string, string>>;
}

/** A restaurant's platform whose outside world is a scenario; all else is the real one. */
export interface FakePartner {
  readonly platform: PartnerPlatform;
  /** What this device has stored by now. */
  readonly stored: ReadonlyMap<string, string>;
  /** Requests so far, `POST /api/partner/orders/x/accept`, and the same with their bodies and headers. */
  readonly requests: readonly string[];
  readonly sent: readonly Request[];
  use(...answers: readonly ScenarioAnswer[]): void;
  /** Changes one item of the counter's topic. */
  change(op: Op): void;
  /** An order that comes, or has changed. */
  putOrder(order: PartnerOrder): void;
  /** Changes one item of the restaurant's own topic, as another console does. */
  changePlace(op: Op): void;
  /** The page comes into sight again. */
  show(): void;
  setOffline(isOffline: boolean): void;
  /** The browser says that its network is gone. */
  loseNetwork(): void;
  /** From now on nothing comes over the connection, and nobody says so. */
  fallSilent(): void;
  /** Takes the counter's topic, as a token that was taken back does. */
  revoke(): void;
  /** Lets time pass, on the server's clock as well. */
  advance(ms: number): void;
}

/** The name under which the console stores its token. */
export const PARTNER_TOKEN_KEY = 'mahlzeit.partner.token';

/** A platform for tests of the console. */
export const fakePartner = (options: FakePartnerOptions = {}): FakePartner => {
  const {
    restaurant = aRestaurant(),
    orders = [],
    menu = [],
    discounts = [],
    answers = [],
    now = fixtureNow,
    storage = { [PARTNER_TOKEN_KEY]: 'schluessel' },
  } = options;
  const timers = createManualTimers();
  const silent = (): (() => void) => () => undefined;
  const visible = createListeners();
  const offline = createListeners();
  const stored = new Map(Object.entries(storage));
  const gateway = createScenarioGateway([...answers, answer(getPartnerRestaurant, restaurant)]);
  const topic = partnerTopic(restaurant.key);
  const socket = createScenarioSocket(
    { [topic]: { orders, menu }, [restaurantTopic(restaurant.key)]: { discounts } },
    () => now + timers.elapsed(),
  );
  const sent: Request[] = [];
  const platform = createPartnerPlatform({
    origin: 'http://127.0.0.1:4000',
    sendRequest(request) {
      sent.push(request.clone());
      return gateway.sendRequest(request);
    },
    openSocket: socket.open,
    timers,
    elapsed: timers.elapsed,
    firstTime: { now, at: 0 },
    random: () => 0.5,
    signals: {
      onVisible: visible.add,
      onOffline: offline.add,
      onOnline: silent,
      onPageShow: silent,
    },
    storage: () => ({
      getItem: (key) => stored.get(key) ?? null,
      setItem: (key, value) => void stored.set(key, value),
      removeItem: (key) => void stored.delete(key),
    }),
  });
  const drawn = (change: () => void): void => {
    // What act answers looks like a promise and must not get out.
    act(() => {
      change();
    });
  };
  const change = (op: Op): void => drawn(() => socket.change(topic, op));
  return {
    platform,
    stored,
    sent,
    requests: gateway.requests,
    use: gateway.use,
    change,
    putOrder: (order) => change({ kind: 'put', collection: 'orders', key: order.key, value: { ...order } }),
    changePlace: (op) => drawn(() => socket.change(restaurantTopic(restaurant.key), op)),
    show: () => drawn(() => visible.emit()),
    loseNetwork: () => drawn(() => offline.emit()),
    fallSilent: socket.fallSilent,
    setOffline: (isOffline) => drawn(() => socket.setOffline(isOffline)),
    revoke: () => drawn(() => socket.refuse(topic)),
    advance: (ms) => drawn(() => timers.advance(ms)),
  };
};
