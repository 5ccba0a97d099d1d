import { acceptPartnerOrder, deletePartnerDiscount, deletePartnerMeal, getPartnerMenu, getPartnerOrders, getPartnerRestaurant, putPartnerDiscount, putPartnerMeal, putPartnerRestaurant, refundPartnerOrder } from '@mahlzeit/contract';
import type { PartnerOrder } from '@mahlzeit/contract';
import { aCartItem, aDiscount, anOffer, aPartnerOffer, aPartnerOrder, aRestaurant, fixtureDay, fixtureNow } from '@mahlzeit/contract/fixtures';
import { answer, fakePartner, hang, PARTNER_TOKEN_KEY, refuse, unreachable } from '@mahlzeit/shared-ui/testing';
import type { FakePartnerOptions } from '@mahlzeit/shared-ui/testing';
import { render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { PartnerApp } from './partner-app';
import type { Sound, Tone } from './sound';

const MINUTE = 60_000;
const at = (time: string): number => Date.parse(`${fixtureDay}T${time}:00+02:00`);
const NOON = at('11:58');

const order = (orderId: string, more: Partial<PartnerOrder> = {}): PartnerOrder => aPartnerOrder({ key: `b-${orderId}`, orderId, meetUpDate: at('12:30'), ...more });
const pasta = aCartItem({ key: 'zeile-01', mealKey: 'kaesespaetzle', name: 'Käsespätzle', amount: 2, price: 1090, comments: 'Eine ohne Zwiebeln' });
const jule = order('K417', { items: [pasta], totalPrice: 1880, discount: { id: 'g', value: 300, name: { de: 'Kollegen-Mittag' } } });

const silent = (): Sound & { readonly played: readonly Tone[] } => {
  const played: Tone[] = [];
  return { played, status: () => 'on', onStatus: () => () => undefined, toggle: () => undefined, touched: () => undefined, play: (tone) => void played.push(tone) };
};

const widen = (isWide: boolean): void => {
  window.matchMedia = (query) => Object.assign(new EventTarget(), { matches: isWide, media: query, onchange: null, addListener: () => undefined, removeListener: () => undefined });
};

const open = (options: FakePartnerOptions = {}, { isWide = true, isSandbox = true } = {}) => {
  widen(isWide);
  const partner = fakePartner({ now: NOON, ...options });
  const sound = silent();
  partner.platform.start();
  const view = render(<PartnerApp platform={partner.platform} sound={sound} isSandbox={isSandbox} />);
  return { ...view, partner, sound, user: userEvent.setup() };
};

const list = (name: 'Neu' | 'Heute') => within(screen.getByRole('list', { name }));
const numbers = (name: 'Neu' | 'Heute'): readonly (string | null | undefined)[] => list(name).getAllByRole('listitem').filter((row) => row.hasAttribute('data-order')).map((row) => /K\d+/.exec(row.textContent ?? '')?.[0]);
const acceptButton = (number: string) => screen.findByRole('button', { name: `${number} annehmen` });

describe('signing in', () => {
  const signedOut = { storage: {} };
  const enter = async (options: FakePartnerOptions) => {
    const opened = open({ ...signedOut, ...options });
    await opened.user.type(screen.getByLabelText('Schlüssel deines Lokals'), ' schluessel ');
    await opened.user.click(screen.getByRole('button', { name: 'Anmelden' }));
    return opened;
  };

  it('keeps the token on this device until somebody signs out', async () => {
    const { partner, user } = await enter({});
    expect(await screen.findByRole('heading', { name: 'Elbkantine' })).toBeInTheDocument();
    expect(partner.stored.get(PARTNER_TOKEN_KEY)).toBe('schluessel');
    expect(partner.sent[0]?.headers.get('Authorization')).toBe('Bearer schluessel');
    await user.click(screen.getByRole('button', { name: 'Abmelden' }));
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Abmelden' }));
    expect(await screen.findByLabelText('Schlüssel deines Lokals')).toBeInTheDocument();
    expect(partner.stored.has(PARTNER_TOKEN_KEY)).toBe(false);
  });

  it.each([
    ['unauthenticated', /gilt nicht oder nicht mehr/],
    ['notFound', /gilt für alle Lokale/],
  ] as const)('says in German what is wrong: %s', async (code, words) => {
    const { partner } = await enter({ answers: [refuse(getPartnerRestaurant, code)] });
    expect(await screen.findByText(words)).toBeInTheDocument();
    expect(partner.stored.size).toBe(0);
  });

  it('asks for the token where none was given', async () => {
    const { user, partner } = open(signedOut);
    await user.click(screen.getByRole('button', { name: 'Anmelden' }));
    expect(screen.getByText('Gib den Schlüssel deines Lokals ein.')).toBeInTheDocument();
    expect(partner.requests).toEqual([]);
  });

  it('keeps the token where the gateway cannot be reached, and tries again', async () => {
    const { partner, user } = open({ answers: [unreachable(getPartnerRestaurant)] });
    await screen.findByRole('heading', { name: 'Dein Lokal lässt sich gerade nicht laden' });
    partner.use(answer(getPartnerRestaurant, aRestaurant()));
    await user.click(screen.getByRole('button', { name: 'Erneut versuchen' }));
    expect(await screen.findByRole('heading', { name: 'Elbkantine' })).toBeInTheDocument();
    expect(partner.stored.get(PARTNER_TOKEN_KEY)).toBe('schluessel');
  });

  it('is led back to by a token that was taken back', async () => {
    const { partner } = open({ orders: [order('K1')] });
    await acceptButton('K1');
    partner.use(refuse(getPartnerRestaurant, 'unauthenticated'));
    partner.revoke();
    expect(await screen.findByText(/gilt nicht oder nicht mehr/)).toBeInTheDocument();
    expect(screen.queryByText('K1')).not.toBeInTheDocument();
  });
});

describe('the orders', () => {
  it('say that there are none', async () => {
    open();
    expect(await screen.findByRole('heading', { name: 'Noch keine Bestellungen' })).toBeInTheDocument();
    expect(document.title).toBe('Mahlzeit für Lokale');
  });

  it('stand by their time, those that wait first, with what the day came to', async () => {
    open({ orders: [order('K3', { meetUpDate: at('12:45') }), order('K1', { meetUpDate: at('12:15') }), order('K2', { accepted: true }), order('K4', { refunded: [{ amount: 890, reason: 'mistake', date: NOON }] })] });
    await acceptButton('K1');
    expect([numbers('Neu'), numbers('Heute')]).toEqual([['K1', 'K3'], ['K2', 'K4']]);
    expect(screen.getByText(/1 angenommen, 1 erstattet · 8,90\s€/)).toBeInTheDocument();
    expect(document.title).toBe('(2) Mahlzeit für Lokale');
  });

  it('tell when, whose, what, where and how much', async () => {
    open({ orders: [jule] });
    const row = (await acceptButton('K417')).closest('li');
    for (const words of ['12:30', /in 32 Min/, 'K417', 'Jule P.', /2\s×\sKäsespätzle/, 'Vor Ort · Wunsch', /18,80/]) expect(within(row ?? document.body).getAllByText(words).length).toBeGreaterThan(0);
  });

  it('sound and are read out when they come live, not when the page opens', async () => {
    const { partner, sound } = open({ orders: [order('K1')] });
    await acceptButton('K1');
    expect(sound.played).toEqual([]);
    partner.putOrder(order('K2', { customer: 'Ada L.' }));
    expect(sound.played).toEqual(['new']);
    expect(screen.getByText('Neue Bestellung K2, Ada L., 12:30')).toBeInTheDocument();
    expect(document.title).toBe('(2) Mahlzeit für Lokale');
  });

  it('call to mind what nobody has accepted ten minutes before its time, in red and by a sound of their own each minute', async () => {
    const { partner, sound } = open({ orders: [order('K1', { meetUpDate: at('12:09') })] });
    const row = (await acceptButton('K1')).closest('li');
    expect(row).not.toHaveAttribute('data-late');
    partner.advance(MINUTE);
    expect(row).toHaveAttribute('data-late');
    expect(screen.getByText('Noch nicht angenommen. Um 12:39 wird von selbst alles erstattet.')).toBeInTheDocument();
    expect(screen.getByText('Eine Bestellung wartet zu lange auf deine Antwort.')).toBeInTheDocument();
    partner.advance(MINUTE);
    expect(sound.played).toEqual(['overdue', 'overdue']);
  });

  it('stay as they were last known while the connection is lost, and nothing can be sent', async () => {
    const { partner, user } = open({ orders: [order('K1')] });
    await acceptButton('K1');
    expect(screen.getByText('Verbunden')).toBeInTheDocument();
    partner.setOffline(true);
    expect(screen.getByText('Verbindung verloren, seit 11:58')).toBeInTheDocument();
    await user.click(list('Neu').getByRole('button', { name: 'Offline' }));
    expect(partner.requests.filter((request) => request.startsWith('POST'))).toEqual([]);
    partner.setOffline(false);
    partner.advance(20_000);
    await acceptButton('K1');
    expect(screen.queryByText(/Verbindung verloren/)).not.toBeInTheDocument();
  });
});

describe('orders of former days', () => {
  const DAY = 24 * 60 * MINUTE;
  const yesterday = (orderId: string, more: Partial<PartnerOrder> = {}) => order(orderId, { meetUpDate: at('12:30') - DAY, createdAt: at('11:00') - DAY, ...more });
  const formerNumbers = () => within(screen.getByRole('region', { name: 'Früher' })).getAllByRole('listitem').map((row) => /K\d+/.exec(row.textContent ?? '')?.[0]);

  it('don’t stand among today’s: not when they change, and not once midnight has passed', async () => {
    const { partner } = open({ orders: [order('K1'), order('K2', { accepted: true })], now: at('23:00'), answers: [answer(getPartnerMenu, [])] });
    partner.putOrder(yesterday('K9', { refunded: [{ amount: 890, reason: 'mistake', date: NOON }] }));
    await screen.findByText(/wartet zu lange/);
    expect([numbers('Neu'), numbers('Heute')]).toEqual([['K1'], ['K2']]);
    partner.advance(61 * MINUTE);
    expect(screen.getByRole('heading', { name: 'Noch keine Bestellungen' })).toBeInTheDocument();
    expect(document.title).toBe('Mahlzeit für Lokale');
  });

  it('come where somebody asks, page by page, and their money can still go back', async () => {
    const many = Array.from({ length: 50 }, (_, index) => yesterday(`K${100 + index}`, { accepted: true }));
    const late = yesterday('K700', { meetUpDate: at('13:00') - DAY });
    const { partner, user } = open({ orders: [order('K1')], answers: [answer(getPartnerOrders, many, [late, order('K1')]), answer(refundPartnerOrder, { ...late, refunded: [{ amount: 890, reason: 'mistake', date: NOON }] })] });
    await acceptButton('K1');
    expect(partner.requests.filter((request) => request.includes('orders'))).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Frühere Bestellungen' }));
    expect(await screen.findByText('K700')).toBeInTheDocument();
    expect(formerNumbers()).toHaveLength(51);
    const asked = partner.sent.filter(({ url }) => url.includes('/orders')).map(({ url }) => new URL(url).searchParams);
    expect(asked.map((query) => [Number(query.get('since')), query.get('after')])).toEqual([[at('00:00') - DAY, null], [at('12:30') - DAY, 'b-K149']]);
    expect(screen.queryByRole('button', { name: 'K700 annehmen' })).not.toBeInTheDocument();
    await user.click(within(screen.getByRole('region', { name: 'Früher' })).getByRole('button', { name: /K700/ }));
    expect(screen.getByText(/Di\. 23\. Juni, 13:00/)).toBeInTheDocument();
    await user.click(screen.getByLabelText('Versehen des Gastes'));
    await user.click(screen.getByRole('button', { name: /8,90\s€ erstatten/ }));
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: /erstatten$/ }));
    expect(await screen.findByText('Alles ist erstattet.')).toBeInTheDocument();
    expect(numbers('Neu')).toEqual(['K1']);
  });

  it('are of the day that somebody chooses, back to where no money goes back any more', async () => {
    const { partner, user } = open({ answers: [answer(getPartnerOrders, [yesterday('K9')], [])] });
    await user.click(await screen.findByRole('button', { name: 'Frühere Bestellungen' }));
    await screen.findByText('K9');
    await user.click(screen.getByRole('button', { name: 'Tag danach' }));
    expect(screen.getByLabelText('Tag', { selector: 'input' })).toHaveValue('23.06.2026');
    await user.click(screen.getByRole('button', { name: 'Tag davor' }));
    expect(await screen.findByText('An diesem Tag gab es keine Bestellung.')).toBeInTheDocument();
    const field = screen.getByLabelText('Tag', { selector: 'input' });
    await user.clear(field);
    await user.type(field, '1.6.2025{Enter}');
    expect(screen.getByText('Gib einen Tag ab dem 24.07.2025 ein, zum Beispiel 3.6.')).toBeInTheDocument();
    await user.clear(field);
    await user.type(field, '15.1.{Enter}');
    expect(screen.getByText('Do. 15. Januar')).toBeInTheDocument();
    await waitFor(() => expect(partner.requests.filter((request) => request.includes('orders'))).toHaveLength(3));
    expect(new URL(partner.sent.at(-1)?.url ?? '').searchParams.get('since')).toBe(String(Date.parse('2026-01-15T00:00:00+01:00')));
  });

  it('say why they don’t come, and are asked for again', async () => {
    const { partner, user } = open({ answers: [refuse(getPartnerOrders, 'unavailable')] });
    await user.click(await screen.findByRole('button', { name: 'Frühere Bestellungen' }));
    const again = await screen.findByRole('button', { name: 'Erneut versuchen' });
    partner.use(answer(getPartnerOrders, [yesterday('K9')]));
    await user.click(again);
    expect(await screen.findByText('K9')).toBeInTheDocument();
  });
});

