import { fakeShell, renderWithShell } from '@mahlzeit/shared-ui/testing';
import { screen } from '@testing-library/react';
import { useCurrentPlace, usePlace } from '../features/location/location';
import placeCommand from './place';

afterEach(() => window.localStorage.clear());

it('returns the last location of a search, or nothing', async () => {
  expect(await placeCommand({}, fakeShell())).toEqual({ at: null });
  window.localStorage.setItem('mahlzeit.lastPlace', JSON.stringify({ latitude: 53.55, longitude: 9.93 }));
  expect(await placeCommand({}, fakeShell())).toEqual({ at: { latitude: 53.55, longitude: 9.93 } });
});

const PlaceProbe = () => {
  usePlace();
  return <p>{useCurrentPlace()?.kind}</p>;
};

it('returns nothing for the fallback location', async () => {
  const { shell } = renderWithShell(<PlaceProbe />);
  expect(await screen.findByText('fallback')).toBeInTheDocument();
  expect(await placeCommand({}, shell)).toEqual({ at: null });
});
