import {
  getDiscounts,
  getMealTypes,
  getRestaurantByRoutingName,
  getRestTimeTypes,
  globalTopic,
  meTopic,
  restaurantTopic,
} from '@mahlzeit/contract';
import type { Restaurant } from '@mahlzeit/contract';
import {
  aDiscount,
  aDishByWeight,
  aDrink,
  aMealType,
  anOffer,
  aRestaurant,
  aRestTimeType,
  aUser,
} from '@mahlzeit/contract/fixtures';
import type { RemoteResolver, SlotProps } from '@mahlzeit/shared-ui/platform';
import type { ScenarioShellOptions } from '@mahlzeit/shared-ui/testing';
import { answer, fakeShell, hang, refuse, renderWithShell } from '@mahlzeit/shared-ui/testing';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { installBrowserDoubles } from '../../testing/browser-doubles';
import { originOf, RestaurantPage } from './restaurant-page';

const drinks = aMealType({
  key: 'getraenke',
  baseName: 'Getränke',
  name: 'Getränke',
  translations: { de: 'Getränke' },
  order: 90,
});
const otherAnswers = [
  answer(getMealTypes, [aMealType(), drinks]),
  answer(getDiscounts, []),
  answer(getRestTimeTypes, [aRestTimeType()]),
];

const CountHere = ({ mealName, isOrderable }: SlotProps['meal/actions']) => (
  <button type="button">{isOrderable ? `Bestell ${mealName}` : `Nicht ${mealName}`}</button>
);
const ShareHere = ({ restaurantName }: SlotProps['restaurant/social']) => (
  <button type="button">{`Teil ${restaurantName}`}</button>
);

interface ShowOptions extends ScenarioShellOptions {
  readonly listed?: Restaurant;
  /** Second parameter of the address. */
  readonly parameter?: string;
  /** Third parameter of the address. */
  readonly part?: string;
}

const worldOf = (restaurant: Restaurant): ScenarioShellOptions => ({
  answers: [answer(getRestaurantByRoutingName, restaurant), ...otherAnswers],
  topics: {
    [restaurantTopic(restaurant.key)]: { restaurant: [{ ...restaurant, offers: [] }], meals: restaurant.offers },
  },
});

const show = (restaurant: Restaurant, { listed, parameter, part, ...options }: ShowOptions = {}) =>
  renderWithShell(
    <RestaurantPage
      routingName="elbkantine"
      origin={originOf(parameter)}
      part={part ?? null}
      at={null}
      listed={listed ?? null}
    />,
    { ...worldOf(restaurant), ...options },
  );

const { data } = aRestaurant();
const withSite = { ...data, contact: { ...data.contact, web: 'https://elbkantine.example' } };

const page = () => screen.findByRole('dialog', { name: 'Elbkantine' });

beforeEach(() => void installBrowserDoubles());