describe('what is changed elsewhere', () => {
  const closedPlace = aRestaurant({ restTime: { start: fixtureDay, end: fixtureDay, restTimeTypeKey: null } });
  const dish = (more: Parameters<typeof aPartnerOffer>[0]) => aPartnerOffer({ key: 'suppe', name: 'Kartoffelsuppe', price: 790, ...more });

  it('shows at once: a dish, a discount, that the place is closed', async () => {
    const { partner } = open({ menu: [dish({})] });
    await screen.findByText(/7,90\s€ · 0 bestellt/);
    partner.change({ kind: 'put', collection: 'menu', key: 'suppe', value: { ...dish({ name: 'Linsensuppe' }) } });
    partner.changePlace({ kind: 'put', collection: 'discounts', key: 'eigen', value: { ...aDiscount({ key: 'eigen', name: { de: '20 % auf Suppe' } }) } });
    partner.changePlace({ kind: 'put', collection: 'restaurant', key: closedPlace.key, value: { ...closedPlace, offers: [] } });
    for (const words of ['Linsensuppe', '20 % auf Suppe', 'Heute ist geschlossen.']) expect(screen.getByText(words)).toBeInTheDocument();
    expect(screen.getByText(/heute geschlossen$/)).toBeInTheDocument();
  });

  it('shows at the latest when somebody looks again', async () => {
    const { partner } = open();
    await screen.findByRole('button', { name: 'Heute schließen' });
    partner.use(answer(getPartnerRestaurant, closedPlace));
    partner.show();
    expect(await screen.findByText('Heute ist geschlossen.')).toBeInTheDocument();
  });

  it('is the menu of the next day once it has begun', async () => {
    const { partner } = open({ menu: [dish({})], now: at('23:59'), answers: [answer(getPartnerMenu, [dish({ key: 'morgen', name: 'Labskaus', date: '2026-06-25' })])] });
    await screen.findByText('Kartoffelsuppe');
    partner.advance(MINUTE);
    expect(await screen.findByText('Labskaus')).toBeInTheDocument();
    expect(screen.queryByText('Kartoffelsuppe')).not.toBeInTheDocument();
  });
});

