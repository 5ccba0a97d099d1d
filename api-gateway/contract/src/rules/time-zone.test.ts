import { execFileSync } from 'node:child_process';

/** Script that runs in a separate process with another time zone, because a running process can't change its zone. */
const probeScript = `
  import { berlinDay, startOfDay, withDerivedFields } from './src/rules/index.ts';
  import { aRestaurant, aWeek, anOffer } from './src/fixtures/index.ts';
  const instants = ['2026-06-23T22:00:00Z', '2026-06-23T23:59:59Z', '2026-06-24T21:59:59Z', '2027-03-28T00:30:00Z', '2027-10-31T00:30:00Z', '2027-10-31T01:30:00Z', '2027-10-31T23:00:00Z'];
  const restaurant = aRestaurant({
    openingHours: aWeek({ 2: ['22:00-02:00'], 6: ['22:00-02:30'] }),
    offers: [anOffer({ key: 'dienstag', date: '2026-06-23' }), anOffer({ key: 'mittwoch', date: '2026-06-24' })],
    premiumStart: '2026-06-24', premiumEnd: '2026-06-24',
  });
  const seen = instants.map((instant) => {
    const { offers, isOpenNow, isPremium, dayState } = withDerivedFields(restaurant, Date.parse(instant));
    return [instant, berlinDay(Date.parse(instant)), offers.map(({ key }) => key).join(), isOpenNow, isPremium, dayState];
  });
  console.log(JSON.stringify({ zone: Intl.DateTimeFormat().resolvedOptions().timeZone, midnight: startOfDay('2026-06-24'), seen }));
`;

const runProbeIn = (timeZone: string): unknown =>
  JSON.parse(
    execFileSync(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', probeScript], {
      cwd: `${__dirname}/../..`,
      env: { ...process.env, TZ: timeZone },
      encoding: 'utf8',
    }),
  );

describe('rules in a process in another zone', () => {
  it.each(['Asia/Tokyo', 'America/Los_Angeles', 'Europe/Berlin'])("T07 use Berlin's day in %s", (timeZone) => {
    expect(runProbeIn(timeZone)).toEqual({
      zone: timeZone,
      midnight: Date.parse('2026-06-23T22:00:00Z'),
      seen: [
        ['2026-06-23T22:00:00Z', '2026-06-24', 'mittwoch', true, true, 'open'],
        ['2026-06-23T23:59:59Z', '2026-06-24', 'mittwoch', true, true, 'open'],
        ['2026-06-24T21:59:59Z', '2026-06-24', 'mittwoch', false, true, 'restDay'],
        ['2027-03-28T00:30:00Z', '2027-03-28', '', true, false, 'noLunch'],
        ['2027-10-31T00:30:00Z', '2027-10-31', '', false, false, 'restDay'],
        ['2027-10-31T01:30:00Z', '2027-10-31', '', false, false, 'restDay'],
        ['2027-10-31T23:00:00Z', '2027-11-01', '', false, false, 'restDay'],
      ],
    });
  });
});