describe('the menu', () => {
  it('is one list, with a button for each part', async () => {
    const { user } = show(aRestaurant());
    expect(await page()).toHaveTextContent(/Rote-Linsen-Curry mit Basmatireis\s*8,90\s€/);
    const drink = within(screen.getByRole('region', { name: 'Getränke' })).getByRole('listitem');
    expect(drink).toHaveTextContent(/Rhabarberschorle\s*3,20\s€.*0,33 l.*zuzüglich 0,15\s€ Pfand/);
    const partButtons = within(screen.getByRole('navigation', { name: 'Speisekarte' }));
    expect(partButtons.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      'Mittagstisch',
      'Getränke',
    ]);
    expect(partButtons.getByRole('button', { current: 'location' })).toHaveTextContent('Mittagstisch');
    await user.click(partButtons.getByRole('button', { name: 'Getränke' }));
    // Everything is laid out first: the heights of parts that were never near the screen are estimates.
    expect(drink.closest('[data-laid-out]')).not.toBeNull();
    expect(partButtons.getByRole('button', { current: 'location' })).toHaveTextContent('Getränke');
    expect(screen.getByRole('heading', { name: 'Getränke' })).toHaveFocus();
  });

  it('leaves the address unchanged', async () => {
    const { shell, user } = show(aRestaurant());
    const address = window.location.href;
    await user.click(await screen.findByRole('button', { name: 'Getränke' }));
    expect(window.location.href).toBe(address);
    expect(shell.recorded.navigation).toEqual([]);
  });

  it('has no buttons for a single type', async () => {
    show(aRestaurant({ offers: [anOffer()] }));
    expect(await screen.findByRole('region', { name: 'Mittagstisch' })).toHaveTextContent('heute bis 14:30');
    expect(screen.queryByRole('navigation')).not.toBeInTheDocument();
  });

  it('names the alternative to a lunch that is over, and puts it first', async () => {
    const { shell } = show(aRestaurant());
    await page();
    shell.setNow(Date.parse('2026-06-24T14:35:00+02:00'));
    expect(await page()).toHaveTextContent(/Mittagstisch vorbei.*Noch offen bis 15:00/);
    expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
      'Getränke',
      'Mittagstisch',
    ]);
    expect(screen.getByRole('region', { name: 'Mittagstisch' })).toHaveTextContent('heute vorbei');
  });

  it('reorders no part while the page is scrolled, and does at its top', async () => {
    const scrolled = jest.spyOn(Element.prototype, 'scrollTop', 'get').mockReturnValue(200);
    const { shell } = show(aRestaurant());
    await page();
    const order = (): (string | null)[] =>
      screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
    act(() => shell.setNow(Date.parse('2026-06-24T14:35:00+02:00')));
    expect(await page()).toHaveTextContent('Mittagstisch vorbei');
    expect(order()).toEqual(['Mittagstisch', 'Getränke']);
    scrolled.mockReturnValue(0);
    act(() => shell.setNow(Date.parse('2026-06-24T14:36:00+02:00')));
    expect(order()).toEqual(['Getränke', 'Mittagstisch']);
    scrolled.mockRestore();
  });

  it('shows the unit of a dish by weight', async () => {
    show(aRestaurant({ offers: [aDishByWeight({ price: 160 })] }));
    expect(await screen.findByText(/für 100\sg/)).toBeInTheDocument();
    expect(await page()).toHaveTextContent(/Salatbuffet\s*ab 1,60\s€ für 100\sg/);
  });

  it('explains the letters of a dish', async () => {
    const { user } = show(
      aRestaurant({ offers: [anOffer({ allergens: ['A', 'Haselnuss'], additives: ['mit Phosphat'] })] }),
    );
    await user.click(await screen.findByRole('button', { name: 'Allergene A, Haselnuss' }));
    const explanation = await screen.findByRole('dialog', { name: 'Allergene und Zusatzstoffe' });
    expect(explanation).toHaveTextContent(/AGlutenhaltiges Getreide.*Haselnuss.*mit Phosphat/);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(explanation).not.toBeInTheDocument());
    expect(await page()).toBeInTheDocument();
  });

  it('adds a new dish while it is open', async () => {
    const { shell } = show(aRestaurant({ offers: [anOffer()] }));
    await page();
    await waitFor(() => expect(shell.live.status()).toBe('online'));
    const stew = anOffer({ key: 'eintopf', name: 'Steckrübeneintopf' });
    shell.change(restaurantTopic('elbkantine'), {
      kind: 'put',
      collection: 'meals',
      key: stew.key,
      value: { ...stew },
    });
    expect(await screen.findByText('Steckrübeneintopf')).toBeInTheDocument();
  });

  it('renders no other dish when one sells out', async () => {
    const rendered: string[] = [];
    const Noted = ({ mealName }: SlotProps['meal/actions']) => {
      rendered.push(mealName);
      return null;
    };
    const { shell } = show(aRestaurant({ offers: [anOffer(), anOffer({ key: 'b', name: 'Bohneneintopf' })] }), {
      slots: { 'meal/actions': Noted },
    });
    await screen.findByText('Bohneneintopf');
    await waitFor(() => expect(shell.live.status()).toBe('online'));
    rendered.length = 0;
    shell.change(restaurantTopic('elbkantine'), { kind: 'del', collection: 'meals', key: 'b' });
    await waitFor(() => expect(screen.queryByText('Bohneneintopf')).not.toBeInTheDocument());
    expect(rendered).toEqual([]);
  });

  it('renders neither sheet, other parts nor facts when a dish sells out, and forces no layout', async () => {
    const { shell } = show(
      aRestaurant({ offers: [anOffer(), anOffer({ key: 'b', name: 'Bohneneintopf' }), aDrink()], data: withSite }),
    );
    await screen.findByText('Bohneneintopf');
    await waitFor(() => expect(shell.live.status()).toBe('online'));
    // Each rendered part registers its heading, and the facts parse the address of the website.
    const noted = jest.spyOn(Map.prototype, 'set');
    const read = jest.spyOn(URL, 'canParse');
    const measured = jest.spyOn(window, 'getComputedStyle');
    shell.change(restaurantTopic('elbkantine'), { kind: 'del', collection: 'meals', key: 'b' });
    await waitFor(() => expect(screen.queryByText('Bohneneintopf')).not.toBeInTheDocument());
    expect(
      noted.mock.calls.filter(([, value]) => value instanceof HTMLHeadingElement).map(([key]) => String(key)),
    ).toEqual(['mittagstisch']);
    expect(read).not.toHaveBeenCalled();
    // The sheet measures the body on each render.
    expect(measured).not.toHaveBeenCalled();
    jest.restoreAllMocks();
  });

  it('is replaced by the reason when the place closes for the day', async () => {
    const { shell } = show(aRestaurant());
    await page();
    shell.setNow(Date.parse('2026-06-24T15:00:00+02:00'));
    expect(screen.getByRole('heading', { name: 'Heute ist schon Schluss' })).toBeInTheDocument();
    expect(screen.queryByText('Rote-Linsen-Curry mit Basmatireis')).not.toBeInTheDocument();
  });
});

