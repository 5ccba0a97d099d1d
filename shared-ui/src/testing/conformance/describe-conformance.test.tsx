import { getMealTypes, getRestaurantByRoutingName, restaurantTopic } from '@mahlzeit/contract';
import { aMealType, anOffer, aRestaurant } from '@mahlzeit/contract/fixtures';
import { useEffect } from 'react';
import { createPortal } from 'react-dom';
import { styled } from 'styled-components';
import { defineRemoteDeclaration } from '../../platform/shell/shell-contract';
import { useMealTypesQuery, useRestaurantByRoutingNameQuery } from '../../platform/resources/restaurant-api';
import { defineScreen } from '../../platform/shell/define-screen';
import { useNow, useSession } from '../../platform/shell/use-shell';
import type { ScreenProps } from '../../platform/shell/shell-contract';
import { answer, neverRespond, failAsUnreachable } from '../scenario/scenario-gateway';
import { defineScenarios } from '../shell/scenario';
import { describeConformance } from './describe-conformance';

const PageFrame = styled.main`
  padding: 4px;
  @media (min-width: 701px) {
    padding: 8px;
  }
`;

const DetailsScreen = ({ params }: ScreenProps) => {
  const { data, isError } = useRestaurantByRoutingNameQuery({ routingName: params[0] ?? '' });
  useMealTypesQuery();
  useNow();
  useEffect(() => {
    const intervalId = setInterval(() => undefined, 1_000);
    const onScroll = (): void => undefined;
    window.addEventListener('scroll', onScroll);
    return () => {
      clearInterval(intervalId);
      window.removeEventListener('scroll', onScroll);
    };
  }, []);
  return <PageFrame>{isError ? 'geht nicht' : (data?.name ?? 'lädt')}</PageFrame>;
};

const ModalScreen = () => createPortal(<p>{useSession().status}</p>, document.body);

const validDeclaration = defineRemoteDeclaration({
  name: 'mf-discovery',
  contract: '^3.1.0',
  screens: [
    {
      key: 'details',
      region: 'main',
      access: 'anyone',
      isValid: ([restaurantName]) => restaurantName !== undefined,
      load: () => Promise.resolve({ default: defineScreen(DetailsScreen) }),
    },
    {
      key: 'profile',
      region: 'modal',
      access: 'loggedIn',
      load: () => Promise.resolve({ default: defineScreen(ModalScreen) }),
    },
  ],
  slots: {
    'meal/actions': () =>
      Promise.resolve({
        default: ({ isOrderable }) => (isOrderable ? <button type="button">Bestellen</button> : null),
      }),
  },
  commands: { 'account/callToAction': () => Promise.resolve({ default: () => Promise.resolve({ mayGoOn: true }) }) },
});

const restaurant = aRestaurant();
const mealTypesAnswer = answer(getMealTypes, [aMealType()]);
const mealSlotProps = {
  restaurantKey: 'a',
  routingName: 'a',
  mealKey: 'b',
  mealName: 'c',
  offer: anOffer({ key: 'b', name: 'c' }),
};

describeConformance(validDeclaration, {
  scenarios: defineScenarios([
    {
      name: 'Restaurant',
      screen: 'details',
      params: ['elbkantine'],
      answers: [answer(getRestaurantByRoutingName, restaurant), mealTypesAnswer],
      topics: { [restaurantTopic(restaurant.key)]: { restaurant: [restaurant] } },
    },
    {
      name: 'Restaurant lädt',
      screen: 'details',
      params: ['elbkantine'],
      answers: [neverRespond(getRestaurantByRoutingName), mealTypesAnswer],
    },
    {
      name: 'Restaurant ohne Netz',
      screen: 'details',
      params: ['elbkantine'],
      isOffline: true,
      answers: [failAsUnreachable(getRestaurantByRoutingName), failAsUnreachable(getMealTypes)],
    },
    { name: 'Profil', screen: 'profile', session: 'verified' },
    { name: 'Gericht bestellbar', slot: 'meal/actions', props: { ...mealSlotProps, isOrderable: true } },
    {
      name: 'Gericht nicht bestellbar',
      slot: 'meal/actions',
      props: { ...mealSlotProps, isOrderable: false },
      drawsNothing: true,
    },
  ]),
});
