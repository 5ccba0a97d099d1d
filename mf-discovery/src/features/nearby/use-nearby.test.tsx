import { loadByLocation, PLACES_ADDED_KEY, placesTopic } from '@mahlzeit/contract';
import type { Restaurant } from '@mahlzeit/contract';
import { aRestaurant, fixtureNow } from '@mahlzeit/contract/fixtures';
import { placeCell, placeCellsAround } from '@mahlzeit/contract/rules';
import { useLiveStatus } from '@mahlzeit/shared-ui/platform';
import { answer, neverRespond, refuse, renderWithShell } from '@mahlzeit/shared-ui/testing';
import type { ScenarioAnswer } from '@mahlzeit/shared-ui/testing';
import { act, screen, waitFor } from '@testing-library/react';
import { useEffect, useState } from 'react';
import { useNearby } from './use-nearby';

const MINUTE_MS = 60_000;

const listCenter = { latitude: 53.55, longitude: 9.99 };

const createPlaces = (placeCount: number, firstIndex = 0): Restaurant[] =>
  Array.from({ length: placeCount }, (_, index) => aRestaurant({ key: `r${firstIndex + index}` }));

const NearbyProbe = ({ onFirstPage: onFirstPageShown }: { readonly onFirstPage?: () => void }) => {
  const { status, restaurants, more, retry } = useNearby(listCenter);
  const hasFirstPage = restaurants.length === 10;
  useEffect(() => {
    if (hasFirstPage) onFirstPageShown?.();
  }, [hasFirstPage, onFirstPageShown]);
  return <button type="button" onClick={retry}>{`${status}: ${restaurants.length}, more: ${more}`}</button>;
};

const renderNearbyProbe = (...answers: ScenarioAnswer[]) => renderWithShell(<NearbyProbe />, { answers });
const findText = (expectedText: string) => screen.findByText(expectedText, {}, { timeout: 4_000 });

it('D13 loads page after page until one is short', async () => {
  const { shell } = renderNearbyProbe(
    answer(loadByLocation, createPlaces(10), createPlaces(10, 10), createPlaces(3, 20)),
  );
  expect(await findText('ready: 23, more: none')).toBeInTheDocument();
  expect(shell.requests).toHaveLength(3);
});

it('D13 ends with an empty page after a full one', async () => {
  const { shell } = renderNearbyProbe(answer(loadByLocation, createPlaces(10), []));
  expect(await findText('ready: 10, more: none')).toBeInTheDocument();
  expect(shell.requests).toHaveLength(2);
});

it('D13 stops at a hundred places', async () => {
  const { shell } = renderNearbyProbe(
    answer(
      loadByLocation,
      createPlaces(10),
      createPlaces(10, 10),
      createPlaces(20, 20),
      createPlaces(40, 40),
      createPlaces(20, 80),
      createPlaces(20, 100),
    ),
  );
  expect(await findText('ready: 100, more: none')).toBeInTheDocument();
  expect(shell.requests).toHaveLength(5);
});

it('keeps the loaded pages when a later one fails, and continues from there', async () => {
  const { shell, user } = renderWithShell(
    <NearbyProbe onFirstPage={() => shell.use(refuse(loadByLocation, 'internal'))} />,
    {
      answers: [answer(loadByLocation, createPlaces(10))],
    },
  );
  expect(await findText('ready: 10, more: failed')).toBeInTheDocument();
  shell.use(answer(loadByLocation, createPlaces(4, 10)));
  await user.click(screen.getByRole('button'));
  expect(await findText('ready: 14, more: none')).toBeInTheDocument();
});

it('fails when the first page fails', async () => {
  const { shell, user } = renderNearbyProbe(refuse(loadByLocation, 'unavailable'));
  expect(await findText('failed: 0, more: none')).toBeInTheDocument();
  shell.use(answer(loadByLocation, createPlaces(2)));
  await user.click(screen.getByRole('button'));
  expect(await findText('ready: 2, more: none')).toBeInTheDocument();
});

it('loads an hour-old list again, and keeps it meanwhile', async () => {
  const { shell } = renderNearbyProbe(answer(loadByLocation, createPlaces(3)));
  expect(await findText('ready: 3, more: none')).toBeInTheDocument();
  shell.use(answer(loadByLocation, createPlaces(5)));
  act(() => shell.setNow(fixtureNow + 59 * MINUTE_MS));
  expect(shell.requests).toHaveLength(1);
  act(() => shell.setNow(fixtureNow + 60 * MINUTE_MS));
  expect(screen.getByText('ready: 3, more: none')).toBeInTheDocument();
  expect(await findText('ready: 5, more: none')).toBeInTheDocument();
  expect(shell.requests).toHaveLength(2);
  act(() => shell.setNow(fixtureNow + 119 * MINUTE_MS));
  expect(shell.requests).toHaveLength(2);
});

