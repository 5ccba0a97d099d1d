import type { SandboxState } from './state';

/** Secrets of the sandbox: made once, the same after a restart. */
export interface Secrets {
  /** The secret of that name; made where there is none yet. */
  getOrCreate(name: string, make: () => Promise<string> | string): Promise<string>;
}

interface SecretRow {
  readonly value: string;
}

/** Secrets in the sandbox's file. */
export const createSecrets = (state: SandboxState): Secrets => {
  const find = state.prepare<[string], SecretRow>('select value from secret where name = ?');
  const insert = state.prepare('insert or ignore into secret (name, value) values (?, ?)');

  return {
    async getOrCreate(name, make) {
      const found = find.get(name);
      if (found !== undefined) return found.value;
      // Whoever was faster has made the one that counts.
      insert.run(name, await make());
      return find.get(name)?.value ?? '';
    },
  };
};
