import type { VersionInfo } from '@mahlzeit/contract';

/** Whether this web app may be used: `outdated` has to be loaded anew. */
export type Access = 'open' | 'maintenance' | 'outdated';

/** What a version info means for one version of the web app. */
export interface VersionCheck {
  readonly access: Access;
  /** The required version is missing or no version: that is logged and denies nobody the access (S1§4). */
  readonly isBadVersion: boolean;
}

const numbersOf = (version: string): readonly number[] | null =>
  /^\d+(\.\d+)*$/.test(version) ? version.split('.').map(Number) : null;

const isLower = (one: readonly number[], other: readonly number[]): boolean => {
  const at = other.findIndex((number, index) => number !== (one[index] ?? 0));
  return at >= 0 && (one[at] ?? 0) < (other[at] ?? 0);
};

/** The number before the first dot: version infos are stored by it. */
export const majorOf = (version: string): string => version.split('.', 1)[0] ?? '';

/** Compares by numbers: 5.0.10 is newer than 5.0.9. Maintenance comes first. */
export const checkVersion = ({ maintenance, requiredVersion }: VersionInfo, ownVersion: string): VersionCheck => {
  const required = requiredVersion === null ? null : numbersOf(requiredVersion.trim());
  const own = numbersOf(ownVersion);
  const isOutdated = required !== null && own !== null && isLower(own, required);
  return { access: maintenance ? 'maintenance' : isOutdated ? 'outdated' : 'open', isBadVersion: required === null };
};
