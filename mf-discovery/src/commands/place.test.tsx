import { fakeShell, renderWithShell } from '@mahlzeit/shared-ui/testing';
import { screen } from '@testing-library/react';
import { useCurrentPlace, usePlace } from '../features/location/location';
import place from './place';

afterEach(() => window.localStorage.clear());

it('returns the last location of a search, or nothing', async () => {
  expect(await place({}, fakeShell())).toEqual({ at: null });
  window.localStorage.setItem('mahlzeit.lastPlace', JSON.stringify({ latitude: 53.55, longitude: 9.93 }));
  expect(await place({}, fakeShell())).toEqual({ at: { latitude: 53.55, longitude: 9.93 } });
});

const LookAround = () => {
  usePlace();
  return <p>{useCurrentPlace()?.kind}</p>;
};

it('returns nothing for the fallback location', async () => {
  const { shell } = renderWithShell(<LookAround />);
  expect(await screen.findByText('fallback')).toBeInTheDocument();
  expect(await place({}, shell)).toEqual({ at: null });
});
