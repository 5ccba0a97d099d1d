import { fakeShell, renderWithShell } from '@mahlzeit/shared-ui/testing';
import { screen } from '@testing-library/react';
import { useKnownPlace, usePlace } from '../features/location/location';
import place from './place';

afterEach(() => window.localStorage.clear());

it('answers where somebody looked around last, and nothing where they never did', async () => {
  expect(await place({}, fakeShell())).toEqual({ at: null });
  window.localStorage.setItem('mahlzeit.lastPlace', JSON.stringify({ latitude: 53.55, longitude: 9.93 }));
  expect(await place({}, fakeShell())).toEqual({ at: { latitude: 53.55, longitude: 9.93 } });
});

const LookAround = () => {
  usePlace();
  return <p>{useKnownPlace()?.kind}</p>;
};

it('answers nothing where the list looks from a place that was taken for want of a better one', async () => {
  const { shell } = renderWithShell(<LookAround />);
  expect(await screen.findByText('fallback')).toBeInTheDocument();
  expect(await place({}, shell)).toEqual({ at: null });
});
