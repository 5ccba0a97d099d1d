import { placeOrder, globalTopic, meTopic } from '@mahlzeit/contract';
import type { Restaurant } from '@mahlzeit/contract';
import {
  aDiscount,
  anAccount,
  anAttendee,
  anInvitation,
  anOffer,
  aRestaurant,
  fixtureDay,
} from '@mahlzeit/contract/fixtures';
import { fakeShell, refuse } from '@mahlzeit/shared-ui/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import { toVoucher, cartPlaceOf, updateCart, withAmount, withVoucher } from '../features/cart';
import type { Cart } from '../features/cart';
import {
  at,
  button,
  curry,
  gift,
  juice,
  order,
  ready,
  showRestaurantCart as show,
  withDrink,
} from '../testing/show-restaurant-cart';
import type { Shown } from '../testing/show-restaurant-cart';

const { uid } = anAccount();

beforeEach(() => window.localStorage.clear());

describe('what changed', () => {
  it('C05 appears at once in one alert, and stays marked until the diner has seen it', async () => {
    const { shell, user, cartNow } = show({
      cart: (cart) => ({
        ...ready(cart),
        lines: ready(cart).lines.map((line) => ({ ...line, price: line.price - 10, isPriced: true })),
      }),
    });
    await waitFor(() => expect(shell.recorded.alerts).toHaveLength(1));
    expect(shell.recorded.alerts[0]).toMatchObject({
      title: 'Die Karte hat sich geändert',
      text: expect.stringMatching(
        /^In deinem Warenkorb ist jetzt einiges anders\. Neue Preise: Curry .*Rhabarberschorle.* Zusammen kostet es jetzt 21,15\s€ statt 20,85\s€\.$/,
      ),
    });
    expect(await button()).toHaveAccessibleDescription('Sieh dir erst die Änderungen an.');
    expect(within(await order()).getAllByText('neuer Preis')).toHaveLength(2);
    const total = within(await order())
      .getByText('Gesamt')
      .closest('p');
    expect(total).toHaveTextContent(/^Gesamt inkl\. MwSt\. ?statt 20,85\s€ jetzt 21,15\s€$/);
    expect(total?.querySelector('s')).toHaveTextContent(/20,85\s€$/);
    await user.click(within(await order()).getByRole('button', { name: 'Verstanden' }));
    expect(cartNow()?.changes).toEqual([]);
    expect(total).toHaveTextContent(/^Gesamt inkl\. MwSt\. ?21,15\s€$/);
    expect(await button()).not.toHaveAccessibleDescription();
  });

  it('C05 adds changes to the open alert, and reports none twice', async () => {
    const { shell, rerender, slot, cartNow } = show({ cart: ready });
    await waitFor(() => expect(cartNow()?.lines.every(({ isPriced }) => isPriced)).toBe(true));
    let close: (answer: string | null) => void = () => undefined;
    const open = new Promise<string | null>((resolve) => {
      close = resolve;
    });
    [open, open].forEach(shell.answerNextAlert);
    const offering = (...offers: Restaurant['offers']): void => rerender(slot({ restaurant: aRestaurant({ offers }) }));
    const texts = (): readonly (string | undefined)[] =>
      shell.recorded.alerts.map(({ text }) =>
        text.replace('In deinem Warenkorb ist jetzt einiges anders. ', '').replace(/ Zusammen kostet .*$/, ''),
      );
    const dearer = { ...curry, price: 940 };
    offering(dearer, juice);
    await waitFor(() => expect(texts()).toEqual(['Neuer Preis: Curry (jetzt 9,40\u00a0€ statt 8,90\u00a0€).']));
    offering(dearer, { ...juice, price: 350 });
    await waitFor(() =>
      expect(texts()[1]).toBe(
        'Neue Preise: Curry (jetzt 9,40\u00a0€ statt 8,90\u00a0€), Rhabarberschorle (jetzt 3,50\u00a0€ statt 3,20\u00a0€).',
      ),
    );
    expect(new Set(shell.recorded.alerts.map(({ about }) => about)).size).toBe(1);
    await act(async () => {
      close('ok');
      await open;
    });
    offering(dearer);
    await waitFor(() =>
      expect(texts()[2]).toBe('Rhabarberschorle gibt es nicht mehr und ist nicht mehr im Warenkorb.'),
    );
    expect(texts()).toHaveLength(3);
  });

  it('C06 leaves a payment that another tab has begun in between', async () => {
    const place = aRestaurant({ offers: [curry, juice] });
    const { shell, cartNow } = show({ cart: ready, place, props: { startsOpen: false } });
    await waitFor(() => expect(cartNow()?.lines.every(({ isPriced }) => isPriced)).toBe(true));
    const payment = {
      requestKey: 'k',
      form: { restaurantId: 'elbkantine', paymentOption: 'paypal' },
      payInId: null,
      orderKey: null,
    } as const;
    const other = fakeShell({ session: 'verified' });
    const address = cartPlaceOf(other, { restaurantKey: 'elbkantine', routingName: 'elbkantine' });
    if (address === null) throw new Error('The user of the page is unknown');
    updateCart(other, address, (cart) => ({ ...cart, payment }));
    shell.setNow(at('14:45'));
    await waitFor(() =>
      expect(cartNow()).toMatchObject({ payment, isOver: false, lines: [{ mealKey: 'curry' }, { mealKey: 'saft' }] }),
    );
    expect(shell.recorded.alerts).toEqual([]);
  });

  it.each([
    ['less', 25, '0,25', '0,15'],
    ['more', 10, '0,10', '0,15'],
  ])('C05 strikes the deposit alone where it alone costs %s', async (_, before, old, now) => {
    show({
      cart: (cart) => ({
        ...ready(cart),
        lines: ready(cart).lines.map((line) => ({
          ...line,
          deposit: line.mealKey === 'saft' ? before : null,
          isPriced: true,
        })),
      }),
    });
    const sheet = await order();
    await within(sheet).findByText('neuer Preis');
    expect([...sheet.querySelectorAll('li s')].map(({ textContent }) => textContent)).toEqual([`${old}\u00a0€`]);
    expect(sheet).toHaveTextContent(new RegExp(`Pfand\\s*${old}\\s€${now}\\s€`));
  });

  it('C05 shows a dish that is gone once more, struck', async () => {
    show({ cart: (cart) => withAmount(withDrink(cart), anOffer({ key: 'weg', name: 'Suppe von gestern' }), 1) });
    expect(await within(await order()).findByText('Suppe von gestern', { selector: 's' })).toBeVisible();
  });
});

