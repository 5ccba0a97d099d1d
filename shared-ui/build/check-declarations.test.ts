import { checkDeclarations } from './check-declarations';
import type { ReadDeclaration } from './read-declaration';
import { NO_ENTRIES } from './read-entries';

const aDeclaration = (name: string, overrides: Partial<ReadDeclaration> = {}): ReadDeclaration => ({
  name,
  contract: '^3.9.0',
  screens: [],
  mainScreen: null,
  slots: [],
  commands: [],
  entries: NO_ENTRIES,
  ...overrides,
});

const part = (name: string) => ({ name, source: `/${name}.ts` });

describe('names of several remotes', () => {
  it('may differ', () => {
    const one = aDeclaration('mf-one', { screens: [{ ...part('orders'), access: 'anyone' }], slots: [part('a/b')] });
    const two = aDeclaration('mf-two', { screens: [{ ...part('order'), access: 'anyone' }], commands: [part('a/b')] });
    expect(checkDeclarations([one, two])).toEqual([]);
  });

  it.each<[string, Partial<ReadDeclaration>]>([
    ['screen orders', { screens: [{ ...part('orders'), access: 'anyone' }] }],
    ['slot a/b', { slots: [part('a/b')] }],
    ['command a/b', { commands: [part('a/b')] }],
    ['reserved address login', { entries: { ...NO_ENTRIES, reserved: { login: ['orders'] } } }],
    ['path /o', { entries: { ...NO_ENTRIES, paths: { o: 'orders' } } }],
    ['notification kind message', { entries: { ...NO_ENTRIES, notifications: { message: 'visited' } } }],
  ])('never claim the same %s', (claim, overrides) => {
    expect(checkDeclarations([aDeclaration('mf-one', overrides), aDeclaration('mf-two', overrides)])).toEqual([
      `mf-one and mf-two both declare the ${claim}: rename one`,
    ]);
  });
});
