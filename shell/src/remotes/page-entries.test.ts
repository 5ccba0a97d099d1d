/** @page */
import { aDrawerEntry, aPageWithEntries } from '../fake-entries';
import { readPageEntries } from './page-entries';

const emptyEntries = { titles: {}, drawer: [], notifications: {} };

describe('the entries of a page', () => {
  it('join those of all remotes; the first one of a name counts', () => {
    const [firstEntry, duplicateEntry, contactsEntry] = [
      aDrawerEntry({ label: 'a' }),
      aDrawerEntry({ label: 'b' }),
      aDrawerEntry({ screen: 'contacts' }),
    ];
    const { screenLabel, drawer, endOf } = readPageEntries(
      aPageWithEntries(
        { titles: { details: 'Lokal' }, drawer: [firstEntry], notifications: { contact: 'shown', message: 'visited' } },
        {
          titles: { details: 'Zweites', orders: 'Bestellungen' },
          drawer: [duplicateEntry, contactsEntry],
          notifications: { message: 'shown', probe: 'visited' },
        },
      ),
    );
    expect([screenLabel('details'), screenLabel('orders')]).toEqual(['Lokal', 'Bestellungen']);
    expect(drawer).toEqual([firstEntry, contactsEntry]);
    expect([endOf('contact'), endOf('message'), endOf('probe')]).toEqual(['shown', 'visited', 'visited']);
  });

  it.each([
    [['details', 'mensa', 'cart'], true],
    [['details', 'mensa', 'cart', 'card'], true],
    [['paymentoptions'], true],
    [['details', 'mensa'], false],
    [['details'], false],
    [['details', 'mensa', 'invitation'], false],
    [['orders'], false],
  ])('know whether news wait at %j: %s', ([key = '', ...params], isQuiet) => {
    const entries = readPageEntries(
      aPageWithEntries({ ...emptyEntries, quiet: ['details/*/cart', 'paymentoptions'] }, emptyEntries),
    );
    expect(entries.isQuiet({ key, params })).toBe(isQuiet);
  });

  it('know no title of other screens, and end other notifications once they are shown', () => {
    const { screenLabel, endOf } = readPageEntries(aPageWithEntries(emptyEntries));
    expect([screenLabel('constructor'), endOf('constructor'), endOf('fromANewerGateway')]).toEqual([
      null,
      'shown',
      'shown',
    ]);
  });

  it.each([
    ['of an older gateway', document.implementation.createHTMLDocument()],
    ['with another form of entries', aPageWithEntries(JSON.parse('{ "titles": 1 }'))],
  ])('are none in a page %s', (_caseName, page) => {
    const { screenLabel, drawer, endOf } = readPageEntries(page);
    expect([screenLabel('details'), drawer, endOf('message')]).toEqual([null, [], 'shown']);
  });
});
