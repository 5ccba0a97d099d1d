import { loadByLocation, PLACES_ADDED, placesTopic } from '@mahlzeit/contract';
import type { Restaurant } from '@mahlzeit/contract';
import { aRestaurant, fixtureNow } from '@mahlzeit/contract/fixtures';
import { placeCell, placeCellsAround } from '@mahlzeit/contract/rules';
import { useLiveStatus } from '@mahlzeit/shared-ui/platform';
import { answer, hang, refuse, renderWithShell } from '@mahlzeit/shared-ui/testing';
import type { ScenarioAnswer } from '@mahlzeit/shared-ui/testing';
import { act, screen, waitFor } from '@testing-library/react';
import { useEffect, useState } from 'react';
import { useNearby } from './use-nearby';

const MINUTE = 60_000;

const around = { latitude: 53.55, longitude: 9.99 };

const places = (count: number, from = 0): Restaurant[] =>
  Array.from({ length: count }, (_, index) => aRestaurant({ key: `r${from + index}` }));

const Probe = ({ onFirstPage }: { readonly onFirstPage?: () => void }) => {
  const { status, restaurants, more, retry } = useNearby(around);
  const hasFirstPage = restaurants.length === 10;
  useEffect(() => {
    if (hasFirstPage) onFirstPage?.();
  }, [hasFirstPage, onFirstPage]);
  return <button type="button" onClick={retry}>{`${status}: ${restaurants.length}, more: ${more}`}</button>;
};

const show = (...answers: ScenarioAnswer[]) => renderWithShell(<Probe />, { answers });
const says = (words: string) => screen.findByText(words, {}, { timeout: 4_000 });

it('D13 loads page after page until one is short', async () => {
  const { shell } = show(answer(loadByLocation, places(10), places(10, 10), places(3, 20)));
  expect(await says('ready: 23, more: none')).toBeInTheDocument();
  expect(shell.requests).toHaveLength(3);
});

it('D13 ends with an empty page where the one before was full', async () => {
  const { shell } = show(answer(loadByLocation, places(10), []));
  expect(await says('ready: 10, more: none')).toBeInTheDocument();
  expect(shell.requests).toHaveLength(2);
});

it('D13 stops at a hundred', async () => {
  const { shell } = show(
    answer(loadByLocation, places(10), places(10, 10), places(20, 20), places(40, 40), places(20, 80), places(20, 100)),
  );
  expect(await says('ready: 100, more: none')).toBeInTheDocument();
  expect(shell.requests).toHaveLength(5);
});

it('keeps what it has where a later page fails, and goes on from there', async () => {
  const { shell, user } = renderWithShell(<Probe onFirstPage={() => shell.use(refuse(loadByLocation, 'internal'))} />, {
    answers: [answer(loadByLocation, places(10))],
  });
  expect(await says('ready: 10, more: failed')).toBeInTheDocument();
  shell.use(answer(loadByLocation, places(4, 10)));
  await user.click(screen.getByRole('button'));
  expect(await says('ready: 14, more: none')).toBeInTheDocument();
});

it('fails as a whole where not even the first page comes', async () => {
  const { shell, user } = show(refuse(loadByLocation, 'unavailable'));
  expect(await says('failed: 0, more: none')).toBeInTheDocument();
  shell.use(answer(loadByLocation, places(2)));
  await user.click(screen.getByRole('button'));
  expect(await says('ready: 2, more: none')).toBeInTheDocument();
});

it('asks anew for a list that is an hour old, and keeps it while it does', async () => {
  const { shell } = show(answer(loadByLocation, places(3)));
  expect(await says('ready: 3, more: none')).toBeInTheDocument();
  shell.use(answer(loadByLocation, places(5)));
  act(() => shell.setNow(fixtureNow + 59 * MINUTE));
  expect(shell.requests).toHaveLength(1);
  act(() => shell.setNow(fixtureNow + 60 * MINUTE));
  expect(screen.getByText('ready: 3, more: none')).toBeInTheDocument();
  expect(await says('ready: 5, more: none')).toBeInTheDocument();
  expect(shell.requests).toHaveLength(2);
  act(() => shell.setNow(fixtureNow + 119 * MINUTE));
  expect(shell.requests).toHaveLength(2);
});

