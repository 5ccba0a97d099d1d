import { routingNameCandidates, slugOf } from './naming-rules';

describe('slugOf', () => {
  it.each([
    ['Mensa Arcisstraße', 'mensa-arcisstrasse'],
    ['StuCafé Weihenstephan-Maximus', 'stucafe-weihenstephan-maximus'],
    ['Käthe’s Öfchen & Grüße', 'kaethes-oefchen-gruesse'],
    ['GROẞE ÄPFEL', 'grosse-aepfel'],
    ['Mu\u0308ller', 'mueller'],
    ['  ...Chez  Łukasz/№ 5... ', 'chez-lukasz-no-5'],
    ['寿司', ''],
  ])('writes %p as %p', (text, expectedSlug) => {
    expect(slugOf(text)).toBe(expectedSlug);
  });

  it('keeps an endless name short and without a hyphen at its end', () => {
    expect(slugOf(`${'a'.repeat(79)} b`)).toBe('a'.repeat(79));
  });
});

describe('routingNameCandidates', () => {
  const firstCandidates = (
    restaurantName: string,
    locality: string,
    candidateCount: number,
  ): (string | undefined)[] => {
    const nameCandidates = routingNameCandidates(restaurantName, locality);
    return Array.from({ length: candidateCount }, () => nameCandidates.next().value);
  };

  it('tries the name, the name with its town, then numbers', () => {
    expect(firstCandidates('Mensa', 'München', 4)).toEqual([
      'mensa',
      'mensa-muenchen',
      'mensa-muenchen-2',
      'mensa-muenchen-3',
    ]);
  });

  it('names no town twice', () => {
    expect(firstCandidates('FMI Bistro Garching', 'Garching', 2)).toEqual([
      'fmi-bistro-garching',
      'fmi-bistro-garching-2',
    ]);
  });

  it('finds a name in addresses for a name without usable characters', () => {
    expect(firstCandidates('寿司', '', 2)).toEqual(['lokal', 'lokal-2']);
  });
});
