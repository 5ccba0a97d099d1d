import { getInvitation, getRestaurant } from '@mahlzeit/contract';
import { anInvitation, aRestaurant, aTag, fixtureNow } from '@mahlzeit/contract/fixtures';
import { answer, neverRespond, refuse } from '@mahlzeit/shared-ui/testing';
import { fireEvent, screen } from '@testing-library/react';
import { createChatMessage, mockFittingLayout, showChatView as show } from '../../testing/show-chat-view';

beforeEach(mockFittingLayout);
afterEach(() => {
  jest.restoreAllMocks();
  window.localStorage.clear();
});

/** Returns the times at which the messages were sent, as shown at the end of each message. */
const sentTimesOfRows = () =>
  screen.getAllByRole('listitem').flatMap((item) => [...item.querySelectorAll('time')].slice(-1));

it('S02 shows a card only for content of the gateway, with a link to the place', async () => {
  show({
    messages: [
      createChatMessage('n1', 'restaurant'),
      createChatMessage('n2', 'restaurant', { contentId: 'elbkantine' }),
    ],
    answers: [answer(getRestaurant, aRestaurant({ key: 'elbkantine', name: 'Elbkantine', routingName: 'elbkantine' }))],
  });
  expect(await screen.findByRole('link', { name: 'Elbkantine' })).toHaveAttribute('href', '#details/elbkantine');
  expect(screen.getByText('restaurant')).toBeInTheDocument();
});

it('shows cuisine, price and distance of a shared place', async () => {
  show({
    messages: [createChatMessage('n1', 'restaurant', { contentId: 'elbkantine' })],
    answers: [
      answer(
        getRestaurant,
        aRestaurant({
          key: 'elbkantine',
          name: 'Elbkantine',
          tags: [aTag({ name: 'pizza', translations: { de: 'Pizza' } })],
          priceCategory: 2,
          initialDistanceKm: 0.35,
        }),
      ),
    ],
  });
  const card = (await screen.findByRole('link', { name: 'Elbkantine' })).closest('li');
  for (const fact of ['Pizza', '€€', '350 m']) expect(card).toHaveTextContent(fact);
});

it('shows on each card when it was sent, also while it loads and when it can’t be shown', async () => {
  const invitation = anInvitation({ key: 'treffen' });
  show({
    messages: [
      createChatMessage('n1', 'restaurant', { contentId: 'elbkantine', timestamp: fixtureNow - 180_000 }),
      createChatMessage('n2', 'invitation', { contentId: 'treffen', timestamp: fixtureNow - 120_000 }),
      createChatMessage('n3', 'invitation', { contentId: 'fremd', timestamp: fixtureNow - 60_000 }),
    ],
    topic: { invitations: [invitation] },
    answers: [neverRespond(getRestaurant), refuse(getInvitation, 'notFound')],
  });
  await screen.findByText('Geteiltes Treffen');
  const sentTimes = sentTimesOfRows();
  expect(sentTimes.map((sentTime) => sentTime?.textContent)).toEqual(['11:27', '11:28', '11:29']);
  expect(sentTimes[2]).toHaveAttribute('datetime', new Date(fixtureNow - 60_000).toISOString());
});

it('shows the place’s logo on its card, and none when the picture is missing', async () => {
  show({
    messages: [createChatMessage('n1', 'restaurant', { contentId: 'elbkantine' })],
    answers: [
      answer(getRestaurant, aRestaurant({ key: 'elbkantine', name: 'Elbkantine', logo: { url: '/media/logo.png' } })),
    ],
  });
  await screen.findByRole('link', { name: 'Elbkantine' });
  const findLogo = (): Element | null => document.querySelector('img[src="/media/logo.png"]');
  expect(findLogo()).toHaveAttribute('alt', '');
  fireEvent.error(findLogo() ?? document.body);
  expect(findLogo()).not.toBeInTheDocument();
});

it('shows a placeholder for removed content', async () => {
  show({
    messages: [
      createChatMessage('n1', 'invitation', { contentId: 'e1', removed: true }),
      createChatMessage('n2', 'restaurant', { contentId: 'weg' }),
    ],
    answers: [refuse(getRestaurant, 'notFound')],
  });
  expect(await screen.findByText('Die Einladung gibt es nicht mehr.')).toBeInTheDocument();
  expect(await screen.findByText('Das Lokal gibt es hier nicht mehr.')).toBeInTheDocument();
});
