import { anAddress, anOffer, aRestaurant } from '@mahlzeit/contract/fixtures';
import { renderWithShell } from '@mahlzeit/shared-ui/testing';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import {
  isSamePlace,
  ReserveButton,
  RideFact,
  rideHref,
  StaticMap,
  staticMapSrc,
  streetLine,
  townLine,
  webLink,
} from './place-facts';

describe('addresses and links', () => {
  it.each([
    [
      'https://www.elbkantine.example/karte',
      { href: 'https://www.elbkantine.example/karte', host: 'elbkantine.example' },
    ],
    ['elbkantine.example', null],
    ['javascript:alert(1)', null],
  ])('parses the website %s: %j', (web, link) => {
    expect(webLink(web)).toEqual(link);
  });

  it('leaves out unknown parts of an address', () => {
    expect([streetLine(anAddress()), townLine(anAddress())]).toEqual(['Große Elbstraße 14a', '22767 Hamburg']);
    expect([streetLine(anAddress({ street: '', streetNumber: '' })), townLine(anAddress({ postalCode: '' }))]).toEqual([
      '',
      'Hamburg',
    ]);
  });

  it('requests the map in the size of the page', () => {
    expect(staticMapSrc({ latitude: 53.55, longitude: -9.99 }, 'dark')).toBe(
      '/api/maps/static?latitude=53.55&longitude=-9.99&zoom=15&size=600x300&scale=2&scheme=dark',
    );
  });

  it('adds the destination to the address of a ride service, and keeps its parameters', () => {
    const href = new URL(
      rideHref(
        'https://fahrt.example/anfrage?partner=mahlzeit',
        aRestaurant({ name: 'Bäcker & Söhne', location: { latitude: 53.55, longitude: 9.99 } }),
      ),
    );
    expect(Object.fromEntries(href.searchParams)).toEqual({
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
])('tells whether more than the menu of a place has changed: %j', (changes, isSame) => {
  const place = aRestaurant({ hasPayment: true });
  expect(isSamePlace(place, { ...place, ...changes })).toBe(isSame);
});

describe('the offer of a ride', () => {
  const far = (kilometres: number | null, locality = 'Hamburg') =>
    aRestaurant({ initialDistanceKm: kilometres, address: { ...aRestaurant().address, locality } });

  const renderPart = (restaurant = far(2), rideServiceUrl: string | null = 'https://fahrt.example/') =>
    renderWithShell(<RideFact restaurant={restaurant} />, { deployment: { rideServiceUrl } });

  it.each([
    [8 / 15, true],
    [0.534, true],
    [0.53, false],
    [1.5, true],
  ])('D08 shows a ride at %d km: %s', (kilometres, offers) => {
    renderPart(far(kilometres));
    expect(screen.queryByRole('link', { name: 'Fahrt anfragen' }) !== null).toBe(offers);
  });

  it('D08 names the usual means of travel', () => {
    expect(renderPart(far(1)).container).toHaveTextContent(/15\sMin\. zu Fuß sind dir zu weit\?/);
    expect(renderPart(far(1.001)).container).toHaveTextContent(/3\sMin\. mit dem Rad sind dir zu weit\?/);
  });

  it('passes the destination to the service', () => {
    renderPart();
    expect(screen.getByRole('link', { name: 'Fahrt anfragen' })).toHaveAttribute(
      'href',
      'https://fahrt.example/?latitude=53.5446&longitude=9.9512&name=Elbkantine',
    );
  });

  it.each([
    ['elsewhere', far(2, 'München'), 'https://fahrt.example/'],
    ['where nobody knows how far it is', far(null), 'https://fahrt.example/'],
    ['without a service', far(2), null],
  ] as const)('D08 shows none %s', (_case, restaurant, service) => {
    expect(renderPart(restaurant, service).container).toBeEmptyDOMElement();
  });
});

describe('the reservation button', () => {
  const { data } = aRestaurant();

  const renderPart = (reservationUrl: string | null) =>
    renderWithShell(
      <ReserveButton restaurant={aRestaurant({ data: { ...data, contact: { ...data.contact, reservationUrl } } })} />,
    );

  it.each([
    ['go', 1],
    ['stay', 0],
    [null, 0],
  ])('asks before it opens another site: %s', async (choice, pages) => {
    const open = jest.spyOn(window, 'open').mockReturnValue(null);
    const { shell, user } = renderPart('https://www.tisch.example/elbkantine?id=7');
    shell.answerNextAlert(choice);
    await user.click(screen.getByRole('button', { name: 'Tisch reservieren' }));
    expect(shell.recorded.alerts[0]).toMatchObject({
      title: 'Tisch reservieren?',
      text: 'Elbkantine nimmt Reservierungen auf tisch.example an. Dort bist du nicht mehr bei Mahlzeit.',
    });
    await waitFor(() => expect(open).toHaveBeenCalledTimes(pages));
    if (pages > 0)
      expect(open).toHaveBeenCalledWith('https://www.tisch.example/elbkantine?id=7', '_blank', 'noopener,noreferrer');
    open.mockRestore();
  });

  it.each([null, 'javascript:alert(1)'])('is missing when the page is %s', (reservationUrl) => {
    expect(renderPart(reservationUrl).container).toBeEmptyDOMElement();
  });
});

describe('the map of the surroundings', () => {
  const map = () => screen.getByRole('img', { name: 'Karte: hier ist Elbkantine' });

  it('shows the place, and links to a maps service', () => {
    render(<StaticMap restaurant={aRestaurant()} />);
    expect(map()).toHaveAttribute(
      'src',
      '/api/maps/static?latitude=53.5446&longitude=9.9512&zoom=15&size=600x300&scale=2&scheme=light',
    );
    expect(map().parentElement?.querySelector('source[media*=dark]')).toHaveAttribute(
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
    fireEvent.error(map());
    expect(container).toBeEmptyDOMElement();
  });
});
