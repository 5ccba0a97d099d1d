import { SHELL_CONTRACT_VERSION } from '../../platform/shell-contract';
import type { RemoteDeclaration, SessionView } from '../../platform/shell-contract';
import { sessionKinds, sessionViewOf } from '../scenario/session-kind';

const numbersOf = (version: string): readonly number[] => version.split('.').map(Number);

const isAtLeast = (version: readonly number[], least: readonly number[]): boolean => {
  for (const [index, wanted] of least.entries()) {
    const given = version[index] ?? 0;
    if (given !== wanted) return given > wanted;
  }
  return true;
};

/** Whether a version lies in a caret range `^1.2.0`: the same major, at least as new. Other ranges are not ours. */
export const isInCaretRange = (version: string, range: string): boolean => {
  if (!/^\^\d+\.\d+\.\d+$/.test(range)) return false;
  const [given, least] = [numbersOf(version), numbersOf(range.slice(1))];
  return given[0] === least[0] && isAtLeast(given, least);
};

const strangeParams: readonly (readonly string[])[] = [[], [''], ['a'], ['%', '../..', 'x'.repeat(500)], ['a', 'b', 'c', 'd', 'e']];
const sessions: readonly SessionView[] = sessionKinds.map((kind) => sessionViewOf(kind));

/** Holds that a declaration is one the shell can work with. */
export const describeDeclaration = ({ name, contract, screens, slots, commands }: RemoteDeclaration): void => {
  describe('declaration', () => {
    it('is named like the packages of remotes', () => {
      expect(name).toMatch(/^mf-[a-z]+$/);
    });

    it('was built for this contract of the shell', () => {
      expect({ contract, includes: isInCaretRange(SHELL_CONTRACT_VERSION, contract) }).toEqual({ contract, includes: true });
    });

    it('gives each screen a key of its own that fits an address', () => {
      const keys = screens.map(({ key }) => key);
      expect(new Set(keys).size).toBe(keys.length);
      for (const key of keys) expect(key).toMatch(/^[a-z]+$/);
    });

    it('has one main screen at most', () => {
      expect(screens.filter(({ region }) => region === 'main').length).toBeLessThanOrEqual(1);
    });

    for (const { key, isValid } of screens) {
      if (isValid !== undefined) it(`judges strange addresses of ${key} without breaking`, () => {
        for (const params of strangeParams) for (const session of sessions) expect(typeof isValid(params, session)).toBe('boolean');
      });
    }

    for (const [name, load] of Object.entries(slots)) {
      it(`has a component for the slot ${name}`, async () => {
        expect((await load()).default).toEqual(expect.anything());
      });
    }

    for (const [name, load] of Object.entries(commands)) {
      it(`has a handler for the command ${name}`, async () => {
        expect(typeof (await load()).default).toBe('function');
      });
    }
  });
};