describe('a meetup', () => {
  const meetup = anInvitation({
    key: 'treffen',
    restaurant: 'elbkantine',
    status: 'accepted',
    order: null,
    date: `${fixtureDay}T12:30:00+02:00`,
    isTakeAway: false,
    attendees: [
      anAttendee({ uid, key: uid, name: 'Ich', status: 'accepted' }),
      anAttendee({ uid: 'mehmet', key: 'mehmet', name: 'Mehmet', status: 'accepted' }),
    ],
  });
  const topics = { [meTopic]: { invitations: [meetup] } };

  it('takes the place of time and place, until it is taken out', async () => {
    const { user } = show({ topics });
    const sheet = within(await order());
    await user.click(await sheet.findByRole('button', { name: 'Zu deinem Treffen um 12:30 bestellen?' }));
    expect(sheet.getByText('Treffen heute, 12:30')).toBeVisible();
    expect(sheet.getByText('Mehmet · Vor Ort')).toBeVisible();
    expect(sheet.queryByRole('radiogroup', { name: 'Wann?' })).not.toBeInTheDocument();
    expect(sheet.queryByRole('radio', { name: /Vor Ort|Mitnehmen/ })).not.toBeInTheDocument();
    await user.click(sheet.getByRole('button', { name: 'Ohne das Treffen bestellen' }));
    expect(sheet.getByRole('radio', { name: '12:30' })).toBeChecked();
  });

  it('shows take-away at a restaurant that offers nothing else, whatever the meetup says', async () => {
    const { user } = show({ topics, place: aRestaurant({ offers: [curry, juice], onlyTakeAway: true }) });
    const sheet = within(await order());
    await user.click(await sheet.findByRole('button', { name: 'Zu deinem Treffen um 12:30 bestellen?' }));
    expect(sheet.getByText('Mehmet · Zum Mitnehmen')).toBeVisible();
  });

  it('begins from the cart with its time and place', async () => {
    const started = jest.fn(() => Promise.resolve({ hasStarted: true }));
    const { user } = show({
      cart: ready,
      commands: { 'social/startDraft': started },
      address: { key: 'details', params: ['elbkantine', 'cart'] },
    });
    await user.click(within(await order()).getByRole('button', { name: 'Mit anderen verabreden' }));
    expect(started).toHaveBeenCalledWith(
      {
        restaurantKey: 'elbkantine',
        date: '2026-06-24T10:30:00.000Z',
        isTakeAway: false,
        forCart: true,
        origin: { key: 'details', params: ['elbkantine', 'cart'] },
      },
      expect.anything(),
    );
  });
});

