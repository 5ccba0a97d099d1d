import { loadByLocation } from '@mahlzeit/contract';
import type { Restaurant } from '@mahlzeit/contract';
import { aRestaurant } from '@mahlzeit/contract/fixtures';
import { answer, hang, refuse, renderWithShell } from '@mahlzeit/shared-ui/testing';
import type { ScenarioAnswer } from '@mahlzeit/shared-ui/testing';
import { screen } from '@testing-library/react';
import { useEffect, useState } from 'react';
import { useNearby } from './use-nearby';

const around = { latitude: 53.55, longitude: 9.99 };

const places = (count: number, from = 0): Restaurant[] => Array.from({ length: count }, (_, index) => aRestaurant({ key: `r${from + index}` }));

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
  const { shell } = show(answer(loadByLocation, places(10), ...Array.from({ length: 11 }, (_, page) => places(10, (page + 1) * 10))));
  expect(await says('ready: 100, more: none')).toBeInTheDocument();
  expect(shell.requests).toHaveLength(10);
});

it('keeps what it has where a later page fails, and goes on from there', async () => {
  const { shell, user } = renderWithShell(<Probe onFirstPage={() => shell.use(refuse(loadByLocation, 'internal'))} />, { answers: [answer(loadByLocation, places(10))] });
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

const altona = { latitude: 53.55, longitude: 9.93 };

const Mover = ({ onFirstPage }: { readonly onFirstPage: () => void }) => {
  const [at, setAt] = useState(around);
  const { restaurants, more } = useNearby(at);
  const hasFirstPage = restaurants.length === 10;
  useEffect(() => {
    if (hasFirstPage) onFirstPage();
  }, [hasFirstPage, onFirstPage]);
  return <button type="button" onClick={() => setAt(altona)}>{`${restaurants.map(({ key }) => key).join(' ')}, more: ${more}`}</button>;
};

it('D13 writes nothing of the former place after the location has changed', async () => {
  // The second page of the former place is still on its way when the next place is chosen.
  const { shell, user } = renderWithShell(<Mover onFirstPage={() => shell.use(hang(loadByLocation))} />, { answers: [answer(loadByLocation, places(10))] });
  const stream = await screen.findByText(/^r0 .* more: loading$/);
  shell.use(answer(loadByLocation, places(2, 50)));
  await user.click(stream);
  expect(await says('r50 r51, more: none')).toBeInTheDocument();
});
