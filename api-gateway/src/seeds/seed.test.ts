import { addDays } from '@mahlzeit/contract/rules';
import type { OwnRestaurant } from '../modules/discovery';
import { planRenewal, renewedPlace } from './seed';

const seededWeek = { from: '2026-06-24', until: '2026-07-01' };

describe('planRenewal', () => {
  it('adds everything to a new database', () => {
    expect(planRenewal(null, '2026-06-24', 3)).toEqual({
      seededDays: { from: '2026-06-24', until: '2026-06-26' },
      newDays: ['2026-06-24', '2026-06-25', '2026-06-26'],
    });
  });

  it.each([
    ['a day later', '2026-06-25', { from: '2026-06-25', until: '2026-07-02' }, ['2026-07-02']],
    ['two days later', '2026-06-26', { from: '2026-06-26', until: '2026-07-03' }, ['2026-07-02', '2026-07-03']],
    [
      'on the last laid day',
      '2026-07-01',
      { from: '2026-07-01', until: '2026-07-08' },
      ['2026-07-02', '2026-07-03', '2026-07-04', '2026-07-05', '2026-07-06', '2026-07-07', '2026-07-08'],
    ],
    ['a day back', '2026-06-23', { from: '2026-06-23', until: '2026-07-01' }, ['2026-06-23']],
    ['the same day', '2026-06-24', seededWeek, []],
  ])('adds missing days %s', (_title, today, expectedSeededDays, expectedNewDays) => {
    expect(planRenewal(seededWeek, today, 8)).toEqual({ seededDays: expectedSeededDays, newDays: expectedNewDays });
  });

  it.each(['2026-08-03', '2025-01-01'])('begins anew after a jump to %s', (today) => {
    const renewalPlan = planRenewal(seededWeek, today, 8);
    expect([renewalPlan.seededDays, renewalPlan.newDays.length]).toEqual([
      { from: today, until: addDays(today, 7) },
      8,
    ]);
  });
});

describe('renewedPlace', () => {
  const createPlace = (placeFields: Partial<OwnRestaurant>): OwnRestaurant => ({
    key: 'k',
    name: 'Krug',
    routingName: 'krug',
    type: 'Restaurant',
    logo: null,
    tagIds: [],
    hasPayment: false,
    media: [],
    openingHoursText: null,
    orderForerunMinutes: 0,
    onlyTakeAway: false,
    ordersPausedUntil: null,
    companyId: null,
    address: { placeId: null, street: '', streetNumber: '', postalCode: '', locality: '' },
    location: { latitude: 53.55, longitude: 9.99 },
    openingHours: { 1: [], 2: [], 3: [], 4: [], 5: [], 6: [], 7: [] },
    lunchTimes: { 1: [], 2: [], 3: [], 4: [], 5: [], 6: [], 7: [] },
    data: {
      description: '',
      contact: { phoneNumber: null, email: null, web: null, reservationUrl: null },
      meanPrice: null,
      details: {
        wifi: null,
        paymentEC: null,
        paymentVS: null,
        paymentMC: null,
        paymentDC: null,
        paymentAE: null,
        paymentPP: null,
        paymentGP: null,
        paymentAP: null,
        paymentCash: null,
        sodexo: null,
        ticketRestaurant: null,
        handicap: null,
        parkingExternal: null,
        parkingRestaurant: null,
        smokingOutside: null,
        smokingInside: null,
        seatsOutside: null,
      },
    },
    restTime: null,
    activeSince: null,
    premiumStart: null,
    premiumEnd: null,
    ...placeFields,
  });

  it("changes the fields of the day, and keeps users' changes", () => {
    const previousPlace = createPlace({ activeSince: '2026-05-01', premiumStart: '2026-05-01' });
    const targetPlace = createPlace({ activeSince: '2026-06-01', premiumStart: '2026-06-01' });
    expect(renewedPlace(previousPlace, previousPlace, targetPlace)).toEqual(targetPlace);
    expect(
      renewedPlace({ ...previousPlace, name: 'Neuer Krug', premiumStart: null }, previousPlace, targetPlace),
    ).toEqual({
      ...targetPlace,
      name: 'Neuer Krug',
      premiumStart: null,
    });
  });

  it('returns null when nothing changes or all was changed by users', () => {
    const unchangedPlace = createPlace({ activeSince: '2026-05-01' });
    expect([
      renewedPlace(unchangedPlace, unchangedPlace, unchangedPlace),
      renewedPlace(createPlace({ activeSince: null }), unchangedPlace, createPlace({ activeSince: '2026-06-01' })),
    ]).toEqual([null, null]);
  });
});
