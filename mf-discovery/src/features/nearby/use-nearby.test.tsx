import { loadByLocation, PLACES_ADDED, placesTopic } from '@mahlzeit/contract';
import type { Restaurant } from '@mahlzeit/contract';
import { aRestaurant, fixtureNow } from '@mahlzeit/contract/fixtures';
import { placeCell, placeCellsAround } from '@mahlzeit/contract/rules';
import { useLiveStatus } from '@mahlzeit/shared-ui/platform';
import { answer, neverRespond, refuse, renderWithShell } from '@mahlzeit/shared-ui/testing';
import type { ScenarioAnswer } from '@mahlzeit/shared-ui/testing';
import { act, screen, waitFor } from '@testing-library/react';
import { useEffect, useState } from 'react';
import { useNearby } from './use-nearby';

const MINUTE = 60_000;

const around = { latitude: 53.55, longitude: 9.99 };

const places = (count: number, firstIndex = 0): Restaurant[] =>
  Array.from({ length: count }, (_, index) => aRestaurant({ key: `r${firstIndex + index}` }));

const Probe = ({ onFirstPage }: { readonly onFirstPage?: () => void }) => {
  const { status, restaurants, more, retry } = useNearby(around);
  const hasFirstPage = restaurants.length === 10;
  useEffect(() => {
    if (hasFirstPage) onFirstPage?.();
  }, [hasFirstPage, onFirstPage]);
  return <button type="button" onClick={retry}>{`${status}: ${restaurants.length}, more: ${more}`}</button>;
};

const render = (...answers: ScenarioAnswer[]) => renderWithShell(<Probe />, { answers });
const findText = (expectedText: string) => screen.findByText(expectedText, {}, { timeout: 4_000 });

it('D13 loads page after page until one is short', async () => {
  const { shell } = render(answer(loadByLocation, places(10), places(10, 10), places(3, 20)));
  expect(await findText('ready: 23, more: none')).toBeInTheDocument();
  expect(shell.requests).toHaveLength(3);
});

it('D13 ends with an empty page after a full one', async () => {
  const { shell } = render(answer(loadByLocation, places(10), []));
  expect(await findText('ready: 10, more: none')).toBeInTheDocument();
  expect(shell.requests).toHaveLength(2);
});

it('D13 stops at a hundred places', async () => {
  const { shell } = render(
    answer(loadByLocation, places(10), places(10, 10), places(20, 20), places(40, 40), places(20, 80), places(20, 100)),
  );
  expect(await findText('ready: 100, more: none')).toBeInTheDocument();
  expect(shell.requests).toHaveLength(5);
});

it('keeps the loaded pages when a later one fails, and continues from there', async () => {
  const { shell, user } = renderWithShell(<Probe onFirstPage={() => shell.use(refuse(loadByLocation, 'internal'))} />, {
    answers: [answer(loadByLocation, places(10))],
  });
  expect(await findText('ready: 10, more: failed')).toBeInTheDocument();
  shell.use(answer(loadByLocation, places(4, 10)));
  await user.click(screen.getByRole('button'));
  expect(await findText('ready: 14, more: none')).toBeInTheDocument();
});

it('fails when the first page fails', async () => {
  const { shell, user } = render(refuse(loadByLocation, 'unavailable'));
  expect(await findText('failed: 0, more: none')).toBeInTheDocument();
  shell.use(answer(loadByLocation, places(2)));
  await user.click(screen.getByRole('button'));
  expect(await findText('ready: 2, more: none')).toBeInTheDocument();
});

it('loads an hour-old list again, and keeps it meanwhile', async () => {
  const { shell } = render(answer(loadByLocation, places(3)));
  expect(await findText('ready: 3, more: none')).toBeInTheDocument();
  shell.use(answer(loadByLocation, places(5)));
  act(() => shell.setNow(fixtureNow + 59 * MINUTE));
  expect(shell.requests).toHaveLength(1);
  act(() => shell.setNow(fixtureNow + 60 * MINUTE));
  expect(screen.getByText('ready: 3, more: none')).toBeInTheDocument();
  expect(await findText('ready: 5, more: none')).toBeInTheDocument();
  expect(shell.requests).toHaveLength(2);
  act(() => shell.setNow(fixtureNow + 119 * MINUTE));
  expect(shell.requests).toHaveLength(2);
});

