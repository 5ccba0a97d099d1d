/** Parts of a version, `5.0.1+0123456789ab`: the team's number, and the hash of the content. */
export interface VersionParts {
  readonly number: string;
  /** Hash with its plus sign; empty without one. */
  readonly hash: string;
}

/** Splits a version at its plus sign. */
export const versionParts = (version: string): VersionParts => {
  const plusIndex = version.indexOf('+');
  return plusIndex < 0
    ? { number: version, hash: '' }
    : { number: version.slice(0, plusIndex), hash: version.slice(plusIndex) };
};

/** Returns the number of a version; with its hash if the other version has the same number. */
export const shortVersionOf = (version: string, otherVersion: string): string => {
  const { number } = versionParts(version);
  return version !== otherVersion && number === versionParts(otherVersion).number ? version : number;
};