it('keeps an hour-old list that can’t be had anew, and asks again', async () => {
  const { shell } = show(answer(loadByLocation, places(3)));
  expect(await says('ready: 3, more: none')).toBeInTheDocument();
  shell.use(refuse(loadByLocation, 'unavailable'));
  act(() => shell.setNow(fixtureNow + 60 * MINUTE));
  await waitFor(() => expect(shell.requests.length).toBeGreaterThan(1));
  expect(await says('ready: 3, more: none')).toBeInTheDocument();
  shell.use(answer(loadByLocation, places(4)));
  act(() => shell.setNow(fixtureNow + 61 * MINUTE));
  expect(await says('ready: 4, more: none')).toBeInTheDocument();
});

it('leaves an old list alone while nobody looks', async () => {
  const { shell } = show(answer(loadByLocation, places(3)));
  expect(await says('ready: 3, more: none')).toBeInTheDocument();
  jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  act(() => shell.setNow(fixtureNow + 90 * MINUTE));
  expect(shell.requests).toHaveLength(1);
  jest.restoreAllMocks();
});

const altona = { latitude: 53.55, longitude: 9.93 };

const Mover = ({ onFirstPage }: { readonly onFirstPage: () => void }) => {
  const [at, setAt] = useState(around);
  const { restaurants, more } = useNearby(at);
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

it('D13 writes nothing of the former place after the location has changed', async () => {
  // The second page of the former place is still loading when the next place is chosen.
  const { shell, user } = renderWithShell(<Mover onFirstPage={() => shell.use(hang(loadByLocation))} />, {
    answers: [answer(loadByLocation, places(10))],
  });
  const stream = await screen.findByText(/^r0 .* more: loading$/);
  shell.use(answer(loadByLocation, places(2, 50)));
  await user.click(stream);
  expect(await says('r50 r51, more: none')).toBeInTheDocument();
});

const Walker = () => {
  const [at, setAt] = useState(around);
  const { restaurants, more } = useNearby(at);
  return (
    <button
      type="button"
      onClick={() => setAt(at === around ? altona : around)}
    >{`${restaurants.map(({ key }) => key).join(' ')}, more: ${more}`}</button>
  );
};

it('asks anew for the list of an area an hour after it came, whatever was looked at meanwhile', async () => {
  const { shell, user } = renderWithShell(<Walker />, { answers: [answer(loadByLocation, places(1))] });
  await says('r0, more: none');
  act(() => shell.setNow(fixtureNow + 58 * MINUTE));
  shell.use(answer(loadByLocation, places(1, 50)));
  await user.click(screen.getByRole('button'));
  await says('r50, more: none');
  act(() => shell.setNow(fixtureNow + 59 * MINUTE));
  await user.click(screen.getByRole('button'));
  expect(screen.getByText('r0, more: none')).toBeInTheDocument();
  expect(shell.requests).toHaveLength(2);
  shell.use(answer(loadByLocation, places(1, 7)));
  act(() => shell.setNow(fixtureNow + 60 * MINUTE));
  expect(await says('r7, more: none')).toBeInTheDocument();
});

const Follower = () => (
  <>
    <Probe />
    <p>{useLiveStatus()}</p>
  </>
);

it('asks again by itself, and quietly, once an import has added places around', async () => {
  jest.useFakeTimers({ advanceTimers: true });
  const topics = Object.fromEntries(placeCellsAround(around, 5_000).map((cell) => [placesTopic(cell), {}]));
  const { shell } = renderWithShell(<Follower />, { answers: [answer(loadByLocation, [])], topics });
  await says('ready: 0, more: none');
  await says('online');
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
  expect(await says('ready: 13, more: none')).toBeInTheDocument();
  jest.useRealTimers();
});
