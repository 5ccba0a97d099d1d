import {
  deletePartnerDiscount,
  deletePartnerMeal,
  putPartnerDiscount,
  putPartnerMeal,
  putPartnerRestaurant,
} from '@mahlzeit/contract';
import { aDiscount, anOffer, aPartnerOffer, aRestaurant, fixtureDay } from '@mahlzeit/contract/fixtures';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { userEvent } from '@testing-library/user-event';
import { answer, refuse } from '@mahlzeit/shared-ui/testing';
import { julesOrder, START_INSTANT_MS, openConsole } from '../../testing/fake-console';
import type { FakePartnerOptions } from '../../testing/fake-partner';

const MINUTE_MS = 60_000;

describe('the menu', () => {
  const dish = aPartnerOffer({ key: 'kaesespaetzle', name: 'Käsespätzle', price: 1090 });
  const findDishSwitch = () => screen.findByRole('switch', { name: 'Käsespätzle ist verfügbar' });

  it('sells out in two taps from the orders of a tablet, and takes it back', async () => {
    const { partner, user } = openConsole(
      {
        orders: [julesOrder],
        menu: [dish],
        answers: [answer(deletePartnerMeal, {}), answer(putPartnerMeal, anOffer())],
      },
      { isWide: false },
    );
    await user.click(await screen.findByRole('button', { name: 'Karte heute' }));
    expect(screen.getByText(/10,90\s€ · 2 bestellt/)).toBeInTheDocument();
    await user.click(await findDishSwitch());
    expect(await screen.findByText('„Käsespätzle“ ist ausverkauft.')).toBeInTheDocument();
    expect(await findDishSwitch()).not.toBeChecked();
    expect(partner.requests).toContain('DELETE /api/partner/meals/kaesespaetzle');
    await user.click(screen.getByRole('button', { name: 'Rückgängig' }));
    expect(await screen.findByText('„Käsespätzle“ ist wieder da.')).toBeInTheDocument();
    expect(partner.requests).toContain('PUT /api/partner/meals/kaesespaetzle');
  });

  it('is as it was where that failed', async () => {
    const { user } = openConsole({ menu: [dish], answers: [refuse(deletePartnerMeal, 'unavailable')] });
    await user.click(await findDishSwitch());
    expect(await screen.findByText(/„Käsespätzle“ ist unverändert/)).toBeInTheDocument();
    expect(await findDishSwitch()).toBeChecked();
  });

  it('goes by keys: K leads to the first dish', async () => {
    const { user } = openConsole({ menu: [dish] });
    await findDishSwitch();
    await user.keyboard('k');
    await waitFor(async () => expect(await findDishSwitch()).toHaveFocus());
  });

  it('changes a price, and checks it first', async () => {
    const { partner, user } = openConsole({
      menu: [dish],
      answers: [answer(putPartnerMeal, anOffer({ key: 'kaesespaetzle', name: 'Käsespätzle', price: 1190 }))],
    });
    await user.click(await screen.findByRole('button', { name: '„Käsespätzle“ ändern' }));
    const priceField = screen.getByLabelText('Preis in Euro');
    await user.clear(priceField);
    await user.click(screen.getByRole('button', { name: 'Speichern' }));
    expect(screen.getByText('Gib einen Preis ein, zum Beispiel 9,50.')).toBeInTheDocument();
    await user.type(priceField, '0');
    expect(screen.getByText('Der Preis ist mindestens 0,01 €.')).toBeInTheDocument();
    await user.clear(priceField);
    await user.type(priceField, '11,90');
    await user.click(screen.getByRole('button', { name: 'Speichern' }));
    expect(await screen.findByText(/11,90\s€ · 0 bestellt/)).toBeInTheDocument();
    const requestBody: unknown = await partner.sent.find(({ method }) => method === 'PUT')?.json();
    expect(requestBody).toMatchObject({
      restaurantId: 'elbkantine',
      name: 'Käsespätzle',
      price: 1190,
      typeKey: dish.typeKey,
      date: fixtureDay,
    });
  });
});