describe('the voucher', () => {
  const second = aDiscount({ ...gift, key: 'zweiter', name: { de: 'Zweiter' } });

  it('is one at a time: the others wait while one is redeemed', async () => {
    const { user, cartNow } = show({ discounts: [gift, second] });
    const sheet = within(await order());
    await user.click(await sheet.findByRole('button', { name: '2 zur Wahl' }));
    const vouchers = within(await screen.findByRole('dialog', { name: 'Gutscheine' }));
    await user.click(vouchers.getByRole('button', { name: 'Einlösen: Geschenk' }));
    expect(cartNow()?.voucher?.key).toBe('geschenk');
    expect(vouchers.getByText('„Geschenk“ ist schon eingelöst.')).toBeVisible();
    expect(vouchers.queryByRole('button', { name: /Zweiter/ })).not.toBeInTheDocument();
  });

  it('C09 is hidden while a dish has a discount of its own', async () => {
    const deal = aDiscount({ key: 'curryrabatt', mealRef: 'curry', forAllMeals: false, value: 100 });
    show({ discounts: [gift, deal] });
    const sheet = within(await order());
    await sheet.findByText(/7,90\s€|15,80\s€/);
    expect(sheet.queryByRole('heading', { name: 'Gutschein' })).not.toBeInTheDocument();
  });
});

describe('a voucher whose last piece another diner has used', () => {
  const last = aDiscount({ ...gift, quantity: 1, quantityLeft: 1 });
  const redeemed = (cart: Cart): Cart => ({ ...withVoucher(ready(cart), toVoucher(last)), paymentOption: 'paypal' });
  const takeLast = ({ shell }: ReturnType<typeof show>): void =>
    shell.change(globalTopic, {
      kind: 'put',
      collection: 'discounts',
      key: last.key,
      value: { ...last, quantityLeft: 0 },
    });
  const alertsOf = ({ shell }: ReturnType<typeof show>): readonly string[] =>
    shell.recorded.alerts.map(({ text }) => text);
  const gone =
    'In deinem Warenkorb ist jetzt einiges anders. Dein Gutschein „Geschenk“ gilt dafür nicht mehr. Zusammen kostet es jetzt 21,15\u00a0€ statt 18,15\u00a0€.';
  const sum = async () =>
    within(await order())
      .getByText('Gesamt')
      .closest('p');
  const open = async (options: Shown = {}) => {
    const shown = show({ cart: redeemed, discounts: [last], ...options });
    await waitFor(() => expect(shown.cartNow()?.lines.every(({ isPriced }) => isPriced)).toBe(true));
    expect(await sum()).toHaveTextContent(/MwSt\. ?18,15\s€$/);
    return shown;
  };

  it('leaves the cart with the live update: one alert shows the old and the new total, and nothing is ordered before the diner has seen it', async () => {
    const shown = await open();
    takeLast(shown);
    await waitFor(() => expect(alertsOf(shown)).toEqual([gone]));
    expect(shown.cartNow()?.voucher).toBeNull();
    expect(await sum()).toHaveTextContent(/statt 18,15\s€ jetzt 21,15\s€$/);
    expect(await button()).toHaveAccessibleDescription('Sieh dir erst die Änderungen an.');
    await shown.user.click(within(await order()).getByRole('button', { name: 'Verstanden' }));
    expect(await button()).not.toHaveAccessibleDescription();
  });

  it('is refused where that isn’t live yet, charges nothing, and leaves the cart when it is', async () => {
    const shown = await open({ answers: [refuse(placeOrder, 'DiscountLimitExceeded')] });
    const { user, shell, cartNow } = shown;
    await user.click(await button());
    expect(
      await screen.findByText(
        /^Ein Gutschein oder Rabatt in deinem Warenkorb gilt nicht mehr\..* Es wurde nichts abgebucht/,
      ),
    ).toBeInTheDocument();
    expect([cartNow()?.payment, alertsOf(shown)]).toEqual([null, []]);
    takeLast(shown);
    await waitFor(() => expect(alertsOf(shown)).toEqual([gone]));
    await user.click(screen.getByRole('button', { name: 'Zum Warenkorb' }));
    expect(await button()).toHaveAccessibleDescription('Sieh dir erst die Änderungen an.');
    expect(shell.requests.filter((request) => request === 'POST /api/payment/orders')).toHaveLength(1);
  });

  it('reports a voucher that the gateway doesn’t combine with a dish’s discount', async () => {
    const { user } = await open({
      answers: [refuse(placeOrder, 'DiscountLimitExceeded', { reason: 'notCombinable' })],
    });
    await user.click(await button());
    expect(
      await screen.findByText(
        /^Ein Gutschein geht nicht zusammen mit einem Rabatt auf ein Gericht\. Nimm eins von beiden heraus\. Es wurde nichts abgebucht/,
      ),
    ).toBeInTheDocument();
  });
});

it('shows the cart of another tab at once', async () => {
  const { cartNow } = show({ cart: (cart) => withAmount(cart, curry, 1), props: { startsOpen: false } });
  const key = Object.keys({ ...window.localStorage }).find((name) => name.endsWith('.carts')) ?? '';
  const other = (window.localStorage.getItem(key) ?? '').replaceAll('"amount":1', '"amount":4');
  window.localStorage.setItem(key, other);
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key })));
  await waitFor(() => expect(cartNow()?.lines[0]?.amount).toBe(4));
});
