import { globalTopic } from '@mahlzeit/contract';
import { aDiscount, aDishByWeight, anOffer, aRestaurant } from '@mahlzeit/contract/fixtures';
import type { RemoteResolver, SlotProps } from '@mahlzeit/shared-ui/platform';
import { fakeShell, renderWithShell } from '@mahlzeit/shared-ui/testing';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { installBrowserDoubles } from '../../testing/browser-doubles';
import { pageOriginOf, RestaurantPage } from './restaurant-page';
import {
  MealActionsDouble,
  SocialDouble,
  findPage,
  showRestaurantPage as show,
  scenarioOptionsOf,
} from '../../testing/show-restaurant-page';

beforeEach(() => void installBrowserDoubles());

describe('ordering', () => {
  it('is a slot of another remote for each dish', async () => {
    show(aRestaurant({ offers: [anOffer(), aDishByWeight({ typeKey: 'mittagstisch' })] }), {
      slots: { 'meal/actions': MealActionsDouble, 'restaurant/social': SocialDouble },
    });
    expect(
      await screen.findByRole('button', { name: 'Bestell Rote-Linsen-Curry mit Basmatireis' }),
    ).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Nicht Salatbuffet' })).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Teil Elbkantine' })).toBeInTheDocument();
  });

  it('shows one notice when that remote is unavailable; menu and prices stay', async () => {
    show(aRestaurant({ offers: [anOffer(), anOffer({ key: 'b', name: 'Bohneneintopf' })] }));
    expect(await screen.findAllByText(/Vorbestellen geht im Moment nicht/)).toHaveLength(1);
    expect(await findPage()).toHaveTextContent(/Rote-Linsen-Curry.*8,90\s€.*Bohneneintopf.*8,90\s€/);
  });

  it('is loaded again, and the notice disappears', async () => {
    const shell = fakeShell({ ...scenarioOptionsOf(aRestaurant()), slots: { 'meal/actions': MealActionsDouble } });
    const { loadSlot } = shell.remotes;
    let isSlotAvailable = false;
    const remoteResolver: RemoteResolver = {
      ...shell.remotes,
      loadSlot: (slotName) => (isSlotAvailable ? loadSlot(slotName) : Promise.reject(new Error('503'))),
    };
    const { user } = renderWithShell(
      <RestaurantPage
        routingName="elbkantine"
        origin={pageOriginOf(undefined)}
        cartPart={null}
        distanceOrigin={null}
        listedRestaurant={null}
      />,
      { shell: Object.assign(shell, { remotes: remoteResolver }) },
    );
    const pressRetryButton = async (): Promise<void> =>
      user.click(await screen.findByRole('button', { name: 'Erneut versuchen' }));
    await pressRetryButton();
    await screen.findByText(/Vorbestellen geht im Moment nicht/);
    isSlotAvailable = true;
    await pressRetryButton();
    expect(
      await screen.findByRole('button', { name: 'Bestell Rote-Linsen-Curry mit Basmatireis' }),
    ).toBeInTheDocument();
    expect(screen.queryByText(/Vorbestellen geht im Moment nicht/)).not.toBeInTheDocument();
  });

  it('is missing when the place takes no payment', async () => {
    show(aRestaurant({ hasPayment: false }), { slots: { 'meal/actions': MealActionsDouble } });
    expect(
      await screen.findByText('Vorbestellen geht hier leider nicht. Treffen kannst du dich trotzdem.'),
    ).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /Bestell/ })).not.toBeInTheDocument();
  });
});

const soupDish = anOffer({ key: 'suppe', name: 'Suppe', typeKey: 'suppen', baseName: 'Suppen' });

