import type { Restaurant } from '@mahlzeit/contract';
import type { OsmTags } from './osm-element';
import { textOfTag } from './osm-text-rules';

type Contact = Restaurant['data']['contact'];

// „089 / 123-0 oder 0170 …“: a new number begins behind a separator with + or 0, while „089/12345“ is one.
const NEXT_NUMBER = /\s*(?:[;,|]|\s\/\s|\s(?:oder|und|or|and)\s)\s*(?=\(?\+|\(?0)|\s*;\s*/i;
const FEWEST_DIGITS = 5;

/** The first phone number of a tag as people write it; null for what is none. */
export const cleanPhone = (text: string): string | null => {
  const [first = ''] = text.split(NEXT_NUMBER).filter(Boolean);
  const number = first
    .replace(/^[^+\d(]+/, '')
    .replace(/[–—−]/g, '-')
    .replace(/^\++/, '+')
    .replace(/^\(\+(\d+)\)/, '+$1')
    .replace(/^00(?=[1-9])/, '+')
    .replace(/[^\d)]+$/, '')
    .replace(/\s+/g, ' ');
  const digits = number.replace(/\D/g, '').length;
  return digits < FEWEST_DIGITS || digits > 20 || /\p{L}{2}/u.test(number) ? null : number;
};

const HOST = /^(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}$/u;
const SCHEME = /^https?:\/*/i;
// What a link never needs, and what breaks out of one.
const UNSAFE = /["'<>\\]/;
// A colon that no port follows: „javascript:“, „mailto:“.
const OTHER_SCHEME = /^[a-z][a-z0-9+.-]*:(?!\d)/i;

/** The first web address of a tag with its scheme; null for what is none. */
export const cleanWebsite = (text: string): string | null => {
  const [first = ''] = text.split(/[\s;]+|,(?=\s|https?:|www\.)/i).filter(Boolean);
  const scheme = /^https:/i.test(first) || !SCHEME.test(first) ? 'https' : 'http';
  const rest = first.replace(SCHEME, '');
  const address = `${scheme}://${rest}`;
  if (!URL.canParse(address) || OTHER_SCHEME.test(rest) || UNSAFE.test(rest)) return null;
  const { hostname, username, password } = new URL(address);
  const host = /^https?:\/\/([^/?#:]+)/i.exec(address)?.[1] ?? '';
  return username === '' && password === '' && (HOST.test(hostname) || HOST.test(host)) ? address : null;
};

const cleanEmail = (text: string): string | null => /^[^\s;,@]+@[^\s;,@]+\.[^\s;,@]+/.exec(text)?.[0] ?? null;

/** How guests reach a place; `onBroken` hears of what stands there and can't be used. */
export const contactOf = (tags: OsmTags, onBroken: (text: string) => void): Contact => {
  const read = (clean: (text: string) => string | null, ...keys: string[]): string | null => {
    const texts = keys.map((key) => textOfTag(tags, key)).filter(Boolean);
    for (const text of texts) {
      const value = clean(text);
      if (value !== null) return value;
    }
    for (const text of texts) onBroken(text);
    return null;
  };
  return {
    phoneNumber: read(cleanPhone, 'phone', 'contact:phone', 'contact:mobile', 'mobile'),
    email: read(cleanEmail, 'email', 'contact:email'),
    web: read(cleanWebsite, 'website', 'contact:website', 'url'),
    reservationUrl: read(cleanWebsite, 'website:reservation', 'reservation:website', 'website:booking'),
  };
};