describe('a dish that is written down', () => {
  const dish = aPartnerOffer({ key: 'suppe', name: 'Kartoffelsuppe', price: 790, soldOutSince: START_INSTANT_MS });
  const openDishEditor = async (partnerOptions: FakePartnerOptions) => {
    const consolePage = openConsole({ menu: [dish], ...partnerOptions });
    await consolePage.user.click(await screen.findByRole('button', { name: '„Kartoffelsuppe“ ändern' }));
    return consolePage;
  };
  const fillField = (fieldLabel: string, fieldText: string) =>
    fireEvent.change(screen.getByLabelText(fieldLabel), { target: { value: fieldText } });
  const saveDish = async (user: ReturnType<typeof userEvent.setup>): Promise<void> => {
    await user.click(screen.getByRole('button', { name: 'Speichern' }));
    const saveUndeclaredButton = screen.queryByRole('button', { name: 'Ohne Angabe speichern' });
    if (saveUndeclaredButton !== null) await user.click(saveUndeclaredButton);
  };

  it('stays sold out', async () => {
    const { partner, user } = await openDishEditor({
      answers: [answer(putPartnerMeal, anOffer({ key: 'suppe', name: 'Linsensuppe', price: 790 }))],
    });
    fillField('Name', 'Linsensuppe');
    await saveDish(user);
    expect(await screen.findByText('„Linsensuppe“ ist geändert und bleibt ausverkauft.')).toBeInTheDocument();
    expect(screen.getByRole('switch', { name: 'Linsensuppe ist verfügbar' })).not.toBeChecked();
    expect(await partner.sent.find(({ method }) => method === 'PUT')?.json()).toMatchObject({
      name: 'Linsensuppe',
      isSoldOut: true,
    });
  });

  it('says of each field what is wrong with it', async () => {
    const { partner, user } = await openDishEditor({});
    fillField('Name', 'x'.repeat(201));
    fillField('Beschreibung (freiwillig)', 'x'.repeat(2001));
    fillField('Preis in Euro', '99999');
    await saveDish(user);
    expect(screen.getByLabelText('Name')).toHaveAccessibleDescription('Der Name darf höchstens 200 Zeichen haben.');
    expect(screen.getByLabelText('Beschreibung (freiwillig)')).toHaveAccessibleDescription(
      'Die Beschreibung darf höchstens 2000 Zeichen haben.',
    );
    expect(screen.getByLabelText('Preis in Euro')).toHaveAccessibleDescription(/höchstens 10\.000,00/);
    expect(partner.requests.filter((request) => request.startsWith('PUT'))).toEqual([]);
  });

  it('is asked once for its allergens where none are declared', async () => {
    const soup = { ...dish, allergens: [], soldOutSince: null };
    const { partner, user } = await openDishEditor({
      menu: [soup],
      answers: [answer(putPartnerMeal, anOffer({ key: 'suppe', name: 'Kartoffelsuppe', allergens: [] }))],
    });
    await user.click(screen.getByRole('button', { name: 'Speichern' }));
    const question = within(screen.getByRole('alertdialog', { name: 'Ohne Allergene speichern?' }));
    expect(partner.requests.filter((request) => request.startsWith('PUT'))).toEqual([]);
    await user.click(question.getByRole('button', { name: 'Allergene angeben' }));
    expect(screen.getByRole('group', { name: 'Allergene' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Speichern' }));
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
    await waitFor(() => expect(partner.requests).toContain('PUT /api/partner/meals/suppe'));
  });

  it('isn’t asked for allergens that are declared', async () => {
    const { partner, user } = await openDishEditor({
      menu: [{ ...dish, allergens: ['G'] }],
      answers: [answer(putPartnerMeal, anOffer({ key: 'suppe' }))],
    });
    await user.click(screen.getByRole('button', { name: 'Speichern' }));
    await waitFor(() => expect(partner.requests).toContain('PUT /api/partner/meals/suppe'));
  });

  it('says which allergens and additives a dish has, and keeps the menu’s own words', async () => {
    const wineOffer = aPartnerOffer({
      key: 'wein',
      name: 'Weißwein vom Fass',
      allergens: ['Schalenfrüchte', 'Moorbeere'],
      additives: [],
    });
    const { partner, user } = openConsole({
      menu: [wineOffer],
      answers: [answer(putPartnerMeal, anOffer({ key: 'wein' }))],
    });
    await user.click(await screen.findByRole('button', { name: '„Weißwein vom Fass“ ändern' }));
    await user.click(screen.getByRole('button', { name: 'Zusatzstoffe Keine Angabe' }));
    await user.click(screen.getByRole('button', { name: 'mit Alkohol' }));
    await user.click(screen.getByRole('button', { name: 'Allergene Schalenfrüchte, Moorbeere' }));
    await user.click(screen.getByRole('button', { name: 'Schwefeldioxid und Sulfite' }));
    expect(screen.getByRole('button', { name: 'Moorbeere', pressed: true })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Moorbeere' }));
    expect(screen.getByRole('button', { name: 'Allergene Schalenfrüchte, Schwefeldioxid und Sulfite' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Speichern' }));
    await waitFor(() => expect(partner.requests).toContain('PUT /api/partner/meals/wein'));
    const requestBody: unknown = await partner.sent.find(({ method }) => method === 'PUT')?.json();
    expect(requestBody).toMatchObject({ allergens: ['H', 'L'], additives: ['mit Alkohol'] });
  });
});

describe('discounts', () => {
  const soupOffer = aPartnerOffer({ key: 'suppe', name: 'Kartoffelsuppe', price: 790 });
  const ownDiscount = aDiscount({
    key: 'eigen',
    name: { de: '20 % auf Kartoffelsuppe' },
    discountType: 'percent',
    value: 20,
    valueText: '20 %',
    mealRef: 'suppe',
    forAllMeals: false,
    start: START_INSTANT_MS - MINUTE_MS,
  });
  const discountOnAllDishes = aDiscount({
    key: 'fremd',
    name: { de: 'Sommergruß' },
    restaurantRef: null,
    platform: true,
    forAllMeals: false,
  });

  it('show in the price, and are taken away where they are the place’s own', async () => {
    const { partner, user } = openConsole({
      menu: [soupOffer],
      discounts: [ownDiscount, discountOnAllDishes],
      answers: [answer(deletePartnerDiscount, {})],
    });
    expect(await screen.findByText(/6,32\s€ statt 7,90\s€ · 0 bestellt/)).toBeInTheDocument();
    expect(screen.getByText(/gilt nicht nur bei dir/)).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: '„Sommergruß“ beenden' })).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: '„20 % auf Kartoffelsuppe“ beenden' }));
    expect(await screen.findByText('„20 % auf Kartoffelsuppe“ gilt nicht mehr.')).toBeInTheDocument();
    expect(partner.requests).toContain('DELETE /api/partner/discounts/eigen');
  });

  it('are added for a dish, for today', async () => {
    const { partner, user } = openConsole({ menu: [soupOffer], answers: [answer(putPartnerDiscount, ownDiscount)] });
    await user.click(await screen.findByRole('button', { name: 'Rabatt hinzufügen' }));
    await user.click(screen.getByRole('button', { name: 'Speichern' }));
    expect(screen.getByText('Gib eine ganze Zahl von 1 bis 100 ein.')).toBeInTheDocument();
    await user.type(screen.getByLabelText('Rabatt in Prozent'), '20');
    await user.click(screen.getByRole('radio', { name: 'Kartoffelsuppe' }));
    await user.click(screen.getByRole('button', { name: 'Speichern' }));
    expect(await screen.findByText('„20 % auf Kartoffelsuppe“ gilt ab sofort.')).toBeInTheDocument();
    const requestBody: unknown = await partner.sent.find(({ method }) => method === 'PUT')?.json();
    expect(requestBody).toMatchObject({
      restaurantRef: 'elbkantine',
      mealRef: 'suppe',
      discountType: 'percent',
      value: 20,
      platform: false,
    });
  });

  it('are for a week on all dishes alone: choosing one falls back to today', async () => {
    const { partner, user } = openConsole({ menu: [soupOffer], answers: [answer(putPartnerDiscount, ownDiscount)] });
    await user.click(await screen.findByRole('button', { name: 'Rabatt hinzufügen' }));
    await user.type(screen.getByLabelText('Rabatt in Prozent'), '20');
    await user.click(screen.getByRole('radio', { name: 'Sieben Tage, heute mitgezählt' }));
    await user.click(screen.getByRole('radio', { name: 'Kartoffelsuppe' }));
    expect(screen.getByRole('radio', { name: 'Nur heute' })).toBeChecked();
    expect(screen.queryByRole('radio', { name: /^Sieben Tage/ })).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Speichern' }));
    await screen.findByText('„20 % auf Kartoffelsuppe“ gilt ab sofort.');
    expect(await partner.sent.find(({ method }) => method === 'PUT')?.json()).toMatchObject({
      end: Date.parse('2026-06-25T00:00:00+02:00'),
    });
  });
});

describe('a discount that holds', () => {
  const soup = aPartnerOffer({ key: 'suppe', name: 'Kartoffelsuppe', price: 790 });
  const ownDiscount = aDiscount({
    key: 'eigen',
    name: { de: '20 % auf Kartoffelsuppe' },
    discountType: 'percent',
    value: 20,
    valueText: '20 %',
    mealRef: 'suppe',
    forAllMeals: false,
    start: START_INSTANT_MS - MINUTE_MS,
    quantity: 80,
    quantityLeft: 79,
  });
  const absoluteDiscount = aDiscount({
    key: 'kasse',
    name: { de: '1 € weniger' },
    discountType: 'absolute',
    value: 100,
    start: START_INSTANT_MS - MINUTE_MS,
  });

  it('is changed under its own key: what isn’t touched stays', async () => {
    const { partner, user } = openConsole({
      menu: [soup],
      discounts: [ownDiscount, absoluteDiscount],
      answers: [answer(putPartnerDiscount, ownDiscount)],
    });
    await user.click(await screen.findByRole('button', { name: '„20 % auf Kartoffelsuppe“ ändern' }));
    expect([
      screen.getByLabelText('Rabatt in Prozent'),
      screen.getByRole('radio', { name: 'Kartoffelsuppe' }),
      screen.getByRole('radio', { name: /^Wie bisher, bis / }),
    ]).toMatchObject([{ value: '20' }, { checked: true }, { checked: true }]);
    await user.clear(screen.getByLabelText('Rabatt in Prozent'));
    await user.type(screen.getByLabelText('Rabatt in Prozent'), '100');
    await user.click(screen.getByRole('radio', { name: 'Alle Gerichte' }));
    await user.click(screen.getByRole('button', { name: 'Speichern' }));
    expect(screen.getByText(/höchstens 99 %/)).toBeInTheDocument();
    await user.clear(screen.getByLabelText('Rabatt in Prozent'));
    await user.type(screen.getByLabelText('Rabatt in Prozent'), '15');
    await user.click(screen.getByRole('button', { name: 'Speichern' }));
    expect(await screen.findByText('„15 % auf alle Gerichte“ gilt ab sofort.')).toBeInTheDocument();
    const putRequest = partner.sent.find(({ method }) => method === 'PUT');
    expect(putRequest?.url).toMatch(/\/discounts\/eigen$/);
    const discountName = '15\u00a0% auf alle Gerichte';
    const { type, typeText, start, end, quantity } = ownDiscount;
    expect(await putRequest?.json()).toMatchObject({
      type,
      typeText,
      start,
      end,
      quantity,
      discountType: 'percent',
      name: { de: discountName },
      descriptionText: discountName,
      valueText: '15\u00a0%',
      value: 15,
      mealRef: null,
      forAllMeals: true,
    });
  });

  it('keeps a dish of another day, and what is typed: nothing else can be begun meanwhile', async () => {
    const { partner, user } = openConsole({
      menu: [soup],
      discounts: [{ ...ownDiscount, name: { de: '20 % auf Grünkohl' }, mealRef: 'gestern' }, absoluteDiscount],
      answers: [answer(putPartnerDiscount, ownDiscount)],
    });
    await user.click(await screen.findByRole('button', { name: '„20 % auf Grünkohl“ ändern' }));
    expect(screen.getByRole('radio', { name: 'Grünkohl' })).toBeChecked();
    expect(
      screen.queryByRole('button', { name: /beenden$|Grünkohl“ ändern|Rabatt hinzufügen/ }),
    ).not.toBeInTheDocument();
    await user.click(screen.getByRole('radio', { name: 'Nur heute' }));
    await user.click(screen.getByRole('button', { name: 'Speichern' }));
    await screen.findByText('„20 % auf Grünkohl“ gilt ab sofort.');
    expect(await partner.sent.find(({ method }) => method === 'PUT')?.json()).toMatchObject({
      mealRef: 'gestern',
      forAllMeals: false,
      value: 20,
      end: Date.parse('2026-06-25T00:00:00+02:00'),
    });
    expect(screen.queryByRole('button', { name: '„1 € weniger“ ändern' })).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: '„1 € weniger“ beenden' })).toBeInTheDocument();
  });
});