describe('a dish after the end of orders', () => {
  const RefusingOrderButton = ({ mealName, disabledReason, onRefused }: SlotProps['meal/actions']) => (
    <button type="button" onClick={onRefused}>{`${mealName}: ${disabledReason ?? 'bestellbar'}`}</button>
  );
  const refusalReason = 'Den Mittagstisch konntest du heute bis 13:55 vorbestellen.';
  const afterLunchOptions = {
    now: Date.parse('2026-06-24T14:15:00+02:00'),
    slots: { 'meal/actions': RefusingOrderButton },
  };
  const listVisibleHints = () =>
    screen.queryAllByRole('status').filter((statusElement) => statusElement.textContent === refusalReason);

  it('C27 shows the reason for 8 seconds after a press, and again after a second one', async () => {
    show(aRestaurant({ offers: [anOffer()] }), afterLunchOptions);
    const addButton = await screen.findByRole('button', {
      name: `Rote-Linsen-Curry mit Basmatireis: ${refusalReason}`,
    });
    // The reason why dishes can't be ordered is always visible above the dishes; after a press on a dish's button it is
    // also visible beside the dish for 8 seconds.
    expect(listVisibleHints()).toHaveLength(1);
    jest.useFakeTimers();
    const advanceTimers = (durationMs: number): void => act(() => void jest.advanceTimersByTime(durationMs));
    fireEvent.click(addButton);
    expect(listVisibleHints()).toHaveLength(2);
    advanceTimers(5000);
    fireEvent.click(addButton);
    advanceTimers(7999);
    expect(listVisibleHints()).toHaveLength(2);
    advanceTimers(1);
    expect(listVisibleHints()).toHaveLength(1);
    jest.useRealTimers();
  });

  it('C27 has the current reason: none before, the lunch’s, then the whole menu’s', async () => {
    const { shell } = show(aRestaurant({ offers: [anOffer(), soupDish] }), {
      slots: { 'meal/actions': RefusingOrderButton },
    });
    expect(await screen.findByRole('button', { name: /^Rote-Linsen-Curry.*bestellbar$/ })).toBeInTheDocument();
    expect(await findPage()).toHaveTextContent('Vorbestellen bis 13:55');
    shell.setNow(Date.parse('2026-06-24T14:10:00+02:00'));
    expect(screen.getByRole('button', { name: /^Rote-Linsen-Curry/ })).toHaveTextContent(refusalReason);
    expect(await findPage()).toHaveTextContent('Übrige Karte vorbestellen bis 14:25');
    expect(screen.getByRole('button', { name: 'Suppe: bestellbar' })).toBeInTheDocument();
    shell.setNow(Date.parse('2026-06-24T14:30:00+02:00'));
    expect(screen.getByRole('button', { name: /^Suppe: Zum Vorbestellen ist es heute zu spät/ })).toBeInTheDocument();
    expect(await findPage()).not.toHaveTextContent(/vorbestellen bis/i);
  });
});

it('T02 shows the end of lunch, in minutes from 45 minutes before; for a place without lunch, its closing time', async () => {
  const { shell, unmount } = show(aRestaurant());
  shell.setNow(Date.parse('2026-06-24T13:44:00+02:00'));
  expect(await findPage()).toHaveTextContent('Mittagstisch bis 14:30');
  shell.setNow(Date.parse('2026-06-24T13:45:00+02:00'));
  expect(await findPage()).toHaveTextContent(/Mittagstisch noch 45\sMin\./);
  unmount();
  const eveningPage = show(aRestaurant({ offers: [soupDish] }));
  eveningPage.shell.setNow(Date.parse('2026-06-24T14:14:00+02:00'));
  expect(await findPage()).toHaveTextContent('Geöffnet bis 15:00');
  eveningPage.shell.setNow(Date.parse('2026-06-24T14:15:00+02:00'));
  expect(await findPage()).toHaveTextContent(/Schließt in 45\sMin\. um 15:00/);
});

describe('discounts', () => {
  const twentyPercentDiscount = aDiscount({ discountType: 'percent', value: 20 });

  it('reduce the price of a dish, strike the old one, and change live', async () => {
    const { shell } = show(aRestaurant({ offers: [anOffer()] }));
    expect(await findPage()).toHaveTextContent(/Basmatireis8,90\s€/);
    shell.change(globalTopic, {
      kind: 'put',
      collection: 'discounts',
      key: twentyPercentDiscount.key,
      value: { ...twentyPercentDiscount },
    });
    expect(await findPage()).toHaveTextContent(/statt 8,90\s€ jetzt 7,12\s€/);
    expect(screen.getByRole('button', { name: /^−20\s% Sommergruß$/ })).toBeInTheDocument();
    shell.change(globalTopic, { kind: 'del', collection: 'discounts', key: twentyPercentDiscount.key });
    expect(screen.queryByText(/Sommergruß/)).not.toBeInTheDocument();
  });

  it('are missing on the page of a non-partner', async () => {
    show(aRestaurant({ type: 'NonPartner' }), { topics: { [globalTopic]: { discounts: [twentyPercentDiscount] } } });
    await findPage();
    expect(screen.queryByText(/Sommergruß/)).not.toBeInTheDocument();
  });
});

