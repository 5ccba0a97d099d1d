import { aContact, aContactGroup } from '@mahlzeit/contract/fixtures';
import { byName, membersOf } from './contact-rules';

it('orders names as Germans do', () => {
  const names = ['Zoe', 'Özlem', 'Ökuzhan', 'Oskar', 'anna', 'Ärmel'].map((name) => ({ name }));
  expect(names.sort(byName).map(({ name }) => name)).toEqual(['anna', 'Ärmel', 'Ökuzhan', 'Oskar', 'Özlem', 'Zoe']);
});

it('names the people of a group, deleted ones last and without a name', () => {
  const group = aContactGroup({ members: ['weg', 'zoe', 'geloescht', 'anna'] });
  const contacts = [aContact({ key: 'zoe', name: 'Zoe' }), aContact({ key: 'anna', name: 'Anna', photoURL: '/media/anna' }), aContact({ key: 'geloescht', name: 'Dana', status: 'deleted' })];
  expect(membersOf(group, contacts)).toEqual([
    { key: 'anna', name: 'Anna', photoURL: '/media/anna' },
    { key: 'zoe', name: 'Zoe', photoURL: null },
    { key: 'weg', name: null, photoURL: null },
    { key: 'geloescht', name: null, photoURL: null },
  ]);
});
