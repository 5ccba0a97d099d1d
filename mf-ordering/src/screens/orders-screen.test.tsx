import { meTopic } from '@mahlzeit/contract';
import { anOrder, fixtureNow } from '@mahlzeit/contract/fixtures';
import { fakeShell, renderWithShell } from '@mahlzeit/shared-ui/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import { byTime, OrderTabs, paidAmount } from './orders-screen';

describe('which orders there are, and what they cost', () => {
  const MINUTE = 60_000;
  const at = (key: string, meetUpDate: number) => anOrder({ key, meetUpDate });
  const keys = (orders: readonly { readonly key: string }[]) => orders.map(({ key }) => key);

  it('puts the next one first, and of the past ones the latest', () => {
    const { upcoming, past } = byTime([at('spaet', fixtureNow + 90 * MINUTE), at('alt', fixtureNow - 900 * MINUTE), at('bald', fixtureNow + MINUTE), at('eben', fixtureNow - 31 * MINUTE)], fixtureNow);
    expect([keys(upcoming), keys(past)]).toEqual([['bald', 'spaet'], ['eben', 'alt']]);
  });

  it.each([
    [-30 * MINUTE, 'upcoming'],
    [-30 * MINUTE - 1, 'past'],
    [0, 'upcoming'],
  ] as const)('T13 counts an order %i ms from its meetup as %s: it is past half an hour after', (offset, tab) => {
    expect(byTime([at('x', fixtureNow + offset)], fixtureNow)[tab]).toHaveLength(1);
  });

  it.each(['CREATED', 'FAILED', 'UNKNOWN'] as const)('lists no order whose payment is %s', (paymentStatus) => {
    expect(byTime([anOrder({ paymentStatus })], fixtureNow)).toEqual({ upcoming: [], past: [] });
  });

  it('tells what was paid after all refunds', () => {
    const refund = (amount: number) => ({ amount, reason: 'mistake' as const, date: fixtureNow });
    expect(paidAmount(anOrder({ totalPrice: 2300 }))).toBe(2300);
    expect(paidAmount(anOrder({ totalPrice: 2300, refunded: [refund(1000), refund(1300)] }))).toBe(0);
  });
});

describe('the tabs', () => {
  const show = (...orders: readonly object[]) => renderWithShell(<OrderTabs />, { session: 'verified', topics: { me: { orders } } });

  const onlyRow = async () => within(await screen.findByRole('listitem'));

  it('says that there are none, and where to go', async () => {
    const { user, shell } = show();
    expect(await screen.findByRole('heading', { name: 'Keine anstehende Bestellung' })).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Lokale ansehen' }));
    expect(shell.recorded.navigation).toEqual([['close']]);
    await user.click(screen.getByRole('tab', { name: /Vergangen 0/ }));
    expect(screen.getByRole('heading', { name: 'Noch keine vergangene Bestellung' })).toBeInTheDocument();
  });

  it('tells where, when, how much and how it stands', async () => {
    show(anOrder());
    const row = await onlyRow();
    expect(row.getByText('Elbkantine')).toBeInTheDocument();
    expect(row.getByText('Heute, 12:30 · Vor Ort')).toBeInTheDocument();
    expect(row.getByText('8,90 €')).toBeInTheDocument();
    expect(row.getByText('In Prüfung')).toBeInTheDocument();
  });

  it('shows what is left after a refund beside what was paid', async () => {
    show(anOrder({ totalPrice: 2300, status: 'CanceledPartly', refunded: [{ amount: 1150, reason: 'too_much_ordered', date: fixtureNow }] }));
    const row = await onlyRow();
    expect(row.getByText('11,50 €')).toBeInTheDocument();
    expect(row.getByText('23,00 €').closest('s, del')).not.toBeNull();
    expect(row.getByText('Teilweise storniert')).toBeInTheDocument();
  });

  it('shows that the restaurant took it as soon as it did', async () => {
    const { shell } = show(anOrder());
    await screen.findByText('In Prüfung');
    shell.change(meTopic, { kind: 'put', collection: 'orders', key: 'bestellung-01', value: anOrder({ accepted: true, status: 'Confirmed' }) });
    expect(await screen.findByText('Bestätigt')).toBeInTheDocument();
  });

  it('moves an order to the past ones half an hour after its meetup', async () => {
    const { shell, user } = show(anOrder({ restaurant: null }));
    await screen.findByText('Lokal nicht mehr dabei');
    shell.advance(91 * 60_000);
    await waitFor(() => expect(screen.queryByText('Lokal nicht mehr dabei')).not.toBeInTheDocument());
    await user.click(screen.getByRole('tab', { name: /Vergangen 1/ }));
    expect(screen.getByText('Lokal nicht mehr dabei')).toBeInTheDocument();
  });

  it('keeps what it knows while there is no connection, and says so', async () => {
    const { shell } = show(anOrder());
    await onlyRow();
    shell.setOffline(true);
    expect(await screen.findByText('Keine Verbindung. Du siehst den letzten Stand.')).toBeInTheDocument();
  });

  describe('without a connection from the start', () => {
    beforeEach(() => jest.useFakeTimers());
    afterEach(() => jest.useRealTimers());
    // What is drawn, and asks for more, is drawn at the end of each stretch.
    const passes = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));

    it('says after a while that they can not be had, and shows them once it is back', async () => {
      const shell = fakeShell({ session: 'verified', topics: { me: { orders: [anOrder()] } } });
      shell.setOffline(true);
      renderWithShell(<OrderTabs />, { shell });
      await passes(11_000);
      expect(screen.getByRole('heading', { name: 'Deine Bestellungen laden nicht' })).toBeInTheDocument();
      shell.setOffline(false);
      await passes(1_000);
      await passes(1_000);
      expect(screen.getByText('Elbkantine')).toBeInTheDocument();
    });
  });
});
