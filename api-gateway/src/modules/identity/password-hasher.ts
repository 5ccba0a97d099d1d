import { hash, verify } from '@node-rs/argon2';

/** What a password costs to check. */
export interface PasswordCost {
  /** KiB of memory. */
  readonly memoryCost: number;
  readonly timeCost: number;
}

/** OWASP's first choice for argon2id: 19 MiB, two passes, one lane. */
export const productionCost: PasswordCost = { memoryCost: 19_456, timeCost: 2 };

/** Hashes and checks passwords with argon2id, off the main thread. */
export interface PasswordHasher {
  hash(password: string): Promise<string>;
  /** Without a hash it works as long and returns false, so that time does not tell who has an account. */
  verify(password: string, passwordHash: string | null): Promise<boolean>;
}

/** A hasher of that cost. */
export const createPasswordHasher = (cost: PasswordCost): PasswordHasher => {
  const options = { ...cost, parallelism: 1 };
  let decoy: Promise<string> | null = null;
  return {
    hash: (password) => hash(password, options),
    async verify(password, passwordHash) {
      if (passwordHash !== null) return verify(passwordHash, password);
      decoy ??= hash('no account has this one', options);
      await verify(await decoy, password);
      return false;
    },
  };
};
