import { acceptPartnerOrder, getPartnerMenu, getPartnerRestaurant } from '@mahlzeit/contract';
import { aPartnerOffer, aRestaurant, fixtureDay, aDiscount } from '@mahlzeit/contract/fixtures';
import { screen, waitFor, within } from '@testing-library/react';
import { answer, neverRespond, refuse } from '@mahlzeit/shared-ui/testing';
import { acceptButton, instantAt, openConsole, orderWith } from '../testing/fake-console';
import { listedOrderNumbers } from '../testing/order-lists';

const MINUTE_MS = 60_000;

describe('accepting', () => {
  it('is one tap, shown at once; a double tap sends one request', async () => {
    const { partner, user } = openConsole({ orders: [orderWith('K1')], answers: [neverRespond(acceptPartnerOrder)] });
    await user.dblClick(await acceptButton('K1'));
    expect(screen.queryByRole('button', { name: 'K1 annehmen' })).not.toBeInTheDocument();
    expect(screen.getAllByText('Angenommen').length).toBeGreaterThan(0);
    expect(partner.requests.filter((request) => request.includes('accept'))).toEqual([
      'POST /api/partner/orders/b-K1/accept',
    ]);
    expect(document.title).toBe('Mahlzeit für Lokale');
  });

  it('gives the row back where it failed, and says why', async () => {
    const { user } = openConsole({ orders: [orderWith('K1')], answers: [refuse(acceptPartnerOrder, 'canceled')] });
    await user.click(await acceptButton('K1'));
    expect(
      await screen.findByText(/^K1 ist nicht angenommen\. Das Geld für diese Bestellung geht an den Gast zurück\./),
    ).toBeInTheDocument();
    expect(await acceptButton('K1')).toBeInTheDocument();
  });

  it('takes all at once, but asks first, and takes those alone that were there when it asked', async () => {
    const { partner, user } = openConsole({
      orders: ['K1', 'K2', 'K3'].map((orderNumber) => orderWith(orderNumber)),
      answers: [neverRespond(acceptPartnerOrder)],
    });
    await user.click(await screen.findByRole('button', { name: 'Alle 3 annehmen' }));
    await user.click(screen.getByRole('button', { name: 'Abbrechen' }));
    await user.click(screen.getByRole('button', { name: 'Alle 3 annehmen' }));
    expect(screen.getByRole('alertdialog', { name: '3 Bestellungen annehmen?' })).toBeInTheDocument();
    partner.putOrder(orderWith('K4'));
    expect(partner.requests.filter((request) => request.includes('accept'))).toEqual([]);
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Alle 3 annehmen' }));
    await waitFor(() => expect(partner.requests.filter((request) => request.includes('accept'))).toHaveLength(3));
    expect(screen.getAllByRole('button', { name: /K\d annehmen/ })).toEqual([await acceptButton('K4')]);
  });

  it('by hand goes on to the next as by key, and no second tap takes that one on', async () => {
    const { partner, user } = openConsole({
      orders: [
        orderWith('K1', { meetUpDate: instantAt('12:15') }),
        orderWith('K2'),
        orderWith('K3', { meetUpDate: instantAt('12:45') }),
      ],
      answers: [neverRespond(acceptPartnerOrder)],
    });
    const acceptedOrderNumbers = () =>
      partner.requests.filter((request) => request.includes('accept')).map((request) => /K\d/.exec(request)?.[0]);
    await user.click(await acceptButton('K1'));
    expect(screen.getByRole('heading', { name: /^K2/ })).toBeInTheDocument();
    await user.dblClick(screen.getByRole('button', { name: /^Annehmen/ }));
    expect([acceptedOrderNumbers(), screen.getByRole('heading', { name: /^K3/ })]).toMatchObject([['K1', 'K2'], {}]);
    await user.keyboard('a');
    expect(acceptedOrderNumbers()).toEqual(['K1', 'K2', 'K3']);
  });

  it('by another counter leaves the chosen one in place, and A leads to the first that waits', async () => {
    const earliestOrder = orderWith('K1', { meetUpDate: instantAt('12:15') });
    const { partner, user } = openConsole({
      orders: [earliestOrder, orderWith('K2'), orderWith('K3')],
      answers: [neverRespond(acceptPartnerOrder)],
    });
    await acceptButton('K1');
    partner.putOrder({ ...earliestOrder, accepted: true });
    expect(screen.getByRole('heading', { name: /^K1/ })).toBeInTheDocument();
    await user.keyboard('a');
    expect(screen.getByRole('heading', { name: /^K2/ })).toBeInTheDocument();
    await user.keyboard('a');
    expect(partner.requests.filter((request) => request.includes('accept'))).toEqual([
      'POST /api/partner/orders/b-K2/accept',
    ]);
  });

  it('goes by keys: arrows choose, A accepts and goes on to the next', async () => {
    const { partner, user } = openConsole({
      orders: [
        orderWith('K1', { meetUpDate: instantAt('12:15') }),
        orderWith('K2'),
        orderWith('K3', { meetUpDate: instantAt('12:45') }),
      ],
      answers: [neverRespond(acceptPartnerOrder)],
    });
    await acceptButton('K1');
    await user.keyboard('{ArrowDown}a');
    await user.keyboard('a');
    expect(partner.requests.filter((request) => request.includes('accept'))).toEqual([
      'POST /api/partner/orders/b-K2/accept',
      'POST /api/partner/orders/b-K3/accept',
    ]);
  });

  it('goes by the same key to an order that came after the last was accepted', async () => {
    const { partner, user } = openConsole({ orders: [orderWith('K1')], answers: [neverRespond(acceptPartnerOrder)] });
    await acceptButton('K1');
    await user.keyboard('a');
    partner.putOrder(orderWith('K2'));
    await user.keyboard('a');
    expect(partner.requests.filter((request) => request.includes('accept'))).toHaveLength(1);
    await user.keyboard('a');
    expect(partner.requests.filter((request) => request.includes('accept'))).toEqual([
      'POST /api/partner/orders/b-K1/accept',
      'POST /api/partner/orders/b-K2/accept',
    ]);
  });

  it('moves no row under somebody who is in the middle of them', async () => {
    const { partner, user } = openConsole({ orders: [orderWith('K2', { meetUpDate: instantAt('12:45') })] });
    await user.hover(await acceptButton('K2'));
    partner.putOrder(orderWith('K1', { meetUpDate: instantAt('12:15') }));
    expect(listedOrderNumbers('Neu')).toEqual(['K2', 'K1']);
    await waitFor(() => expect(listedOrderNumbers('Neu')).toEqual(['K1', 'K2']), { timeout: 4000 });
  });
});

