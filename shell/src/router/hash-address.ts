/** What the hash says: the key of a modal screen and its parameters, decoded. */
export interface ModalAddress {
  readonly key: string;
  readonly params: readonly string[];
}

// A segment cut in the middle of a pair of surrogates can't be encoded and would throw.
const loneSurrogates = /\p{Surrogate}/gu;

const encodeSegment = (segment: string): string => encodeURIComponent(segment.replace(loneSurrogates, '\uFFFD'));

const decodeSegment = (segment: string): string => {
  try {
    return decodeURIComponent(segment);
  } catch {
    // Somebody typed or cut the address: the raw text is the best reading of it.
    return segment;
  }
};

const withoutTrailingBlanks = (segments: readonly string[]): readonly string[] => {
  const last = segments.findLastIndex((segment) => segment !== '');
  return segments.slice(0, last + 1);
};

/** Splits a path or hash at its slashes and decodes each segment once; blanks at the end fall away. */
export const decodeSegments = (text: string): readonly string[] => withoutTrailingBlanks(text.split('/').map(decodeSegment));

/** Reads `#details/mensa`; null where no modal is named. */
export const parseHash = (hash: string): ModalAddress | null => {
  const [key, ...params] = decodeSegments(hash.replace(/^#/, ''));
  return key === undefined || key === '' ? null : { key, params };
};

/** Writes an address as a hash, each segment encoded for itself, so that a slash inside one survives. */
export const formatHash = ({ key, params }: ModalAddress): string =>
  `#${withoutTrailingBlanks([key, ...params]).map(encodeSegment).join('/')}`;

/** Whether two addresses lead to the same screen with the same parameters. */
export const isSameAddress = (one: ModalAddress | null, other: ModalAddress | null): boolean =>
  one === null || other === null ? one === other : formatHash(one) === formatHash(other);
