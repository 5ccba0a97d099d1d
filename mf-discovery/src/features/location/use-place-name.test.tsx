import { geocode, getPlace } from '@mahlzeit/contract';
import { aGeocodeAnswer, aPlace } from '@mahlzeit/contract/fixtures';
import { answer, hang, refuse, renderWithShell } from '@mahlzeit/shared-ui/testing';
import type { ScenarioShellOptions } from '@mahlzeit/shared-ui/testing';
import { screen } from '@testing-library/react';
import { useChooseArea, useChoosePlace, useLocate, usePlace } from './use-location';
import { usePlaceName } from './use-place-name';

const altona = aPlace({ placeId: 'altona', name: 'Altona', coordinate: { latitude: 53.55, longitude: 9.93 } });
const munich = { latitude: 48.14742, longitude: 11.56722 };

type Position = Pick<Geolocation, 'getCurrentPosition'>;

const setBrowser = (state: string, getCurrentPosition: Position['getCurrentPosition']): void => {
  Object.defineProperty(navigator, 'permissions', { configurable: true, value: { query: async () => ({ state }) } });
  Object.defineProperty(navigator, 'geolocation', { configurable: true, value: { getCurrentPosition } });
};

const found: Position['getCurrentPosition'] = (tell) => {
  const coords = { ...munich, accuracy: 20, altitude: null, altitudeAccuracy: null, heading: null, speed: null, toJSON: () => ({}) };
  tell({ coords, timestamp: 0, toJSON: () => ({}) });
};
const refused = (code: number): Position['getCurrentPosition'] => (_tell, fail) => fail?.({ code, message: '', PERMISSION_DENIED: 1, POSITION_UNAVAILABLE: 2, TIMEOUT: 3 });

const Probe = ({ placeId }: { readonly placeId?: string }) => {
  usePlace(placeId);
  const name = usePlaceName();
  const { locate } = useLocate();
  const choosePlace = useChoosePlace();
  const chooseArea = useChooseArea();
  return (
    <>
      <p>{name === null ? 'sucht' : `rund um ${name.around}`}</p>
      <button type="button" onClick={locate}>Standort</button>
      <button type="button" onClick={() => choosePlace(altona)}>Altona</button>
      <button type="button" onClick={() => chooseArea(munich)}>Ausschnitt</button>
    </>
  );
};

const show = (options: ScenarioShellOptions = {}, placeId?: string) => renderWithShell(<Probe placeId={placeId} />, options);

beforeEach(() => {
  localStorage.clear();
  setBrowser('prompt', refused(1));
});

it('names Hamburg where nothing else is known', async () => {
  show();
  expect(await screen.findByText('rund um Hamburg')).toBeInTheDocument();
});

it('takes a position that is granted, and knows it on the next visit by its town', async () => {
  setBrowser('granted', found);
  const { unmount } = show();
  expect(await screen.findByText('rund um deinen Standort')).toBeInTheDocument();
  unmount();
  setBrowser('prompt', refused(1));
  show({ answers: [answer(geocode, aGeocodeAnswer())] });
  expect(await screen.findByText('rund um Hamburg')).toBeInTheDocument();
});

it('asks for the position on a tap', async () => {
  setBrowser('prompt', found);
  const { user, shell } = show();
  await screen.findByText('rund um Hamburg');
  await user.click(screen.getByRole('button', { name: 'Standort' }));
  expect(await screen.findByText('rund um deinen Standort')).toBeInTheDocument();
  expect(shell.recorded.snackbars).toEqual([]);
});

it.each([
  [1, /gibt den Standort nicht frei/],
  [2, /kennt seinen Standort gerade nicht/],
  [3, /gerade nicht zu finden/],
])('says in German why there is no position: code %i', async (code, words) => {
  setBrowser('prompt', refused(code));
  const { user, shell } = show();
  await screen.findByText('rund um Hamburg');
  await user.click(screen.getByRole('button', { name: 'Standort' }));
  expect(shell.recorded.snackbars).toEqual([{ text: expect.stringMatching(words), tone: 'error' }]);
  expect(await screen.findByText('rund um Hamburg')).toBeInTheDocument();
});

it('names a chosen place, on the next visit too', async () => {
  const { user, unmount } = show();
  await user.click(screen.getByRole('button', { name: 'Altona' }));
  expect(await screen.findByText('rund um Altona')).toBeInTheDocument();
  unmount();
  show();
  expect(await screen.findByText('rund um Altona')).toBeInTheDocument();
});

it('names a point of the map after its town, and itself until that is known', async () => {
  const { user, unmount } = show({ answers: [hang(geocode)] });
  await user.click(screen.getByRole('button', { name: 'Ausschnitt' }));
  expect(await screen.findByText('rund um diesen Kartenausschnitt')).toBeInTheDocument();
  unmount();
  const { user: later } = show({ answers: [answer(geocode, aGeocodeAnswer())] });
  await later.click(screen.getByRole('button', { name: 'Ausschnitt' }));
  expect(await screen.findByText('rund um Hamburg')).toBeInTheDocument();
});

it('R01 names the place of the path; an unknown one leads to Hamburg and says so', async () => {
  const { unmount } = show({ answers: [answer(getPlace, altona)] }, 'altona');
  expect(await screen.findByText('rund um Altona')).toBeInTheDocument();
  unmount();
  const { shell } = show({ answers: [refuse(getPlace, 'notFound')] }, 'nirgends');
  expect(await screen.findByText('rund um Hamburg')).toBeInTheDocument();
  expect(shell.recorded.snackbars).toEqual([{ text: expect.stringMatching(/^Diesen Ort kennen wir nicht/), tone: 'error' }]);
});