describe('accepting', () => {
  it('is one tap, shown at once; a double tap sends one request', async () => {
    const { partner, user } = open({ orders: [order('K1')], answers: [hang(acceptPartnerOrder)] });
    await user.dblClick(await acceptButton('K1'));
    expect(screen.queryByRole('button', { name: 'K1 annehmen' })).not.toBeInTheDocument();
    expect(screen.getAllByText('Angenommen').length).toBeGreaterThan(0);
    expect(partner.requests.filter((request) => request.includes('accept'))).toEqual(['POST /api/partner/orders/b-K1/accept']);
    expect(document.title).toBe('Mahlzeit für Lokale');
  });

  it('gives the row back where it failed, and says why', async () => {
    const { user } = open({ orders: [order('K1')], answers: [refuse(acceptPartnerOrder, 'canceled')] });
    await user.click(await acceptButton('K1'));
    expect(await screen.findByText('K1 ist nicht angenommen. Von dieser Bestellung ist schon alles erstattet.')).toBeInTheDocument();
    expect(await acceptButton('K1')).toBeInTheDocument();
  });

  it('takes all at once', async () => {
    const { partner, user } = open({ orders: ['K1', 'K2', 'K3'].map((number) => order(number)), answers: [hang(acceptPartnerOrder)] });
    await user.click(await screen.findByRole('button', { name: 'Alle 3 annehmen' }));
    await waitFor(() => expect(partner.requests.filter((request) => request.includes('accept'))).toHaveLength(3));
    expect(screen.queryByRole('button', { name: /K\d annehmen/ })).not.toBeInTheDocument();
  });

  it('goes by keys: arrows choose, A accepts and goes on to the next', async () => {
    const { partner, user } = open({ orders: [order('K1', { meetUpDate: at('12:15') }), order('K2'), order('K3', { meetUpDate: at('12:45') })], answers: [hang(acceptPartnerOrder)] });
    await acceptButton('K1');
    await user.keyboard('{ArrowDown}a');
    await user.keyboard('a');
    expect(partner.requests.filter((request) => request.includes('accept'))).toEqual(['POST /api/partner/orders/b-K2/accept', 'POST /api/partner/orders/b-K3/accept']);
  });

  it('goes by the same key to an order that came after the last was accepted', async () => {
    const { partner, user } = open({ orders: [order('K1')], answers: [hang(acceptPartnerOrder)] });
    await acceptButton('K1');
    await user.keyboard('a');
    partner.putOrder(order('K2'));
    await user.keyboard('a');
    expect(partner.requests.filter((request) => request.includes('accept'))).toHaveLength(1);
    await user.keyboard('a');
    expect(partner.requests.filter((request) => request.includes('accept'))).toEqual(['POST /api/partner/orders/b-K1/accept', 'POST /api/partner/orders/b-K2/accept']);
  });

  it('moves no row under somebody who is in the middle of them', async () => {
    const { partner, user } = open({ orders: [order('K2', { meetUpDate: at('12:45') })] });
    await user.hover(await acceptButton('K2'));
    partner.putOrder(order('K1', { meetUpDate: at('12:15') }));
    expect(numbers('Neu')).toEqual(['K2', 'K1']);
    await waitFor(() => expect(numbers('Neu')).toEqual(['K1', 'K2']), { timeout: 4000 });
  });
});