describe('ordering', () => {
  it('is a slot of another remote for each dish', async () => {
    show(aRestaurant({ offers: [anOffer(), aDishByWeight({ typeKey: 'mittagstisch' })] }), {
      slots: { 'meal/actions': CountHere, 'restaurant/social': ShareHere },
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
    expect(await page()).toHaveTextContent(/Rote-Linsen-Curry.*8,90\s€.*Bohneneintopf.*8,90\s€/);
  });

  it('is loaded again, and the notice disappears', async () => {
    const shell = fakeShell({ ...worldOf(aRestaurant()), slots: { 'meal/actions': CountHere } });
    const { loadSlot } = shell.remotes;
    let isServed = false;
    const remotes: RemoteResolver = {
      ...shell.remotes,
      loadSlot: (name) => (isServed ? loadSlot(name) : Promise.reject(new Error('503'))),
    };
    const { user } = renderWithShell(
      <RestaurantPage routingName="elbkantine" origin={originOf(undefined)} part={null} at={null} listed={null} />,
      { shell: Object.assign(shell, { remotes }) },
    );
    const again = async (): Promise<void> =>
      user.click(await screen.findByRole('button', { name: 'Erneut versuchen' }));
    await again();
    await screen.findByText(/Vorbestellen geht im Moment nicht/);
    isServed = true;
    await again();
    expect(
      await screen.findByRole('button', { name: 'Bestell Rote-Linsen-Curry mit Basmatireis' }),
    ).toBeInTheDocument();
    expect(screen.queryByText(/Vorbestellen geht im Moment nicht/)).not.toBeInTheDocument();
  });

  it('is missing when the place takes no payment', async () => {
    show(aRestaurant({ hasPayment: false }), { slots: { 'meal/actions': CountHere } });
    expect(
      await screen.findByText('Vorbestellen geht hier leider nicht. Treffen kannst du dich trotzdem.'),
    ).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /Bestell/ })).not.toBeInTheDocument();
  });
});

it('shows the hours of the week with today marked, and the contact', async () => {
  const { user } = show(aRestaurant());
  await user.click(await screen.findByRole('button', { name: 'Info' }));
  const info = screen.getByRole('dialog', { name: 'Info' });
  expect(within(info).getByText('Mittwoch (heute)').parentElement).toHaveAttribute('aria-current', 'date');
  expect(within(info).getByRole('link', { name: '+49 40 5550142' })).toHaveAttribute('href', 'tel:+49405550142');
  expect(info).toHaveTextContent(/Große Elbstraße 14a.*22767 Hamburg.*Sonntaggeschlossen/);
});

it('D15 shows a non-partner with facts and a notice, without a menu', async () => {
  show(aRestaurant({ type: 'NonPartner', offers: [anOffer(), aDrink()] }));
  expect(await screen.findByRole('heading', { name: 'Noch kein Partner' })).toBeInTheDocument();
  expect(screen.queryByText('Rote-Linsen-Curry mit Basmatireis')).not.toBeInTheDocument();
  expect(await page()).toHaveTextContent('Mo. bis Fr. 11:00 bis 15:00');
});

