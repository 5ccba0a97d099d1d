import type { FileAnswer, Order } from '@mahlzeit/contract';
import texts from '../../../../locales/de.json';
import { fillText, writeCalendar } from '../../../platform';
import { formatAddressLine } from '../../discovery';

interface OrderCalendarDeps {
  readonly publicUrl: string;
  readonly now: number;
}

const CALENDAR_FILE_NAME = 'bestellung.ics';

/** Returns the property SEQUENCE of an order's calendar file: the acceptance and each refund raise it by one. */
const sequenceOf = ({ refunded, accepted }: Order): number => refunded.length + (accepted ? 1 : 0);

/**
 * Writes an order as a calendar file, with the restaurant and the number that the diner says there. Returns null if the
 * restaurant no longer exists.
 */
export const writeOrderCalendar = (order: Order, { publicUrl, now }: OrderCalendarDeps): FileAnswer | null => {
  const { restaurant } = order;
  if (restaurant === null) return null;
  const isFullyRefunded =
    order.totalPrice === order.refunded.reduce((refundedSum, { amount }) => refundedSum + amount, 0);
  const url = `${publicUrl}/restaurants#order/${order.key}`;
  const calendarContent = writeCalendar(
    {
      key: order.key,
      sequence: sequenceOf(order),
      startsAt: order.meetUpDate,
      summary: fillText(texts.orderCalendarSummary, { place: restaurant.name }),
      description: fillText(texts.orderCalendarDescription, {
        kind: order.isTakeAway ? texts.meetupTakeAway : texts.meetupInHouse,
        number: order.orderId,
        url,
      }),
      place: { name: restaurant.name, address: formatAddressLine(restaurant), location: restaurant.location },
      url,
      status: isFullyRefunded ? 'CANCELLED' : 'CONFIRMED',
    },
    { method: isFullyRefunded ? 'CANCEL' : 'PUBLISH', product: 'Bestellung', publicUrl, now },
  );
  return { bytes: new TextEncoder().encode(calendarContent), name: CALENDAR_FILE_NAME };
};
