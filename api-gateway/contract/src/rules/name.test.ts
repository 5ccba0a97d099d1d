import { cleanName, validateNewName, NAME_MAX_LENGTH } from './name';

it.each([
  ['Jürgen Müller-Lüdenscheidt', 'Jürgen Müller-Lüdenscheidt'],
  ["Anna d'Arc", "Anna d'Arc"],
  ['李小龍', '李小龍'],
  ['👩‍🍳 Anna', '👩‍🍳 Anna'],
  ['👍🏽', '👍🏽'],
  ['  Anna \t  Blume\n', 'Anna Blume'],
  ['An\u0000na\u0007', 'Anna'],
  ['\u202EannA', 'annA'],
  ['An\u200Dna\u200B', 'Anna'],
  ['\uE000Anna\uFFFF', 'Anna'],
  ['u\u0308', 'ü'],
  ['क्षितिज', 'क्षितिज'],
  ['\uFE0FAn\u3164na \u0308', 'Anna'],
])('cleans %j to %j', (typed, name) => expect(cleanName(typed)).toBe(name));

describe('a new display name', () => {
  it.each([
    ['Ben', { ok: true, value: 'Ben' }],
    ['', { ok: false, error: 'empty' }],
    ['   ', { ok: false, error: 'empty' }],
    ['\u200B\u0007', { ok: false, error: 'empty' }],
    ['\u3164', { ok: false, error: 'empty' }],
    ['\u2800\uFE0F', { ok: false, error: 'empty' }],
    ['Anna', { ok: false, error: 'ErrorNameIdentical' }],
    ['ä'.repeat(NAME_MAX_LENGTH), { ok: true, value: 'ä'.repeat(NAME_MAX_LENGTH) }],
    ['ä'.repeat(NAME_MAX_LENGTH + 1), { ok: false, error: 'tooLong' }],
  ])('is judged: %j', (typed, verdict) => expect(validateNewName(typed, 'Anna')).toEqual(verdict));

  it('U06 is judged after it was cleaned: what is identical then is no change', () => {
    expect(validateNewName(' An\u0000na ', 'Anna')).toEqual({ ok: false, error: 'ErrorNameIdentical' });
  });
});