it('collapses a description of more than 400 characters', async () => {
  const description = `${'Hausmannskost. '.repeat(30)}Ende.`;
  const { user } = show(aRestaurant({ data: { ...aRestaurant().data, description } }));
  const more = await screen.findByRole('button', { name: 'Mehr anzeigen' });
  expect(more).toHaveAttribute('aria-expanded', 'false');
  await user.click(more);
  expect(screen.getByRole('button', { name: 'Weniger anzeigen' })).toHaveAttribute('aria-expanded', 'true');
});

it('shows the list’s data at once', async () => {
  show(aRestaurant(), { answers: [hang(getRestaurantByRoutingName), ...otherAnswers], listed: aRestaurant() });
  expect(screen.getByRole('dialog', { name: 'Elbkantine' })).toHaveTextContent('Rote-Linsen-Curry');
  expect(await screen.findByText(/Vorbestellen geht im Moment nicht/)).toBeInTheDocument();
});

it.each(['notFound', 'invalidRequest'] as const)(
  'closes with a message when the place does not exist (%s)',
  async (code) => {
    const { shell } = show(aRestaurant(), { answers: [refuse(getRestaurantByRoutingName, code), ...otherAnswers] });
    await waitFor(() => expect(shell.recorded.navigation).toContainEqual(['close']));
    expect(shell.recorded.snackbars[0]?.text).toBe('Dieses Lokal gibt es hier nicht mehr.');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  },
);

it('offers a retry when the place can not be loaded', async () => {
  const { shell, user } = show(aRestaurant(), {
    answers: [refuse(getRestaurantByRoutingName, 'unavailable'), ...otherAnswers],
  });
  expect(await screen.findByRole('heading', { name: 'Das Lokal lädt nicht' })).toBeInTheDocument();
  shell.use(answer(getRestaurantByRoutingName, aRestaurant()));
  await user.click(screen.getByRole('button', { name: 'Erneut versuchen' }));
  expect(await page()).toBeInTheDocument();
});

it('closes by its button', async () => {
  const { shell, user } = show(aRestaurant());
  await user.click(within(await page()).getByRole('button', { name: 'Schließen' }));
  expect(shell.recorded.navigation).toEqual([['close']]);
});

it('credits OpenStreetMap for its data, and nobody else', async () => {
  const { unmount } = show(aRestaurant({ credit: 'openStreetMap' }));
  expect(await screen.findByRole('link', { name: '© OpenStreetMap-Mitwirkende' })).toHaveAttribute(
    'href',
    'https://www.openstreetmap.org/copyright',
  );
  unmount();
  show(aRestaurant());
  await page();
  expect(screen.queryByText(/OpenStreetMap/)).not.toBeInTheDocument();
});

it('has the heart of the place', async () => {
  const user = aUser({ uid: 'uid-unverified-01', verificationCode: false, favorites: ['elbkantine'] });
  show(aRestaurant(), { session: 'unverified', topics: { [meTopic]: { user: [user] } } });
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Favorit: Elbkantine' })).toHaveAttribute('aria-pressed', 'true'),
  );
});

it('has the place’s name once in the reading order', async () => {
  show(aRestaurant());
  expect(within(await page()).getAllByRole('heading', { name: 'Elbkantine' })).toHaveLength(1);
  expect(
    within(await page())
      .getAllByText('Elbkantine')
      .filter((element) => element.closest('[aria-hidden=true]') === null),
  ).toHaveLength(1);
});

it('puts the place’s name into the title of the tab', async () => {
  const { shell, unmount } = show(aRestaurant());
  await page();
  expect(shell.recorded.screenNames).toEqual(['Elbkantine']);
  unmount();
  expect(shell.recorded.screenNames).toEqual([]);
});

it('names the reason of a holiday closure', async () => {
  show(aRestaurant({ restTime: { start: '2026-06-20', end: '2026-07-05', restTimeTypeKey: 'betriebsferien' } }));
  expect(await screen.findByText('Betriebsferien. Weiter geht es Mo. 6. Juli ab 11:00.')).toBeInTheDocument();
});

const soup = anOffer({ key: 'suppe', name: 'Suppe', typeKey: 'suppen', baseName: 'Suppen' });

