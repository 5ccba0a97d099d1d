import { getInvitation, getRestaurant } from '@mahlzeit/contract';
import type { Invitation } from '@mahlzeit/contract';
import { anAccount, anAttendee, anInvitation, aRestaurant } from '@mahlzeit/contract/fixtures';
import { answer, fakeShell, refuse, failAsUnreachable } from '@mahlzeit/shared-ui/testing';
import type { ScenarioAnswer, ScenarioShellOptions } from '@mahlzeit/shared-ui/testing';
import { cartPlaceOf, selectCart, updateCart, withAmount } from '../features/cart';
import startFromInvitation from './start-from-invitation';

beforeEach(() => window.localStorage.clear());

const { uid } = anAccount();
const restaurant = aRestaurant();
const ownAttendee = anAttendee({ uid, key: uid, status: 'accepted' });
const invitedMeetup = anInvitation({
  key: 'treffen',
  restaurant: restaurant.key,
  status: 'accepted',
  order: null,
  date: '2026-06-24T12:30:00+02:00',
  isTakeAway: true,
  attendees: [ownAttendee],
});

interface StartOrderOptions extends ScenarioShellOptions {
  readonly invitation?: Partial<Invitation>;
  readonly answers?: readonly ScenarioAnswer[];
  readonly isForCart?: boolean;
  readonly isPaying?: boolean;
  /** Whether the payment starts in another tab, so that this page doesn't know of it. */
  readonly isOtherTab?: boolean;
}

const startOrderWith = async ({
  invitation = {},
  answers = [],
  isForCart,
  isPaying = false,
  isOtherTab = false,
  ...options
}: StartOrderOptions = {}) => {
  const shell = fakeShell({
    session: 'verified',
    ...options,
    answers: [
      ...answers,
      answer(getInvitation, { ...invitedMeetup, ...invitation }),
      answer(getRestaurant, restaurant),
    ],
  });
  const cartPlace = cartPlaceOf(shell, { restaurantKey: restaurant.key, routingName: restaurant.routingName });
  if (cartPlace === null) throw new Error('The user of the page is unknown');
  if (isPaying)
    updateCart(isOtherTab ? fakeShell({ session: 'verified' }) : shell, cartPlace, (cart) => ({
      ...withAmount(
        cart,
        restaurant.offers[0] ??
          (() => {
            throw new Error('The menu has no dish');
          })(),
        1,
      ),
      payment: {
        requestKey: 'k',
        form: { restaurantId: restaurant.key, paymentOption: 'paypal' },
        payInId: null,
        orderKey: null,
      },
    }));
  const { hasStarted } = await startFromInvitation(
    { invitationKey: 'treffen', ...(isForCart !== undefined && { isForCart }) },
    shell,
  );
  return { hasStarted, cart: selectCart(shell.store.getState(), cartPlace), ...shell.recorded };
};

it('links a meetup of today: its time, and whether the food is taken away', async () => {
  const { hasStarted, cart, navigation } = await startOrderWith();
  expect([hasStarted, navigation]).toEqual([true, [['open', 'details', 'elbkantine']]]);
  expect(cart).toMatchObject({
    meetUp: 'treffen',
    meetUpDate: Date.parse('2026-06-24T12:30:00+02:00'),
    isTakeAway: true,
  });
});

it.each<[string, StartOrderOptions, string]>([
  ['past', { now: Date.parse('2026-06-24T12:31:00+02:00') }, 'Für dieses Treffen kannst du nicht bestellen.'],
  [
    'declined by oneself',
    { invitation: { attendees: [{ ...ownAttendee, status: 'declined' }] } },
    'Für dieses Treffen kannst du nicht bestellen.',
  ],
  ['accepted by nobody yet', { invitation: { status: 'pending' } }, 'Für dieses Treffen kannst du nicht bestellen.'],
  [
    'at a place without payment',
    { answers: [answer(getRestaurant, aRestaurant({ hasPayment: false }))] },
    'Für dieses Treffen kannst du nicht bestellen.',
  ],
  [
    'at a place that is closed today',
    {
      answers: [
        answer(
          getRestaurant,
          aRestaurant({ restTime: { start: '2026-06-24', end: '2026-06-24', restTimeTypeKey: null } }),
        ),
      ],
    },
    'Das Lokal nimmt heute keine Bestellung mehr an.',
  ],
  ['ordered for', { invitation: { order: 'bestellung' } }, 'Für dieses Treffen hast du schon bestellt.'],
  [
    'while another order is being paid there',
    { isPaying: true },
    'Dort wird gerade eine Bestellung bezahlt. Warte, bis das fertig ist.',
  ],
  [
    'while another tab pays there',
    { isPaying: true, isOtherTab: true },
    'Dort wird gerade eine Bestellung bezahlt. Warte, bis das fertig ist.',
  ],
])('S08 begins no order for a meetup that is %s, and says why', async (_, changedInvitationFields, expectedReason) => {
  const { hasStarted, cart, snackbars, navigation } = await startOrderWith(changedInvitationFields);
  expect([hasStarted, cart?.meetUp ?? '', navigation]).toEqual([false, '', []]);
  expect(snackbars).toMatchObject([{ tone: 'error', text: expectedReason }]);
});

it.each(['2026-06-25T00:15:00+02:00', '2026-06-23T23:45:00+02:00'])(
  'C12 a meetup of another day in Berlin is an error of ours: %s',
  async (meetupDate) => {
    const { hasStarted, cart, events, snackbars } = await startOrderWith({ invitation: { date: meetupDate } });
    expect([hasStarted, cart]).toEqual([false, null]);
    expect(JSON.stringify(events)).toContain('InvitationNotToday');
    expect(snackbars).toMatchObject([{ tone: 'error' }]);
  },
);

it('counts the first minutes of the day in Berlin as today', async () => {
  expect(
    await startOrderWith({
      now: Date.parse('2026-06-24T00:05:00+02:00'),
      invitation: { date: '2026-06-23T22:30:00Z' },
    }),
  ).toMatchObject({ cart: { meetUp: 'treffen' } });
});

it('needs nobody’s answer for a meetup that was just made for the cart, and stays where it is', async () => {
  const { hasStarted, cart, navigation } = await startOrderWith({ isForCart: true, invitation: { status: 'pending' } });
  expect([hasStarted, cart?.meetUp, navigation]).toEqual([true, 'treffen', []]);
});

it.each([refuse(getInvitation, 'notFound'), failAsUnreachable(getInvitation), failAsUnreachable(getRestaurant)])(
  'says that it could not be had: %#',
  async (failureAnswer) => {
    const { hasStarted, cart, snackbars } = await startOrderWith({ answers: [failureAnswer] });
    expect([hasStarted, cart, snackbars.length]).toEqual([false, null, 1]);
  },
);
