import { ANY_VISITOR, chooseDelivery, isInShare, TICKET_COUNT } from './visitor';
import type { VisitorDelivery } from './visitor';

const aDelivery = (version: string, options: Partial<VisitorDelivery> = {}): VisitorDelivery => ({
  version,
  channel: 'stable',
  share: 100,
  isRollout: false,
  publishedAt: 1,
  ...options,
});

const allTickets = Array.from({ length: TICKET_COUNT }, (_, ticket) => ticket);

describe('isInShare', () => {
  it('contains exactly the share of all tickets', () => {
    for (const share of [1, 10, 33, 99, 100])
      expect(allTickets.filter((ticket) => isInShare(ticket, 'mf-social', share))).toHaveLength(share);
  });

  it('keeps every visitor of a smaller share', () => {
    for (const ticket of allTickets)
      if (isInShare(ticket, 'mf-social', 10)) expect(isInShare(ticket, 'mf-social', 11)).toBe(true);
  });

  it('begins with other visitors for another remote', () => {
    const firstTicketOf = (remoteName: string) => allTickets.find((ticket) => isInShare(ticket, remoteName, 1));
    expect(firstTicketOf('mf-social')).not.toBe(firstTicketOf('mf-ordering'));
  });
});

describe('chooseDelivery', () => {
  const stable = aDelivery('1', { share: 90 });
  const rollout = aDelivery('2', { share: 10, isRollout: true, publishedAt: 2 });
  const beta = aDelivery('3', { channel: 'beta', publishedAt: 3 });
  const [insideTicket, outsideTicket] = [
    allTickets.find((ticket) => isInShare(ticket, 'mf-social', 10)) ?? -1,
    allTickets.find((ticket) => !isInShare(ticket, 'mf-social', 10)) ?? -1,
  ];

  it.each([
    ['inside of the share', { ticket: insideTicket, channel: 'stable' }, [stable, rollout, beta], rollout],
    ['outside of the share', { ticket: outsideTicket, channel: 'stable' }, [stable, rollout, beta], stable],
    ['without a ticket', ANY_VISITOR, [stable, rollout, beta], stable],
    ['in beta', { ticket: insideTicket, channel: 'beta' }, [stable, rollout, beta], beta],
    ['in beta, whose remote has none', { ticket: outsideTicket, channel: 'beta' }, [stable, rollout], stable],
    [
      'in beta, whose release is older than the one of stable',
      { ticket: outsideTicket, channel: 'beta' },
      [aDelivery('4', { publishedAt: 4 }), beta],
      aDelivery('4', { publishedAt: 4 }),
    ],
    ['of a remote that only beta delivers', { ticket: null, channel: 'beta' }, [beta], null],
  ] as const)('chooses for a visitor %s', (_case, visitor, deliveries, chosen) => {
    expect(chooseDelivery('mf-social', deliveries, visitor)).toEqual(chosen);
  });
});