describe('a dish after the end of orders', () => {
  const LunchOver = ({ mealName, disabledReason, onRefused }: SlotProps['meal/actions']) => (
    <button type="button" onClick={onRefused}>{`${mealName}: ${disabledReason ?? 'bestellbar'}`}</button>
  );
  const reason = 'Den Mittagstisch konntest du heute bis 14:10 vorbestellen.';
  const lunchIsOver = { now: Date.parse('2026-06-24T14:15:00+02:00'), slots: { 'meal/actions': LunchOver } };
  const hints = () => screen.queryAllByRole('status').filter((status) => status.textContent === reason);

  it('C27 shows the reason for 8 seconds after a press, and again after a second one', async () => {
    show(aRestaurant({ offers: [anOffer()] }), lunchIsOver);
    const add = await screen.findByRole('button', { name: `Rote-Linsen-Curry mit Basmatireis: ${reason}` });
    // The text stands above the dishes permanently, and beside the dish for a while.
    expect(hints()).toHaveLength(1);
    jest.useFakeTimers();
    const pass = (milliseconds: number): void => act(() => void jest.advanceTimersByTime(milliseconds));
    fireEvent.click(add);
    expect(hints()).toHaveLength(2);
    pass(5000);
    fireEvent.click(add);
    pass(7999);
    expect(hints()).toHaveLength(2);
    pass(1);
    expect(hints()).toHaveLength(1);
    jest.useRealTimers();
  });

  it('C27 has the current reason: none before, the lunch’s, then the whole menu’s', async () => {
    const { shell } = show(aRestaurant({ offers: [anOffer(), soup] }), { slots: { 'meal/actions': LunchOver } });
    expect(await screen.findByRole('button', { name: /^Rote-Linsen-Curry.*bestellbar$/ })).toBeInTheDocument();
    expect(await page()).toHaveTextContent('Vorbestellen bis 14:10');
    shell.setNow(Date.parse('2026-06-24T14:10:00+02:00'));
    expect(screen.getByRole('button', { name: /^Rote-Linsen-Curry/ })).toHaveTextContent(reason);
    expect(await page()).toHaveTextContent('Übrige Karte vorbestellen bis 14:40');
    expect(screen.getByRole('button', { name: 'Suppe: bestellbar' })).toBeInTheDocument();
    shell.setNow(Date.parse('2026-06-24T14:40:00+02:00'));
    expect(screen.getByRole('button', { name: /^Suppe: Zum Vorbestellen ist es heute zu spät/ })).toBeInTheDocument();
    expect(await page()).not.toHaveTextContent(/vorbestellen bis/i);
  });
});

it('T02 shows the end of lunch, in minutes from 45 minutes before; for a place without lunch, its closing time', async () => {
  const { shell, unmount } = show(aRestaurant());
  shell.setNow(Date.parse('2026-06-24T13:44:00+02:00'));
  expect(await page()).toHaveTextContent('Mittagstisch bis 14:30');
  shell.setNow(Date.parse('2026-06-24T13:45:00+02:00'));
  expect(await page()).toHaveTextContent(/Mittagstisch noch 45\sMin\./);
  unmount();
  const evening = show(aRestaurant({ offers: [soup] }));
  evening.shell.setNow(Date.parse('2026-06-24T14:14:00+02:00'));
  expect(await page()).toHaveTextContent('Geöffnet bis 15:00');
  evening.shell.setNow(Date.parse('2026-06-24T14:15:00+02:00'));
  expect(await page()).toHaveTextContent(/Schließt in 45\sMin\. um 15:00/);
});

describe('discounts', () => {
  const fifth = aDiscount({ discountType: 'percent', value: 20 });

  it('reduce the price of a dish, strike the old one, and change live', async () => {
    const { shell } = show(aRestaurant({ offers: [anOffer()] }));
    expect(await page()).toHaveTextContent(/Basmatireis8,90\s€/);
    shell.change(globalTopic, { kind: 'put', collection: 'discounts', key: fifth.key, value: { ...fifth } });
    expect(await page()).toHaveTextContent(/statt 8,90\s€ jetzt 7,12\s€/);
    expect(screen.getByRole('button', { name: /^−20\s% Sommergruß$/ })).toBeInTheDocument();
    shell.change(globalTopic, { kind: 'del', collection: 'discounts', key: fifth.key });
    expect(screen.queryByText(/Sommergruß/)).not.toBeInTheDocument();
  });

  it('are missing on the page of a non-partner', async () => {
    show(aRestaurant({ type: 'NonPartner' }), { topics: { [globalTopic]: { discounts: [fifth] } } });
    await page();
    expect(screen.queryByText(/Sommergruß/)).not.toBeInTheDocument();
  });
});

