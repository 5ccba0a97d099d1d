import * as z from '@mahlzeit/contract/zod';

/** Either a value or an expected error. Unexpected errors are thrown instead. */
export type Result<T, E> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: E };

/** Wraps a value as a successful `Result`. */
export const ok = <T>(value: T): Result<T, never> => ({ ok: true, value });

/** Wraps an expected error as a failed `Result`. */
export const err = <E>(error: E): Result<never, E> => ({ ok: false, error });

/** Opaque, URL-safe identifier. A key that the server generates has at least 96 random bits. */
export const Key = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,64}$/));
export type Key = z.infer<typeof Key>;

/**
 * A key in a request, by which an object is looked up. The text may have any form: a text that can't be a key gets 404,
 * like an unknown key.
 */
export const LookupKey = z.string().check(z.minLength(1), z.maxLength(200));
export type LookupKey = z.infer<typeof LookupKey>;

/** Maximum number of rows in the response, 1 to 50. */
export const PageLimit = z.pipe(
  z.pipe(z.string().check(z.regex(/^\d{1,2}$/)), z.transform(Number)),
  z.number().check(z.gte(1), z.lte(50)),
);

// First day that the product accepts; all years have four digits. The first and the last day of these years are left
// out, because the day in Berlin or the next midnight of an instant could have another number of digits.
const FIRST_DAY = '0000-01-02';
const LAST_DAY = '9999-12-30';
const FIRST_MS = Date.parse(`${FIRST_DAY}T00:00:00Z`);
const LAST_MS = Date.parse(`${LAST_DAY}T00:00:00Z`);

/** An instant as epoch milliseconds, in a year of four digits. */
export const Ms = z.int().check(z.gte(FIRST_MS), z.lte(LAST_MS));
export type Ms = z.infer<typeof Ms>;

/** An instant in ISO 8601 with an offset, `2026-06-24T12:30:00+02:00`, in a year of four digits. */
export const IsoInstant = z.iso.datetime({ offset: true }).check(
  z.refine((text) => {
    const instant = Date.parse(text);
    return instant >= FIRST_MS && instant <= LAST_MS;
  }),
);
export type IsoInstant = z.infer<typeof IsoInstant>;

/** A real calendar day in Europe/Berlin, `YYYY-MM-DD`. */
export const Day = z.iso.date().check(z.refine((day) => day >= FIRST_DAY && day <= LAST_DAY));
export type Day = z.infer<typeof Day>;

/** Start of a period as a time of day: `HH:mm` from 00:00 to 23:59. */
export const StartTime = z.string().check(z.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/));
export type StartTime = z.infer<typeof StartTime>;

/** End of a period as a time of day: `HH:mm`; 24:00 is the end of the day. */
export const EndTime = z.string().check(z.regex(/^(?:(?:[01]\d|2[0-3]):[0-5]\d|24:00)$/));
export type EndTime = z.infer<typeof EndTime>;

/** An amount of money in integer euro cents. */
export const Cents = z.int();
export type Cents = z.infer<typeof Cents>;

/** Language as two lower-case letters, for example `de`. */
export const Lang = z.string().check(z.regex(/^[a-z]{2}$/));
export type Lang = z.infer<typeof Lang>;

/**
 * Release channels. Every visitor gets the releases of `stable`, unless they choose `beta`, to which a team publishes
 * what it wants to try first.
 */
export const ReleaseChannel = z.enum(['stable', 'beta']);
export type ReleaseChannel = z.infer<typeof ReleaseChannel>;

/** A text in several languages; always contains German. */
export const Texts = z.catchall(
  z.object({
    /** The text in German, which is always present. */
    de: z.string(),
  }),
  z.string(),
);
export type Texts = z.infer<typeof Texts>;

/** A point on earth in degrees (WGS 84). */
export const Coordinate = z.object({
  /** Degrees north, -90 to 90. */
  latitude: z.number().check(z.gte(-90), z.lte(90)),
  /** Degrees east, -180 to 180. */
  longitude: z.number().check(z.gte(-180), z.lte(180)),
});
export type Coordinate = z.infer<typeof Coordinate>;

/** Raw bytes of a file: the body of routes that don't take JSON. */
export const FileBytes = z.custom<Uint8Array>((value) => value instanceof Uint8Array);
export type FileBytes = z.infer<typeof FileBytes>;

/** Response of a write that returns no data. */
export const Empty = z.object({});
export type Empty = z.infer<typeof Empty>;