describe('a discount that is to come', () => {
  const startsAtMs = Date.parse('2026-06-26T00:00:00+02:00');
  const ownDiscount = aDiscount({
    key: 'eigen',
    name: { de: '20 % auf alle Gerichte' },
    discountType: 'percent',
    value: 20,
    valueText: '20 %',
    mealRef: null,
    start: startsAtMs,
    end: startsAtMs + 3 * 24 * 60 * MINUTE_MS,
  });

  it.each([
    [/^Wie bisher, bis /, ownDiscount.end],
    ['Nur am 26. Juni', Date.parse('2026-06-27T00:00:00+02:00')],
    ['Sieben Tage ab 26. Juni', Date.parse('2026-07-03T00:00:00+02:00')],
  ])('begins when it would have, and says so: %s', async (daysLabel, expectedEndMs) => {
    const { partner, user } = openConsole({
      discounts: [ownDiscount],
      answers: [answer(putPartnerDiscount, ownDiscount)],
    });
    await user.click(await screen.findByRole('button', { name: '„20 % auf alle Gerichte“ ändern' }));
    await user.click(screen.getByRole('radio', { name: daysLabel }));
    await user.click(screen.getByRole('button', { name: 'Speichern' }));
    expect(await screen.findByText('„20 % auf alle Gerichte“ gilt ab 26. Juni.')).toBeInTheDocument();
    expect(await partner.sent.find(({ method }) => method === 'PUT')?.json()).toMatchObject({
      start: startsAtMs,
      end: expectedEndMs,
    });
  });
});

describe('closing for today', () => {
  it('asks, closes, and opens again', async () => {
    const closedRestaurant = aRestaurant({ restTime: { start: fixtureDay, end: fixtureDay, restTimeTypeKey: null } });
    const { partner, user } = openConsole({ answers: [answer(putPartnerRestaurant, closedRestaurant, aRestaurant())] });
    await user.click(await screen.findByRole('button', { name: 'Heute schließen' }));
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Heute schließen' }));
    expect(await screen.findByText('Heute ist geschlossen.')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Wieder öffnen' }));
    expect(await screen.findByRole('button', { name: 'Heute schließen' })).toBeInTheDocument();
    const requestBodies = await Promise.all(
      partner.sent.filter(({ method }) => method === 'PUT').map((request): Promise<unknown> => request.json()),
    );
    expect(requestBodies).toEqual([
      { restTime: { start: fixtureDay, end: fixtureDay, restTimeTypeKey: null } },
      { restTime: null },
    ]);
  });
});
