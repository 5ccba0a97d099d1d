import { geocode } from '@mahlzeit/contract';
import { aGeocodeAnswer } from '@mahlzeit/contract/fixtures';
import { answer, renderWithShell } from '@mahlzeit/shared-ui/testing';
import { screen } from '@testing-library/react';
import { PlaceButton } from './place-button';

type Position = Pick<Geolocation, 'getCurrentPosition'>;

const setBrowser = (state: string, getCurrentPosition: Position['getCurrentPosition']): void => {
  Object.defineProperty(navigator, 'permissions', { configurable: true, value: { query: async () => ({ state }) } });
  Object.defineProperty(navigator, 'geolocation', { configurable: true, value: { getCurrentPosition } });
};

const found: Position['getCurrentPosition'] = (tell) => {
  const coords = { latitude: 48.14742, longitude: 11.56722, accuracy: 20, altitude: null, altitudeAccuracy: null, heading: null, speed: null, toJSON: () => ({}) };
  tell({ coords, timestamp: 0, toJSON: () => ({}) });
};
const refused = (code: number): Position['getCurrentPosition'] => (_tell, fail) => fail?.({ code, message: '', PERMISSION_DENIED: 1, POSITION_UNAVAILABLE: 2, TIMEOUT: 3 });

beforeEach(() => localStorage.clear());

it('names Hamburg where nothing else is known', async () => {
  setBrowser('prompt', refused(1));
  renderWithShell(<PlaceButton />);
  expect(await screen.findAllByRole('button', { name: 'Mittag rund um Hamburg' })).not.toHaveLength(0);
});

it('takes a position that is granted, and knows it on the next visit', async () => {
  setBrowser('granted', found);
  const { unmount } = renderWithShell(<PlaceButton />);
  expect(await screen.findAllByRole('button', { name: 'Mittag rund um deinen Standort' })).not.toHaveLength(0);
  unmount();
  setBrowser('prompt', found);
  renderWithShell(<PlaceButton />, { answers: [answer(geocode, aGeocodeAnswer())] });
  expect(await screen.findAllByRole('button', { name: 'Mittag rund um Hamburg' })).not.toHaveLength(0);
});

it('asks for the position on a tap', async () => {
  setBrowser('prompt', found);
  const { user, shell } = renderWithShell(<PlaceButton />);
  const [button] = await screen.findAllByRole('button', { name: 'Mittag rund um Hamburg' });
  if (button !== undefined) await user.click(button);
  expect(await screen.findAllByRole('button', { name: 'Mittag rund um deinen Standort' })).not.toHaveLength(0);
  expect(shell.recorded.snackbars).toEqual([]);
});

it.each([
  [1, /gibt den Standort nicht frei/],
  [2, /kennt seinen Standort gerade nicht/],
  [3, /gerade nicht zu finden/],
])('says in German why there is no position: code %i', async (code, words) => {
  setBrowser('prompt', refused(code));
  const { user, shell } = renderWithShell(<PlaceButton />);
  const [button] = await screen.findAllByRole('button', { name: 'Mittag rund um Hamburg' });
  if (button !== undefined) await user.click(button);
  expect(shell.recorded.snackbars).toEqual([{ text: expect.stringMatching(words), tone: 'error' }]);
  expect(await screen.findAllByRole('button', { name: 'Mittag rund um Hamburg' })).not.toHaveLength(0);
});
