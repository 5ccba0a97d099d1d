import { splitAddress } from './address-rules';

describe('splitAddress', () => {
  it.each([
    ['Arcisstraße 17, München', ['Arcisstraße', '17', '', 'München']],
    ['Arcisstraße 12, 80333 München', ['Arcisstraße', '12', '80333', 'München']],
    ['Leopoldstraße 13a, München', ['Leopoldstraße', '13a', '', 'München']],
    ['Großhaderner Straße 44, Plategg', ['Großhaderner Straße', '44', '', 'Plategg']],
    ['Großhadernerstr. 9a, 82152 Planegg-Martinsried', ['Großhadernerstr.', '9a', '82152', 'Planegg-Martinsried']],
    ['Butenandtstraße 13, Gebäude F, München', ['Butenandtstraße', '13, Gebäude F', '', 'München']],
    ['Maximus-von-Imhof-Forum 5, 85354 Freising', ['Maximus-von-Imhof-Forum', '5', '85354', 'Freising']],
    ['Straße des 17. Juni 135, 10623 Berlin', ['Straße des 17. Juni', '135', '10623', 'Berlin']],
    ['Hauptstraße 12-14, 1010 Wien', ['Hauptstraße', '12-14', '1010', 'Wien']],
    ['Hauptstraße 12 b – 14 c, 8001 Zürich', ['Hauptstraße', '12 b – 14 c', '8001', 'Zürich']],
    ['Am Markt, 20095 Hamburg', ['Am Markt', '', '20095', 'Hamburg']],
    ['Arcisstraße 17', ['Arcisstraße', '17', '', '']],
    ['80333 München', ['', '', '80333', 'München']],
    [' Schulgasse  22 ,94315 Straubing ', ['Schulgasse', '22', '94315', 'Straubing']],
    ['', ['', '', '', '']],
  ])('splits %p', (line, [street, streetNumber, postalCode, locality]) => {
    expect(splitAddress(line)).toEqual({ placeId: null, street, streetNumber, postalCode, locality });
  });
});