describe('what is changed elsewhere', () => {
  const closedRestaurant = aRestaurant({ restTime: { start: fixtureDay, end: fixtureDay, restTimeTypeKey: null } });
  const makeDish = (overrides: Parameters<typeof aPartnerOffer>[0]) =>
    aPartnerOffer({ key: 'suppe', name: 'Kartoffelsuppe', price: 790, ...overrides });

  it('shows at once: a dish, a discount, that the place is closed', async () => {
    const { partner } = openConsole({ menu: [makeDish({})] });
    await screen.findByText(/7,90\s€ · 0 bestellt/);
    partner.applyOperation({
      kind: 'put',
      collection: 'menu',
      key: 'suppe',
      value: { ...makeDish({ name: 'Linsensuppe' }) },
    });
    partner.changePlace({
      kind: 'put',
      collection: 'discounts',
      key: 'eigen',
      value: { ...aDiscount({ key: 'eigen', name: { de: '20 % auf Suppe' } }) },
    });
    partner.changePlace({
      kind: 'put',
      collection: 'restaurant',
      key: closedRestaurant.key,
      value: { ...closedRestaurant, offers: [] },
    });
    for (const expectedText of ['Linsensuppe', '20 % auf Suppe', 'Heute ist geschlossen.'])
      expect(screen.getByText(expectedText)).toBeInTheDocument();
    expect(screen.getByText(/heute geschlossen$/)).toBeInTheDocument();
  });

  it('shows at the latest when somebody looks again', async () => {
    const { partner } = openConsole();
    await screen.findByRole('button', { name: 'Heute schließen' });
    partner.use(answer(getPartnerRestaurant, closedRestaurant));
    partner.show();
    expect(await screen.findByText('Heute ist geschlossen.')).toBeInTheDocument();
  });

  it('is the menu of the next day once it has begun', async () => {
    const { partner } = openConsole({
      menu: [makeDish({})],
      now: instantAt('23:59'),
      answers: [answer(getPartnerMenu, [makeDish({ key: 'morgen', name: 'Labskaus', date: '2026-06-25' })])],
    });
    await screen.findByText('Kartoffelsuppe');
    partner.advance(MINUTE_MS);
    expect(await screen.findByText('Labskaus')).toBeInTheDocument();
    expect(screen.queryByText('Kartoffelsuppe')).not.toBeInTheDocument();
  });
});