describe('giving money back', () => {
  const refunded = { ...jule, refunded: [{ amount: 1090, reason: 'restaurant_declined_sold_out' as const, date: NOON }] };
  const choose = async (user: ReturnType<typeof userEvent.setup>, amount: RegExp): Promise<void> => {
    await user.click(await screen.findByRole('button', { name: amount }));
    await user.click(screen.getByLabelText('Ausverkauft'));
  };
  const confirm = async (user: ReturnType<typeof userEvent.setup>): Promise<void> => {
    await user.click(screen.getByRole('button', { name: /erstatten E$|erstatten$/ }));
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: /erstatten$/ }));
  };

  it('asks once more, names the line, and shows what is left', async () => {
    const { partner, user } = open({ orders: [jule], answers: [answer(refundPartnerOrder, refunded)] });
    await choose(user, /1\s×\sKäsespätzle, 10,90/);
    expect(screen.getByText(/höchstens 18,80/)).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: /10,90\s€ erstatten/ }));
    expect(screen.getByText(/Jule P. bekommt 10,90\s€ zurück. Grund: Ausverkauft./)).toBeInTheDocument();
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: /10,90\s€ erstatten/ }));
    expect(await screen.findByText(/10,90\s€ gehen an Jule P. zurück/)).toBeInTheDocument();
    expect(screen.getByText(/höchstens 7,90/)).toBeInTheDocument();
    const body: unknown = await partner.sent.find(({ url }) => url.endsWith('/refund'))?.json();
    expect(body).toEqual({ amount: 1090, reason: 'restaurant_declined_sold_out', items: [{ key: 'zeile-01', amount: 1 }] });
  });

  it('sends a retry after a silence under the same key, another refund under another one', async () => {
    const { partner, user } = open({ orders: [jule], answers: [unreachable(refundPartnerOrder)] });
    await choose(user, /Alles, 18,80/);
    await confirm(user);
    await screen.findByText(/Keine Verbindung/);
    await confirm(user);
    await waitFor(() => expect(partner.sent.filter(({ url }) => url.endsWith('/refund'))).toHaveLength(2));
    await user.click(screen.getByLabelText('Kein Platz'));
    await confirm(user);
    await waitFor(() => expect(partner.sent.filter(({ url }) => url.endsWith('/refund'))).toHaveLength(3));
    const [first, second, third] = partner.sent.filter(({ url }) => url.endsWith('/refund')).map(({ headers }) => headers.get('Idempotency-Key'));
    expect(first).toBe(second);
    expect(third).not.toBe(first);
  });

  it.each([
    ['refundExceedsAmount', /nicht mehr übrig/],
    ['refundOncePerDay', /heute schon erstattet/],
    ['refundWindowExpired', /elf Monate/],
    ['mangopay-error', /Zahlungsdienst hat die Erstattung abgelehnt/],
    ['paypal-error', /PayPal hat die Erstattung abgelehnt/],
    ['providerUnavailable', /ist unterwegs/],
    ['OrderNotCancelable', /nicht mehr erstatten/],
  ] as const)('says %s in German', async (code, words) => {
    const { user } = open({ orders: [jule], answers: [refuse(refundPartnerOrder, code)] });
    await choose(user, /Alles, 18,80/);
    await confirm(user);
    expect(await screen.findByText(words)).toBeInTheDocument();
  });

  it('takes another amount, and says what is wrong with it', async () => {
    const { user } = open({ orders: [refunded] });
    await user.click(await screen.findByRole('button', { name: 'Anderer Betrag' }));
    const field = screen.getByLabelText('Betrag in Euro');
    await user.type(field, '7,91');
    expect(screen.getAllByText(/Höchstens 7,90\s€ können noch zurückgehen/).length).toBeGreaterThan(0);
    await user.clear(field);
    await user.type(field, '4,5');
    await user.click(screen.getByLabelText('Versehen des Gastes'));
    expect(screen.getByRole('button', { name: /4,50\s€ erstatten/ })).not.toHaveAttribute('aria-disabled');
  });

  it('goes by keys: E leads there, and asks once all is chosen', async () => {
    const { user } = open({ orders: [jule] });
    await acceptButton('K417');
    await user.keyboard('e');
    expect(screen.getByRole('button', { name: /Alles, 18,80/ })).toHaveAttribute('aria-pressed', 'true');
    expect(screen.getByLabelText('Ausverkauft')).toHaveFocus();
    await user.keyboard(' e');
    expect(screen.getByRole('alertdialog')).toBeInTheDocument();
  });
});

