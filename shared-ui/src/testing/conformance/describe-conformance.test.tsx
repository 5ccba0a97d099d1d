import { getMealTypes, getRestaurantByRoutingName, restaurantTopic } from '@mahlzeit/contract';
import { aMealType, aRestaurant } from '@mahlzeit/contract/fixtures';
import { useEffect } from 'react';
import { createPortal } from 'react-dom';
import { styled } from 'styled-components';
import { defineRemoteDeclaration } from '../../platform/remote-declaration';
import { useMealTypesQuery } from '../../platform/restaurants/restaurant-api';
import { useRestaurantByRoutingNameQuery } from '../../platform/restaurants/use-restaurant';
import { defineScreen } from '../../platform/screen/define-screen';
import { useNow, useSession } from '../../platform/screen/use-shell-state';
import type { ScreenProps } from '../../platform/shell-contract';
import { answer, hang, unreachable } from '../scenario/answers';
import { defineScenarios } from '../scenario/scenario';
import { describeConformance } from './describe-conformance';
import { foreignStyles } from './foreign-styles';
import { harnessOf } from './stage';
import { watchListeners, watchTimers } from './traces';

const Page = styled.main`
  padding: 4px;
  @media (min-width: 701px) { padding: 8px; }
`;

const Details = ({ params }: ScreenProps) => {
  const { data, isError } = useRestaurantByRoutingNameQuery({ routingName: params[0] ?? '' });
  useMealTypesQuery();
  useNow();
  useEffect(() => {
    const id = setInterval(() => undefined, 1_000);
    const scrolled = (): void => undefined;
    window.addEventListener('scroll', scrolled);
    return () => {
      clearInterval(id);
      window.removeEventListener('scroll', scrolled);
    };
  }, []);
  return <Page>{isError ? 'geht nicht' : data?.name ?? 'lädt'}</Page>;
};

const Modal = () => createPortal(<p>{useSession().status}</p>, document.body);

const tidy = defineRemoteDeclaration({
  name: 'mf-discovery',
  contract: '^1.0.0',
  screens: [
    { key: 'details', region: 'main', access: 'anyone', isValid: ([name]) => name !== undefined, load: () => Promise.resolve({ default: defineScreen(Details) }) },
    { key: 'profile', region: 'modal', access: 'loggedIn', load: () => Promise.resolve({ default: defineScreen(Modal) }) },
  ],
  slots: { 'meal/actions': () => Promise.resolve({ default: ({ isOrderable }) => (isOrderable ? <button type="button">Bestellen</button> : null) }) },
  commands: { 'account/callToAction': () => Promise.resolve({ default: () => Promise.resolve({ mayGoOn: true }) }) },
});

const restaurant = aRestaurant();
const mealTypes = answer(getMealTypes, [aMealType()]);
const meal = { restaurantKey: 'a', mealKey: 'b', mealName: 'c' };

describeConformance(tidy, {
  scenarios: defineScenarios([
    { name: 'Restaurant', screen: 'details', params: ['elbkantine'], answers: [answer(getRestaurantByRoutingName, restaurant), mealTypes], topics: { [restaurantTopic(restaurant.key)]: { restaurant: [restaurant] } } },
    { name: 'Restaurant lädt', screen: 'details', params: ['elbkantine'], answers: [hang(getRestaurantByRoutingName), mealTypes] },
    { name: 'Restaurant ohne Netz', screen: 'details', params: ['elbkantine'], isOffline: true, answers: [unreachable(getRestaurantByRoutingName), unreachable(getMealTypes)] },
    { name: 'Profil', screen: 'profile', session: 'verified' },
    { name: 'Gericht bestellbar', slot: 'meal/actions', props: { ...meal, isOrderable: true } },
    { name: 'Gericht nicht bestellbar', slot: 'meal/actions', props: { ...meal, isOrderable: false } },
  ]),
});

const withScreen = (Screen: () => React.ReactNode) => ({
  ...tidy,
  screens: [{ key: 'main', region: 'main' as const, access: 'anyone' as const, load: () => Promise.resolve({ default: defineScreen(Screen) }) }],
});

const visit = async (Screen: () => React.ReactNode): Promise<string> => {
  const harness = harnessOf(withScreen(Screen), { name: 'x', screen: 'main' });
  const shown = await harness.mount();
  const styles = foreignStyles().join();
  await shown.leave();
  return styles;
};

describe('the suite finds', () => {
  it('a timer that is left running', async () => {
    const timers = watchTimers();
    await visit(() => {
      useEffect(() => void window.setInterval(() => undefined, 1_000), []);
      return <p>da</p>;
    });
    expect(timers.held()).toBeGreaterThan(0);
    timers.restore();
  });

  it('a listener that stays on the page', async () => {
    const listeners = watchListeners();
    await visit(() => {
      useEffect(() => document.addEventListener('keydown', () => undefined), []);
      return <p>da</p>;
    });
    expect(listeners.held()).toContain('keydown');
    listeners.restore();
  });

  it('a subscription that is not ended', async () => {
    const harness = harnessOf({
      ...tidy,
      screens: [{ key: 'main', region: 'main', access: 'anyone', load: () => Promise.resolve({ default: defineScreen(({ shell }) => {
        useEffect(() => void shell.clock.onMinute(() => undefined), [shell]);
        return <p>da</p>;
      }) }) }],
    }, { name: 'x', screen: 'main' });
    const shown = await harness.mount();
    await expect(shown.leave()).rejects.toThrow();
    document.body.replaceChildren();
  });

  it('a screen that draws nothing', async () => {
    await expect(visit(() => null)).rejects.toThrow();
    document.body.replaceChildren();
  });

  it('a sheet of its own', async () => {
    const Styled = () => {
      useEffect(() => {
        const style = document.head.appendChild(document.createElement('style'));
        style.textContent = '.a{top:0}';
        return () => style.remove();
      }, []);
      return <p>da</p>;
    };
    expect(await visit(Styled)).toContain('a sheet of its own');
  });
});
