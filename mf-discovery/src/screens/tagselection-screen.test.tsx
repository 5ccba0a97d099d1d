import { getTags } from '@mahlzeit/contract';
import type { Restaurant } from '@mahlzeit/contract';
import { aRestaurant } from '@mahlzeit/contract/fixtures';
import { answer, neverRespond, renderWithShell, failAsUnreachable } from '@mahlzeit/shared-ui/testing';
import type { ScenarioAnswer } from '@mahlzeit/shared-ui/testing';
import { act, screen } from '@testing-library/react';
import { severalTags } from '../alone-fixtures';
import { TagSheet } from './tagselection-screen';

const taggedRestaurants = [
  aRestaurant({ key: 'a', tagIds: ['italian'], offers: [] }),
  aRestaurant({ key: 'b', tagIds: ['italian', 'greek'] }),
  aRestaurant({ key: 'c', tagIds: ['german'] }),
];

const renderTagSheet = (
  answers: ScenarioAnswer[] = [answer(getTags, severalTags)],
  restaurants: readonly Restaurant[] | null = taggedRestaurants,
) => {
  const onClose = jest.fn();
  return { onClose, ...renderWithShell(<TagSheet restaurants={restaurants} onClose={onClose} />, { answers }) };
};

const readStoredFilters = (): unknown => JSON.parse(sessionStorage.getItem('mahlzeit.filters') ?? 'null');

beforeEach(() => sessionStorage.clear());

it('shows all cuisines, and no other tag', async () => {
  renderTagSheet();
  expect(await screen.findByRole('button', { name: 'Griechisch' })).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Suppe' })).not.toBeInTheDocument();
});

it('shows the number of results on its button, then the results', async () => {
  const { user, onClose } = renderTagSheet();
  expect(screen.getByRole('button', { name: '2 Lokale zeigen' })).toBeInTheDocument();
  await user.click(await screen.findByRole('button', { name: 'Griechisch' }));
  expect(screen.getByRole('button', { name: '1 Lokal zeigen' })).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Italienisch' }));
  await user.click(screen.getByRole('button', { name: '2 Lokale zeigen' }));
  expect(onClose).toHaveBeenCalledTimes(1);
  expect(readStoredFilters()).toMatchObject({ tag: { key: 'italian', name: 'Italienisch' }, showLunchList: false });
});

it('changes nothing without a choice', async () => {
  const { user, onClose } = renderTagSheet();
  await user.click(screen.getByRole('button', { name: '2 Lokale zeigen' }));
  expect(onClose).toHaveBeenCalledTimes(1);
  expect(readStoredFilters()).toBeNull();
});

it('shows all places when the chosen cuisine is cleared', async () => {
  sessionStorage.setItem('mahlzeit.filters', JSON.stringify({ tag: { key: 'italian', name: 'Italienisch' } }));
  const { user } = renderTagSheet();
  const italianChip = await screen.findByRole('button', { name: 'Italienisch' });
  expect(italianChip).toHaveAttribute('aria-pressed', 'true');
  await user.click(italianChip);
  await user.click(screen.getByRole('button', { name: '3 Lokale zeigen' }));
  expect(readStoredFilters()).toMatchObject({ tag: null, showLunchList: false });
});

it('shows no number before the places are loaded', async () => {
  renderTagSheet([neverRespond(getTags)], null);
  expect(await screen.findByRole('status')).toHaveTextContent('Lädt');
  expect(screen.getByRole('button', { name: 'Lokale zeigen' })).toBeInTheDocument();
});

it('reports that the cuisines can not be loaded, and tries again once the browser is online', async () => {
  const { shell } = renderTagSheet([failAsUnreachable(getTags)]);
  expect(await screen.findByRole('heading', { name: 'Die Küchen laden nicht' })).toBeInTheDocument();
  shell.use(answer(getTags, severalTags));
  act(() => void window.dispatchEvent(new Event('online')));
  expect(await screen.findByRole('button', { name: 'Griechisch' })).toBeInTheDocument();
});