describe('the menu', () => {
  const dish = aPartnerOffer({ key: 'kaesespaetzle', name: 'Käsespätzle', price: 1090 });
  const dishSwitch = () => screen.findByRole('switch', { name: 'Käsespätzle ist verfügbar' });

  it('sells out in two taps from the orders of a tablet, and takes it back', async () => {
    const { partner, user } = open({ orders: [jule], menu: [dish], answers: [answer(deletePartnerMeal, {}), answer(putPartnerMeal, anOffer())] }, { isWide: false });
    await user.click(await screen.findByRole('button', { name: 'Karte heute' }));
    expect(screen.getByText(/10,90\s€ · 2 bestellt/)).toBeInTheDocument();
    await user.click(await dishSwitch());
    expect(await screen.findByText('„Käsespätzle“ ist ausverkauft.')).toBeInTheDocument();
    expect(await dishSwitch()).not.toBeChecked();
    expect(partner.requests).toContain('DELETE /api/partner/meals/kaesespaetzle');
    await user.click(screen.getByRole('button', { name: 'Rückgängig' }));
    expect(await screen.findByText('„Käsespätzle“ ist wieder da.')).toBeInTheDocument();
    expect(partner.requests).toContain('PUT /api/partner/meals/kaesespaetzle');
  });

  it('is as it was where that failed', async () => {
    const { user } = open({ menu: [dish], answers: [refuse(deletePartnerMeal, 'unavailable')] });
    await user.click(await dishSwitch());
    expect(await screen.findByText(/„Käsespätzle“ ist unverändert/)).toBeInTheDocument();
    expect(await dishSwitch()).toBeChecked();
  });

  it('goes by keys: K leads to the first dish', async () => {
    const { user } = open({ menu: [dish] });
    await dishSwitch();
    await user.keyboard('k');
    await waitFor(async () => expect(await dishSwitch()).toHaveFocus());
  });

  it('changes a price, and checks it first', async () => {
    const { partner, user } = open({ menu: [dish], answers: [answer(putPartnerMeal, anOffer({ key: 'kaesespaetzle', name: 'Käsespätzle', price: 1190 }))] });
    await user.click(await screen.findByRole('button', { name: '„Käsespätzle“ ändern' }));
    const price = screen.getByLabelText('Preis in Euro');
    await user.clear(price);
    await user.click(screen.getByRole('button', { name: 'Speichern' }));
    expect(screen.getByText('Gib einen Preis ein, zum Beispiel 9,50.')).toBeInTheDocument();
    await user.type(price, '11,90');
    await user.click(screen.getByRole('button', { name: 'Speichern' }));
    expect(await screen.findByText(/11,90\s€ · 0 bestellt/)).toBeInTheDocument();
    const body: unknown = await partner.sent.find(({ method }) => method === 'PUT')?.json();
    expect(body).toMatchObject({ restaurantId: 'elbkantine', name: 'Käsespätzle', price: 1190, typeKey: dish.typeKey, date: fixtureDay });
  });

  it('says which allergens and additives a dish has, and keeps the menu’s own words', async () => {
    const wine = aPartnerOffer({ key: 'wein', name: 'Weißwein vom Fass', allergens: ['Schalenfrüchte', 'Moorbeere'], additives: [] });
    const { partner, user } = open({ menu: [wine], answers: [answer(putPartnerMeal, anOffer({ key: 'wein' }))] });
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
    const body: unknown = await partner.sent.find(({ method }) => method === 'PUT')?.json();
    expect(body).toMatchObject({ allergens: ['H', 'L'], additives: ['mit Alkohol'] });
  });
});

