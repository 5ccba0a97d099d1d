import { checkDeclarations } from './check-declarations';
import type { ReadDeclaration } from './read-declaration';
import { NO_ENTRIES } from './read-entries';

const createDeclaration = (remoteName: string, overrides: Partial<ReadDeclaration> = {}): ReadDeclaration => ({
  name: remoteName,
  contract: '^3.9.0',
  screens: [],
  mainScreen: null,
  slots: [],
  commands: [],
  entries: NO_ENTRIES,
  ...overrides,
});

const createPart = (partName: string) => ({ name: partName, source: `/${partName}.ts` });

describe('names of several remotes', () => {
  it('may differ', () => {
    const firstDeclaration = createDeclaration('mf-one', {
      screens: [{ ...createPart('orders'), access: 'anyone' }],
      slots: [createPart('a/b')],
    });
    const secondDeclaration = createDeclaration('mf-two', {
      screens: [{ ...createPart('order'), access: 'anyone' }],
      commands: [createPart('a/b')],
    });
    expect(checkDeclarations([firstDeclaration, secondDeclaration])).toEqual([]);
  });

  it.each<[string, Partial<ReadDeclaration>]>([
    ['screen orders', { screens: [{ ...createPart('orders'), access: 'anyone' }] }],
    ['slot a/b', { slots: [createPart('a/b')] }],
    ['command a/b', { commands: [createPart('a/b')] }],
    ['reserved address login', { entries: { ...NO_ENTRIES, reserved: { login: ['orders'] } } }],
    ['path /o', { entries: { ...NO_ENTRIES, paths: { o: 'orders' } } }],
    ['notification kind message', { entries: { ...NO_ENTRIES, notifications: { message: 'visited' } } }],
  ])('never claim the same %s', (sharedClaim, overrides) => {
    expect(checkDeclarations([createDeclaration('mf-one', overrides), createDeclaration('mf-two', overrides)])).toEqual(
      [`mf-one and mf-two both declare the ${sharedClaim}: rename one`],
    );
  });
});