it('keeps an hour-old list when the request fails, and tries again', async () => {
  const { shell } = render(answer(loadByLocation, places(3)));
  expect(await findText('ready: 3, more: none')).toBeInTheDocument();
  shell.use(refuse(loadByLocation, 'unavailable'));
  act(() => shell.setNow(fixtureNow + 60 * MINUTE));
  await waitFor(() => expect(shell.requests.length).toBeGreaterThan(1));
  expect(await findText('ready: 3, more: none')).toBeInTheDocument();
  shell.use(answer(loadByLocation, places(4)));
  act(() => shell.setNow(fixtureNow + 61 * MINUTE));
  expect(await findText('ready: 4, more: none')).toBeInTheDocument();
});

it('keeps an old list while the page is hidden', async () => {
  const { shell } = render(answer(loadByLocation, places(3)));
  expect(await findText('ready: 3, more: none')).toBeInTheDocument();
  jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  act(() => shell.setNow(fixtureNow + 90 * MINUTE));
  expect(shell.requests).toHaveLength(1);
  jest.restoreAllMocks();
});

const altona = { latitude: 53.55, longitude: 9.93 };

const Mover = ({ onFirstPage }: { readonly onFirstPage: () => void }) => {
  const [center, setAt] = useState(around);
  const { restaurants, more } = useNearby(center);
  const hasFirstPage = restaurants.length === 10;
  useEffect(() => {
    if (hasFirstPage) onFirstPage();
  }, [hasFirstPage, onFirstPage]);
  return (
    <button
      type="button"
      onClick={() => setAt(altona)}
    >{`${restaurants.map(({ key }) => key).join(' ')}, more: ${more}`}</button>
  );
};

it('D13 ignores pages of the former place after a change of the location', async () => {
  // The second page around the previous place is still loading when the next place is chosen.
  const { shell, user } = renderWithShell(<Mover onFirstPage={() => shell.use(neverRespond(loadByLocation))} />, {
    answers: [answer(loadByLocation, places(10))],
  });
  const stream = await screen.findByText(/^r0 .* more: loading$/);
  shell.use(answer(loadByLocation, places(2, 50)));
  await user.click(stream);
  expect(await findText('r50 r51, more: none')).toBeInTheDocument();
});

const Walker = () => {
  const [center, setAt] = useState(around);
  const { restaurants, more } = useNearby(center);
  return (
    <button
      type="button"
      onClick={() => setAt(center === around ? altona : around)}
    >{`${restaurants.map(({ key }) => key).join(' ')}, more: ${more}`}</button>
  );
};

it('loads the list of an area again an hour after its arrival, even after other areas', async () => {
  const { shell, user } = renderWithShell(<Walker />, { answers: [answer(loadByLocation, places(1))] });
  await findText('r0, more: none');
  act(() => shell.setNow(fixtureNow + 58 * MINUTE));
  shell.use(answer(loadByLocation, places(1, 50)));
  await user.click(screen.getByRole('button'));
  await findText('r50, more: none');
  act(() => shell.setNow(fixtureNow + 59 * MINUTE));
  await user.click(screen.getByRole('button'));
  expect(screen.getByText('r0, more: none')).toBeInTheDocument();
  expect(shell.requests).toHaveLength(2);
  shell.use(answer(loadByLocation, places(1, 7)));
  act(() => shell.setNow(fixtureNow + 60 * MINUTE));
  expect(await findText('r7, more: none')).toBeInTheDocument();
});

const Follower = () => (
  <>
    <Probe />
    <p>{useLiveStatus()}</p>
  </>
);

it('loads the list again by itself, without a busy sign, after an import has added places nearby', async () => {
  jest.useFakeTimers({ advanceTimers: true });
  const topics = Object.fromEntries(placeCellsAround(around, 5_000).map((cell) => [placesTopic(cell), {}]));
  const { shell } = renderWithShell(<Follower />, { answers: [answer(loadByLocation, [])], topics });
  await findText('ready: 0, more: none');
  await findText('online');
  shell.use(answer(loadByLocation, places(10), places(3, 10)));
  act(() =>
    shell.change(placesTopic(placeCell(around)), {
      kind: 'put',
      collection: 'places',
      key: PLACES_ADDED,
      value: { at: 1 },
    }),
  );
  expect(screen.getByRole('button')).toHaveTextContent('ready: 0, more: none');
  await act(() => jest.advanceTimersByTimeAsync(4_000));
  expect(await findText('ready: 13, more: none')).toBeInTheDocument();
  jest.useRealTimers();
});