describe('discounts', () => {
  const soup = aPartnerOffer({ key: 'suppe', name: 'Kartoffelsuppe', price: 790 });
  const own = aDiscount({ key: 'eigen', name: { de: '20 % auf Kartoffelsuppe' }, discountType: 'percent', value: 20, valueText: '20 %', mealRef: 'suppe', forAllMeals: false, start: NOON - MINUTE });
  const ofAll = aDiscount({ key: 'fremd', name: { de: 'Sommergruß' }, restaurantRef: null, platform: true, forAllMeals: false });

  it('show in the price, and are taken away where they are the place’s own', async () => {
    const { partner, user } = open({ menu: [soup], discounts: [own, ofAll], answers: [answer(deletePartnerDiscount, {})] });
    expect(await screen.findByText(/6,32\s€ statt 7,90\s€ · 0 bestellt/)).toBeInTheDocument();
    expect(screen.getByText(/gilt nicht nur bei dir/)).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: '„Sommergruß“ beenden' })).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: '„20 % auf Kartoffelsuppe“ beenden' }));
    expect(await screen.findByText('„20 % auf Kartoffelsuppe“ gilt nicht mehr.')).toBeInTheDocument();
    expect(partner.requests).toContain('DELETE /api/partner/discounts/eigen');
  });

  it('are added for a dish, for today', async () => {
    const { partner, user } = open({ menu: [soup], answers: [answer(putPartnerDiscount, own)] });
    await user.click(await screen.findByRole('button', { name: 'Rabatt hinzufügen' }));
    await user.click(screen.getByRole('button', { name: 'Speichern' }));
    expect(screen.getByText('Gib eine ganze Zahl von 1 bis 100 ein.')).toBeInTheDocument();
    await user.type(screen.getByLabelText('Rabatt in Prozent'), '20');
    await user.click(screen.getByRole('radio', { name: 'Kartoffelsuppe' }));
    await user.click(screen.getByRole('button', { name: 'Speichern' }));
    expect(await screen.findByText('„20 % auf Kartoffelsuppe“ gilt ab sofort.')).toBeInTheDocument();
    const body: unknown = await partner.sent.find(({ method }) => method === 'PUT')?.json();
    expect(body).toMatchObject({ restaurantRef: 'elbkantine', mealRef: 'suppe', discountType: 'percent', value: 20, platform: false });
  });
});

