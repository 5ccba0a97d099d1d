import { aRestaurant } from '@mahlzeit/contract/fixtures';
import { renderWithShell } from '@mahlzeit/shared-ui/testing';
import { screen } from '@testing-library/react';
import { RideFact } from './ride-fact';

const far = (kilometres: number | null, locality = 'Hamburg') => aRestaurant({ initialDistanceKm: kilometres, address: { ...aRestaurant().address, locality } });

const show = (restaurant = far(2), rideServiceUrl: string | null = 'https://fahrt.example/') => renderWithShell(<RideFact restaurant={restaurant} />, { deployment: { rideServiceUrl } });

it.each([[8 / 15, true], [0.534, true], [0.53, false], [1.5, true]])('D08 offers a ride at %d km: %s', (kilometres, offers) => {
  show(far(kilometres));
  expect(screen.queryByRole('link', { name: 'Fahrt anfragen' }) !== null).toBe(offers);
});

it('D08 speaks of the way that one would take else', () => {
  expect(show(far(1)).container).toHaveTextContent(/15\sMin\. zu Fuß sind dir zu weit\?/);
  expect(show(far(1.001)).container).toHaveTextContent(/3\sMin\. mit dem Rad sind dir zu weit\?/);
});

it('tells the service where to', () => {
  show();
  expect(screen.getByRole('link', { name: 'Fahrt anfragen' })).toHaveAttribute('href', 'https://fahrt.example/?latitude=53.5446&longitude=9.9512&name=Elbkantine');
});

it.each([
  ['elsewhere', far(2, 'München'), 'https://fahrt.example/'],
  ['where nobody knows how far it is', far(null), 'https://fahrt.example/'],
  ['without a service', far(2), null],
] as const)('D08 offers none %s', (_case, restaurant, service) => {
  expect(show(restaurant, service).container).toBeEmptyDOMElement();
});
