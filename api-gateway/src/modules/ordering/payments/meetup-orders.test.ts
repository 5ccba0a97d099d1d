import { Invitation, Order } from '@mahlzeit/contract';
import { outcomeOf, messagesTo } from '../../identity/testing/people';
import { chargedFor, createOrderingDiner } from '../testing/counter';
import type { OrderingDiner } from '../testing/counter';
import { insertMeetup } from '../testing/meetup';
import { MINUTE_MS, openPaymentTestContext } from '../testing/payment-test-context';

const testContext = openPaymentTestContext();
const { challenged, withPaypal, approve, confirm, askFor, capture } = testContext;

type GuestStatus = NonNullable<Parameters<typeof insertMeetup>[1]['guestStatus']>;

/**
 * Creates a meetup of the test's diner and another user, with the diner as owner or guest. Returns its key and the
 * other user.
 */
const createMeetup = async (isOwner: boolean, guestStatus: GuestStatus) => {
  const otherDiner = await createOrderingDiner(testContext.gateway);
  const meetupKey = `treffen-${testContext.diner.uid}`;
  await insertMeetup(testContext.gateway, {
    key: meetupKey,
    date: testContext.gateway.clock.now() + 60 * MINUTE_MS,
    attendees: isOwner ? [testContext.diner, otherDiner] : [otherDiner, testContext.diner],
    guestStatus,
  });
  return { meetupKey, otherDiner };
};
const orderOfMeetup = async (meetupKey: string): Promise<string | null> =>
  Invitation.parse((await testContext.diner.call('GET', `/api/invitations/${meetupKey}`)).body).order;
const answerMeetup = (person: OrderingDiner, meetupKey: string, status: string) =>
  person.call('PATCH', `/api/invitations/${meetupKey}`, { status });
const mailTextOf = async ({ email }: OrderingDiner): Promise<string> =>
  (await messagesTo(testContext.gateway, email)).map(({ text }) => text).join();

describe('an order for a meetup', () => {
  it('is taken by its owner while the only guest is undecided, and belongs to the meetup', async () => {
    const { meetupKey } = await createMeetup(true, 'pending');
    const { orderKey } = await testContext.diner.placeOrder(testContext.diner.form({ meetUp: meetupKey }));
    expect([await testContext.diner.order(orderKey), await orderOfMeetup(meetupKey)]).toMatchObject([
      { meetUp: meetupKey, isMeetUpLost: false },
      orderKey,
    ]);
  });

  it.each([
    ['the diner hasn’t answered', false, 'pending'],
    ['the diner has declined', false, 'declined'],
    ['all guests have declined', true, 'declined'],
  ] as const)('is refused where %s', async (_what, isOwner, guestStatus) => {
    const { meetupKey } = await createMeetup(isOwner, guestStatus);
    expect(outcomeOf(await testContext.diner.place(testContext.diner.form({ meetUp: meetupKey })))).toEqual([
      404,
      'notFound',
    ]);
  });

  it('stays where its only guest declines while it is paid by card: the link goes, and page and mail say so', async () => {
    const { meetupKey, otherDiner } = await createMeetup(true, 'accepted');
    const order = await testContext.diner.placeOrder(challenged({ meetUp: meetupKey }));
    expect((await answerMeetup(otherDiner, meetupKey, 'declined')).status).toBe(200);
    await confirm(order);
    expect(Order.parse((await askFor(order)).body)).toMatchObject({
      paymentStatus: 'SUCCEEDED',
      meetUp: '',
      isMeetUpLost: true,
    });
    expect([await chargedFor(testContext.gateway, order.orderKey), await orderOfMeetup(meetupKey)]).toEqual([
      890,
      null,
    ]);
    expect(await mailTextOf(testContext.diner)).toContain('Dein Essen bleibt bestellt.');
  });

  it('stays where its diner declines while they pay with PayPal', async () => {
    const { meetupKey } = await createMeetup(false, 'accepted');
    const order = await testContext.diner.placeOrder(withPaypal({ meetUp: meetupKey }));
    await answerMeetup(testContext.diner, meetupKey, 'declined');
    await approve(order);
    expect(Order.parse((await capture(order)).body)).toMatchObject({ paymentStatus: 'SUCCEEDED', isMeetUpLost: true });
    expect(await chargedFor(testContext.gateway, order.orderKey)).toBe(890);
  });
});