describe('closing for today', () => {
  it('asks, closes, and opens again', async () => {
    const closed = aRestaurant({ restTime: { start: fixtureDay, end: fixtureDay, restTimeTypeKey: null } });
    const { partner, user } = open({ answers: [answer(putPartnerRestaurant, closed, aRestaurant())] });
    await user.click(await screen.findByRole('button', { name: 'Heute schließen' }));
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Heute schließen' }));
    expect(await screen.findByText('Heute ist geschlossen.')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Wieder öffnen' }));
    expect(await screen.findByRole('button', { name: 'Heute schließen' })).toBeInTheDocument();
    const bodies = await Promise.all(partner.sent.filter(({ method }) => method === 'PUT').map((request): Promise<unknown> => request.json()));
    expect(bodies).toEqual([{ restTime: { start: fixtureDay, end: fixtureDay, restTimeTypeKey: null } }, { restTime: null }]);
  });
});

it('says where money is not real, and nothing of it where it is', async () => {
  const { unmount } = open();
  expect(await screen.findByText('Sandbox: es fließt kein echtes Geld.')).toBeInTheDocument();
  unmount();
  open({ now: fixtureNow }, { isSandbox: false });
  await screen.findByRole('heading', { name: 'Elbkantine' });
  expect(screen.queryByText(/Sandbox/)).not.toBeInTheDocument();
});

it('shows what each key does', async () => {
  const { user } = open();
  await screen.findByRole('heading', { name: 'Elbkantine' });
  await user.keyboard('?');
  expect(within(screen.getByRole('alertdialog')).getByText(/Nimmt die gewählte Bestellung an/)).toBeInTheDocument();
});
