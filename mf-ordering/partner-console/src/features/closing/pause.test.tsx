import { putPartnerRestaurant, reportOpenCounter } from '@mahlzeit/contract';
import { aRestaurant } from '@mahlzeit/contract/fixtures';
import { ORDER_PAUSE_MS } from '@mahlzeit/contract/rules';
import { screen } from '@testing-library/react';
import { answer, refuse } from '@mahlzeit/shared-ui/testing';
import { openConsole, START_INSTANT_MS } from '../../testing/fake-console';

const MINUTE_MS = 60_000;
const pausedRestaurant = aRestaurant({ ordersPausedUntil: START_INSTANT_MS + ORDER_PAUSE_MS });

describe('a pause', () => {
  it('begins by one tap, is shown, and ends by another', async () => {
    const { partner, user } = openConsole({ answers: [answer(putPartnerRestaurant, pausedRestaurant)] });
    await user.click(await screen.findByRole('button', { name: '20 Minuten Pause' }));
    expect(await screen.findByText('Keine neuen Bestellungen bis 12:18.')).toBeInTheDocument();
    expect(screen.getByText(/Pause bis 12:18$/)).toBeInTheDocument();
    partner.use(answer(putPartnerRestaurant, aRestaurant()));
    await user.click(screen.getByRole('button', { name: 'Pause beenden' }));
    expect(await screen.findByRole('button', { name: '20 Minuten Pause' })).toBeInTheDocument();
    const bodies = await Promise.all(
      partner.sent.filter(({ method }) => method === 'PUT').map((request): Promise<unknown> => request.json()),
    );
    expect(bodies).toEqual([{ ordersPausedUntil: START_INSTANT_MS + ORDER_PAUSE_MS }, { ordersPausedUntil: null }]);
  });

  it('ends by itself after 20 minutes', async () => {
    const { partner } = openConsole({ restaurant: pausedRestaurant });
    expect(await screen.findByRole('button', { name: 'Pause beenden' })).toBeInTheDocument();
    partner.advance(ORDER_PAUSE_MS);
    expect(await screen.findByRole('button', { name: '20 Minuten Pause' })).toBeInTheDocument();
  });

  it('says why it doesn’t begin', async () => {
    const { user } = openConsole({ answers: [refuse(putPartnerRestaurant, 'unavailable')] });
    await user.click(await screen.findByRole('button', { name: '20 Minuten Pause' }));
    expect(await screen.findByText(/Mahlzeit ist gerade nicht erreichbar/)).toBeInTheDocument();
    expect(screen.getByRole('button', { name: '20 Minuten Pause' })).toBeInTheDocument();
  });
});

it('reports every minute that the console is open, and nothing while its connection is lost', async () => {
  const { partner } = openConsole({ answers: [answer(reportOpenCounter, {})] });
  await screen.findByRole('button', { name: '20 Minuten Pause' });
  const reportCount = (): number =>
    partner.sent.filter(({ url }) => new URL(url).pathname === '/api/partner/counter').length;
  const firstCount = reportCount();
  expect(firstCount).toBeGreaterThan(0);
  partner.advance(MINUTE_MS);
  expect(reportCount()).toBe(firstCount + 1);
  partner.setOffline(true);
  partner.advance(2 * MINUTE_MS);
  expect(reportCount()).toBe(firstCount + 1);
});