describe('opened from the draft of an invitation', () => {
  it('R09 returns to the draft by its button', async () => {
    const { shell, user } = show(aRestaurant(), { parameter: 'invitation' });
    await user.click(within(await findPage()).getByRole('button', { name: 'Schließen' }));
    expect(shell.recorded.navigation).toEqual([['back', 1]]);
  });

  it('R09 stays at Escape while the draft’s question is open, which is asked once, and when the draft is kept', async () => {
    let resolveDraftQuestion: (value: { readonly goesOn: boolean }) => void = () => undefined;
    const discardDraft = jest.fn(
      () =>
        new Promise<{ readonly goesOn: boolean }>((resolve) => {
          resolveDraftQuestion = resolve;
        }),
    );
    const { shell, user } = show(aRestaurant(), {
      parameter: 'invitation',
      commands: { 'social/discardDraft': discardDraft },
    });
    await findPage();
    await user.keyboard('{Escape}{Escape}');
    expect(discardDraft).toHaveBeenCalledTimes(1);
    await act(async () => resolveDraftQuestion({ goesOn: true }));
    expect(shell.recorded.navigation).toEqual([]);
    await user.keyboard('{Escape}');
    await act(async () => resolveDraftQuestion({ goesOn: false }));
    expect(shell.recorded.navigation).toEqual([['close']]);
  });

  it('closes at Escape without the remote social', async () => {
    const { shell, user } = show(aRestaurant(), { parameter: 'invitation' });
    await findPage();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(shell.recorded.navigation).toEqual([['close']]));
  });
});

it('opened from a shared meetup returns there by its button and by Escape', async () => {
  const { shell, user } = show(aRestaurant(), { parameter: 'shared' });
  await user.click(within(await findPage()).getByRole('button', { name: 'Schließen' }));
  await user.keyboard('{Escape}');
  expect(shell.recorded.navigation).toEqual([
    ['back', 1],
    ['back', 1],
  ]);
});

describe('the cart', () => {
  const CartDouble = ({ layout, startsOpen, part }: SlotProps['restaurant/cart']) => (
    <p>{`Warenkorb ${layout}${startsOpen ? ', offen' : ''}${part === null ? '' : `, ${part}`}`}</p>
  );
  const cartSlots = { 'restaurant/cart': CartDouble };

  it('stands at the lower edge of a phone, and beside the menu on wide pages', async () => {
    show(aRestaurant(), { slots: cartSlots });
    expect((await screen.findByText('Warenkorb bar')).closest('footer')).not.toBeNull();
    installBrowserDoubles({ isWide: true });
    show(aRestaurant(), { slots: cartSlots });
    expect((await screen.findByText('Warenkorb side')).closest('aside')).not.toBeNull();
  });

  it('opens at once when the address asks for that', async () => {
    show(aRestaurant(), { slots: cartSlots, parameter: 'cart' });
    expect(await screen.findByText('Warenkorb bar, offen')).toBeInTheDocument();
  });

  it('gets its part from the address, and nothing while it stays closed', async () => {
    show(aRestaurant(), { slots: cartSlots, parameter: 'cart', cartPart: 'card' });
    expect(await screen.findByText('Warenkorb bar, offen, card')).toBeInTheDocument();
    show(aRestaurant(), { slots: cartSlots, parameter: 'shared', cartPart: 'card' });
    expect(await screen.findByText('Warenkorb bar')).toBeInTheDocument();
  });

  it.each([
    ['getraenke', 'Getränke'],
    ['nirgends', 'Mittagstisch'],
  ])('leads to the dishes of a meal type, %s, with the focus', async (typeKey, expectedTitle) => {
    const MealTypeLink = ({ routingName, showMealType }: SlotProps['restaurant/cart']) => (
      <button type="button" onClick={() => showMealType(typeKey)}>
        {routingName}
      </button>
    );
    const { user } = show(aRestaurant({ routingName: 'elbkantine' }), { slots: { 'restaurant/cart': MealTypeLink } });
    await user.click(await screen.findByRole('button', { name: 'elbkantine' }));
    expect(screen.getByRole('heading', { name: expectedTitle })).toHaveFocus();
  });

  it('is missing when nothing can be ordered', async () => {
    show(aRestaurant({ hasPayment: false }), { slots: cartSlots });
    await findPage();
    expect(screen.queryByText(/Warenkorb/)).not.toBeInTheDocument();
  });
});