it('keeps an hour-old list when the request fails, and tries again', async () => {
  const { shell } = renderNearbyProbe(answer(loadByLocation, createPlaces(3)));
  expect(await findText('ready: 3, more: none')).toBeInTheDocument();
  shell.use(refuse(loadByLocation, 'unavailable'));
  act(() => shell.setNow(fixtureNow + 60 * MINUTE_MS));
  await waitFor(() => expect(shell.requests.length).toBeGreaterThan(1));
  expect(await findText('ready: 3, more: none')).toBeInTheDocument();
  shell.use(answer(loadByLocation, createPlaces(4)));
  act(() => shell.setNow(fixtureNow + 61 * MINUTE_MS));
  expect(await findText('ready: 4, more: none')).toBeInTheDocument();
});

it('keeps an old list while the page is hidden', async () => {
  const { shell } = renderNearbyProbe(answer(loadByLocation, createPlaces(3)));
  expect(await findText('ready: 3, more: none')).toBeInTheDocument();
  jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  act(() => shell.setNow(fixtureNow + 90 * MINUTE_MS));
  expect(shell.requests).toHaveLength(1);
  jest.restoreAllMocks();
});

const altonaCoordinate = { latitude: 53.55, longitude: 9.93 };

const MovingProbe = ({ onFirstPage }: { readonly onFirstPage: () => void }) => {
  const [probeCenter, setProbeCenter] = useState(listCenter);
  const { restaurants, more } = useNearby(probeCenter);
  const hasFirstPage = restaurants.length === 10;
  useEffect(() => {
    if (hasFirstPage) onFirstPage();
  }, [hasFirstPage, onFirstPage]);
  return (
    <button
      type="button"
      onClick={() => setProbeCenter(altonaCoordinate)}
    >{`${restaurants.map(({ key }) => key).join(' ')}, more: ${more}`}</button>
  );
};

it('D13 ignores pages of the former place after a change of the location', async () => {
  // The second page around the previous place is still loading when the next place is chosen.
  const { shell, user } = renderWithShell(<MovingProbe onFirstPage={() => shell.use(neverRespond(loadByLocation))} />, {
    answers: [answer(loadByLocation, createPlaces(10))],
  });
  const loadingListText = await screen.findByText(/^r0 .* more: loading$/);
  shell.use(answer(loadByLocation, createPlaces(2, 50)));
  await user.click(loadingListText);
  expect(await findText('r50 r51, more: none')).toBeInTheDocument();
});

const TogglingProbe = () => {
  const [probeCenter, setProbeCenter] = useState(listCenter);
  const { restaurants, more } = useNearby(probeCenter);
  return (
    <button
      type="button"
      onClick={() => setProbeCenter(probeCenter === listCenter ? altonaCoordinate : listCenter)}
    >{`${restaurants.map(({ key }) => key).join(' ')}, more: ${more}`}</button>
  );
};

it('loads the list of an area again an hour after its arrival, even after other areas', async () => {
  const { shell, user } = renderWithShell(<TogglingProbe />, { answers: [answer(loadByLocation, createPlaces(1))] });
  await findText('r0, more: none');
  act(() => shell.setNow(fixtureNow + 58 * MINUTE_MS));
  shell.use(answer(loadByLocation, createPlaces(1, 50)));
  await user.click(screen.getByRole('button'));
  await findText('r50, more: none');
  act(() => shell.setNow(fixtureNow + 59 * MINUTE_MS));
  await user.click(screen.getByRole('button'));
  expect(screen.getByText('r0, more: none')).toBeInTheDocument();
  expect(shell.requests).toHaveLength(2);
  shell.use(answer(loadByLocation, createPlaces(1, 7)));
  act(() => shell.setNow(fixtureNow + 60 * MINUTE_MS));
  expect(await findText('r7, more: none')).toBeInTheDocument();
});

const LiveProbe = () => (
  <>
    <NearbyProbe />
    <p>{useLiveStatus()}</p>
  </>
);

it('loads the list again by itself, without a busy sign, after an import has added places nearby', async () => {
  jest.useFakeTimers({ advanceTimers: true });
  const liveTopics = Object.fromEntries(
    placeCellsAround(listCenter, 5_000).map((cellName) => [placesTopic(cellName), {}]),
  );
  const { shell } = renderWithShell(<LiveProbe />, { answers: [answer(loadByLocation, [])], topics: liveTopics });
  await findText('ready: 0, more: none');
  await findText('online');
  shell.use(answer(loadByLocation, createPlaces(10), createPlaces(3, 10)));
  act(() =>
    shell.change(placesTopic(placeCell(listCenter)), {
      kind: 'put',
      collection: 'places',
      key: PLACES_ADDED_KEY,
      value: { at: 1 },
    }),
  );
  expect(screen.getByRole('button')).toHaveTextContent('ready: 0, more: none');
  await act(() => jest.advanceTimersByTimeAsync(4_000));
  expect(await findText('ready: 13, more: none')).toBeInTheDocument();
  jest.useRealTimers();
});