describe('opened from the draft of an invitation', () => {
  it('R09 returns to the draft by its button', async () => {
    const { shell, user } = show(aRestaurant(), { parameter: 'invitation' });
    await user.click(within(await page()).getByRole('button', { name: 'Schließen' }));
    expect(shell.recorded.navigation).toEqual([['back', 1]]);
  });

  it('R09 stays at Escape while the draft’s question is open, which is asked once, and when the draft is kept', async () => {
    let answerWith: (value: { readonly goesOn: boolean }) => void = () => undefined;
    const discard = jest.fn(
      () =>
        new Promise<{ readonly goesOn: boolean }>((resolve) => {
          answerWith = resolve;
        }),
    );
    const { shell, user } = show(aRestaurant(), {
      parameter: 'invitation',
      commands: { 'social/discardDraft': discard },
    });
    await page();
    await user.keyboard('{Escape}{Escape}');
    expect(discard).toHaveBeenCalledTimes(1);
    await act(async () => answerWith({ goesOn: true }));
    expect(shell.recorded.navigation).toEqual([]);
    await user.keyboard('{Escape}');
    await act(async () => answerWith({ goesOn: false }));
    expect(shell.recorded.navigation).toEqual([['close']]);
  });

  it('closes at Escape without the remote social', async () => {
    const { shell, user } = show(aRestaurant(), { parameter: 'invitation' });
    await page();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(shell.recorded.navigation).toEqual([['close']]));
  });
});

it('opened from a shared meetup returns there by its button and by Escape', async () => {
  const { shell, user } = show(aRestaurant(), { parameter: 'shared' });
  await user.click(within(await page()).getByRole('button', { name: 'Schließen' }));
  await user.keyboard('{Escape}');
  expect(shell.recorded.navigation).toEqual([
    ['back', 1],
    ['back', 1],
  ]);
});

describe('the cart', () => {
  const CartHere = ({ layout, startsOpen, part }: SlotProps['restaurant/cart']) => (
    <p>{`Warenkorb ${layout}${startsOpen ? ', offen' : ''}${part === null ? '' : `, ${part}`}`}</p>
  );
  const slots = { 'restaurant/cart': CartHere };

  it('stands at the lower edge of a phone, and beside the menu on wide pages', async () => {
    show(aRestaurant(), { slots });
    expect((await screen.findByText('Warenkorb bar')).closest('footer')).not.toBeNull();
    installBrowserDoubles({ isWide: true });
    show(aRestaurant(), { slots });
    expect((await screen.findByText('Warenkorb side')).closest('aside')).not.toBeNull();
  });

  it('opens at once when the address asks for that', async () => {
    show(aRestaurant(), { slots, parameter: 'cart' });
    expect(await screen.findByText('Warenkorb bar, offen')).toBeInTheDocument();
  });

  it('gets its part from the address, and nothing while it stays closed', async () => {
    show(aRestaurant(), { slots, parameter: 'cart', part: 'card' });
    expect(await screen.findByText('Warenkorb bar, offen, card')).toBeInTheDocument();
    show(aRestaurant(), { slots, parameter: 'shared', part: 'card' });
    expect(await screen.findByText('Warenkorb bar')).toBeInTheDocument();
  });

  it.each([
    ['getraenke', 'Getränke'],
    ['nirgends', 'Mittagstisch'],
  ])('leads to the dishes of a meal type, %s, with the focus', async (typeKey, title) => {
    const Leading = ({ routingName, showMealType }: SlotProps['restaurant/cart']) => (
      <button type="button" onClick={() => showMealType(typeKey)}>
        {routingName}
      </button>
    );
    const { user } = show(aRestaurant({ routingName: 'elbkantine' }), { slots: { 'restaurant/cart': Leading } });
    await user.click(await screen.findByRole('button', { name: 'elbkantine' }));
    expect(screen.getByRole('heading', { name: title })).toHaveFocus();
  });

  it('is missing when nothing can be ordered', async () => {
    show(aRestaurant({ hasPayment: false }), { slots });
    await page();
    expect(screen.queryByText(/Warenkorb/)).not.toBeInTheDocument();
  });
});
