import { defineRemoteDeclaration } from '../../platform/shell/shell-contract';
import { defineShellEntries } from '../../shell-entries';
import type { ShellEntries } from '../../shell-entries';
import { isInCaretRange, problemsOfEntries } from './check-declaration';

describe('caret range', () => {
  it.each([
    ['1.0.0', '^1.0.0', true],
    ['1.4.2', '^1.2.9', true],
    ['1.2.0', '^1.2.1', false],
    ['2.0.0', '^1.0.0', false],
    ['1.0.0', '1.0.0', false],
    ['1.0.0', '*', false],
  ])('%s in %s: %s', (version, range, expectedResult) => {
    expect(isInCaretRange(version, range)).toBe(expectedResult);
  });
});

describe('entries for the shell', () => {
  const neverSettle = (): Promise<never> => new Promise(() => undefined);
  const validRemote = defineRemoteDeclaration({
    name: 'mf-probe',
    contract: '^3.9.0',
    screens: [
      { key: 'main', region: 'main', access: 'anyone', load: neverSettle },
      { key: 'probe', region: 'modal', access: 'anyone', load: neverSettle },
    ],
    slots: {},
    commands: {},
  });
  const validEntries: ShellEntries = { screens: { probe: { title: 'Probe' } } };

  it('fit the declaration', () => {
    const fullEntries = defineShellEntries(
      { Title_probe: 'Probe' },
      {
        screens: { probe: { title: 'Title_probe', drawer: { section: 'service', order: 1, icon: 'flask-conical' } } },
        reserved: { download: ['probe'] },
        paths: { probe: 'probe', r: 'probe' },
        notifications: { probeReady: 'visited' },
      },
    );
    expect(fullEntries.screens['probe']?.title).toBe('Probe');
    expect(problemsOfEntries(validRemote, fullEntries)).toEqual([]);
  });

  it.each<[string, ShellEntries]>([
    ['screen probe has no title in its entries', { screens: {} }],
    [
      'the entry main leads to main, which is no modal screen of the remote',
      { screens: { ...validEntries.screens, main: { title: 'Liste' } } },
    ],
    [
      'the reserved address login leads to other, which is no modal screen of the remote',
      { ...validEntries, reserved: { login: ['other'] } },
    ],
    ['the path /p leads to other, which is no modal screen of the remote', { ...validEntries, paths: { p: 'other' } }],
    ["the path /a/b doesn't fit an address", { ...validEntries, paths: { 'a/b': 'probe' } }],
    ['the path /api belongs to the gateway or the shell', { ...validEntries, paths: { api: 'probe' } }],
    [
      'the kind new message of a notification is not like newMessage',
      { ...validEntries, notifications: { 'new message': 'shown' } },
    ],
  ])('are refused: %s', (expectedProblem, brokenEntries) => {
    expect(problemsOfEntries(validRemote, brokenEntries)).toEqual([expectedProblem]);
  });
});
