/**
 * Parts of a release's version, `5.0.1+0123456789ab`: the number that the team has chosen, and the hash of the content.
 */
export interface VersionParts {
  readonly number: string;
  /** Hash of the release's content with the plus sign before it; empty if the version has none. */
  readonly hash: string;
}

/** Splits a version into its parts at the plus sign. */
export const versionParts = (version: string): VersionParts => {
  const plusIndex = version.indexOf('+');
  return plusIndex < 0
    ? { number: version, hash: '' }
    : { number: version.slice(0, plusIndex), hash: version.slice(plusIndex) };
};

/** Returns the number of a version; together with its hash if the other version has the same number. */
export const shortVersionOf = (version: string, otherVersion: string): string => {
  const { number } = versionParts(version);
  return version !== otherVersion && number === versionParts(otherVersion).number ? version : number;
};
