import { anAddress, anOffer, aRestaurant } from '@mahlzeit/contract/fixtures';
import { renderWithShell } from '@mahlzeit/shared-ui/testing';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import {
  isSamePlace,
  ReserveTableButton,
  RideFact,
  rideUrlOf,
  StaticMap,
  staticMapUrlOf,
  streetLineOf,
  townLineOf,
  parseWebLink,
} from './place-facts';

describe('addresses and links', () => {
  it.each([
    [
      'https://www.elbkantine.example/karte',
      { href: 'https://www.elbkantine.example/karte', host: 'elbkantine.example' },
    ],
    ['elbkantine.example', null],
    ['javascript:alert(1)', null],
  ])('parses the website %s: %j', (websiteText, expectedLink) => {
    expect(parseWebLink(websiteText)).toEqual(expectedLink);
  });

  it('leaves out unknown parts of an address', () => {
    expect([streetLineOf(anAddress()), townLineOf(anAddress())]).toEqual(['Große Elbstraße 14a', '22767 Hamburg']);
    expect([
      streetLineOf(anAddress({ street: '', streetNumber: '' })),
      townLineOf(anAddress({ postalCode: '' })),
    ]).toEqual(['', 'Hamburg']);
  });

  it('requests the map in the size of the page', () => {
    expect(staticMapUrlOf({ latitude: 53.55, longitude: -9.99 }, 'dark')).toBe(
      '/api/maps/static?latitude=53.55&longitude=-9.99&zoom=15&size=600x300&scale=2&scheme=dark',
    );
  });

  it('adds the destination to the address of a ride service, and keeps its parameters', () => {
    const rideUrl = new URL(
      rideUrlOf(
        'https://fahrt.example/anfrage?partner=mahlzeit',
        aRestaurant({ name: 'Bäcker & Söhne', location: { latitude: 53.55, longitude: 9.99 } }),
      ),
    );
    expect(Object.fromEntries(rideUrl.searchParams)).toEqual({
      partner: 'mahlzeit',
      latitude: '53.55',
      longitude: '9.99',
      name: 'Bäcker & Söhne',
    });
  });
});

it.each([
  [{ offers: [anOffer({ key: 'b' })] }, true],
  [{ hasOrderableMeals: false }, false],
  [{ name: 'Alsterkantine' }, false],
])('tells whether more than the menu of a place has changed: %j', (changedFields, isSame) => {
  const initialPlace = aRestaurant({ hasPayment: true });
  expect(isSamePlace(initialPlace, { ...initialPlace, ...changedFields })).toBe(isSame);
});

describe('the offer of a ride', () => {
  const createRestaurantAtDistance = (kilometres: number | null, locality = 'Hamburg') =>
    aRestaurant({ initialDistanceKm: kilometres, address: { ...aRestaurant().address, locality } });

  const renderRideFact = (
    restaurant = createRestaurantAtDistance(2),
    rideServiceUrl: string | null = 'https://fahrt.example/',
  ) => renderWithShell(<RideFact restaurant={restaurant} />, { deployment: { rideServiceUrl } });

  it.each([
    [8 / 15, true],
    [0.534, true],
    [0.53, false],
    [1.5, true],
  ])('D08 shows a ride at %d km: %s', (kilometres, offersRide) => {
    renderRideFact(createRestaurantAtDistance(kilometres));
    expect(screen.queryByRole('link', { name: 'Fahrt anfragen' }) !== null).toBe(offersRide);
  });

  it('D08 names the usual means of travel', () => {
    expect(renderRideFact(createRestaurantAtDistance(1)).container).toHaveTextContent(
      /15\sMin\. zu Fuß sind dir zu weit\?/,
    );
    expect(renderRideFact(createRestaurantAtDistance(1.001)).container).toHaveTextContent(
      /3\sMin\. mit dem Rad sind dir zu weit\?/,
    );
  });

  it('passes the destination to the service', () => {
    renderRideFact();
    expect(screen.getByRole('link', { name: 'Fahrt anfragen' })).toHaveAttribute(
      'href',
      'https://fahrt.example/?latitude=53.5446&longitude=9.9512&name=Elbkantine',
    );
  });

  it.each([
    ['elsewhere', createRestaurantAtDistance(2, 'München'), 'https://fahrt.example/'],
    ['where nobody knows how far it is', createRestaurantAtDistance(null), 'https://fahrt.example/'],
    ['without a service', createRestaurantAtDistance(2), null],
  ] as const)('D08 shows none %s', (_case, restaurant, rideServiceUrl) => {
    expect(renderRideFact(restaurant, rideServiceUrl).container).toBeEmptyDOMElement();
  });
});

describe('the reservation button', () => {
  const { data } = aRestaurant();

  const renderReserveButton = (reservationUrl: string | null) =>
    renderWithShell(
      <ReserveTableButton
        restaurant={aRestaurant({ data: { ...data, contact: { ...data.contact, reservationUrl } } })}
      />,
    );

  it.each([
    ['go', 1],
    ['stay', 0],
    [null, 0],
  ])('asks before it opens another site: %s', async (alertChoice, expectedPages) => {
    const openSpy = jest.spyOn(window, 'open').mockReturnValue(null);
    const { shell, user } = renderReserveButton('https://www.tisch.example/elbkantine?id=7');
    shell.answerNextAlert(alertChoice);
    await user.click(screen.getByRole('button', { name: 'Tisch reservieren' }));
    expect(shell.recorded.alerts[0]).toMatchObject({
      title: 'Tisch reservieren?',
      text: 'Elbkantine nimmt Reservierungen auf tisch.example an. Dort bist du nicht mehr bei Mahlzeit.',
    });
    await waitFor(() => expect(openSpy).toHaveBeenCalledTimes(expectedPages));
    if (expectedPages > 0)
      expect(openSpy).toHaveBeenCalledWith(
        'https://www.tisch.example/elbkantine?id=7',
        '_blank',
        'noopener,noreferrer',
      );
    openSpy.mockRestore();
  });

  it.each([null, 'javascript:alert(1)'])('is missing when the page is %s', (reservationUrl) => {
    expect(renderReserveButton(reservationUrl).container).toBeEmptyDOMElement();
  });
});

describe('the map of the surroundings', () => {
  const mapImage = () => screen.getByRole('img', { name: 'Karte: hier ist Elbkantine' });

  it('shows the place, and links to a maps service', () => {
    render(<StaticMap restaurant={aRestaurant()} />);
    expect(mapImage()).toHaveAttribute(
      'src',
      '/api/maps/static?latitude=53.5446&longitude=9.9512&zoom=15&size=600x300&scale=2&scheme=light',
    );
    expect(mapImage().parentElement?.querySelector('source[media*=dark]')).toHaveAttribute(
      'srcset',
      expect.stringContaining('&scheme=dark'),
    );
    expect(screen.getByRole('link', { name: 'Karte: hier ist Elbkantine' })).toHaveAttribute(
      'href',
      expect.stringContaining('maps?q=53.5446%2C9.9512'),
    );
  });

  it('disappears when the picture can not be loaded', () => {
    const { container } = render(<StaticMap restaurant={aRestaurant()} />);
    fireEvent.error(mapImage());
    expect(container).toBeEmptyDOMElement();
  });
});
