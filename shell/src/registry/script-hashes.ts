import type { Registry } from '@mahlzeit/contract';

/** Every script that this page may run, by absolute path, with its integrity value. */
export const scriptHashesOf = ({ scripts, remotes }: Pick<Registry, 'scripts' | 'remotes'>): ReadonlyMap<string, string> =>
  new Map([scripts, ...remotes.map(({ files }) => files)].flatMap((files) => Object.entries(files)));
