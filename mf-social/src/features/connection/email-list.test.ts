import { IMPORT_MAX_EMAILS } from '@mahlzeit/contract/rules';
import { readEmails } from './email-list';

it.each([
  ['', []],
  ['a@b.de', ['a@b.de']],
  ['a@b.de\nc@d.de', ['a@b.de', 'c@d.de']],
  [' a@b.de ,c@d.de;  e@f.de ,', ['a@b.de', 'c@d.de', 'e@f.de']],
  ['a@b.de, A@B.de', ['a@b.de']],
  ['Mehmet Aydın <mehmet@b.de>, "Krüger, Tobias" <tobias@b.de>\nana@b.de', ['mehmet@b.de', 'tobias@b.de', 'ana@b.de']],
])('reads addresses in any format: %j', (typedText, expectedEmails) => {
  expect(readEmails(typedText)).toMatchObject({
    count: expectedEmails.length,
    firstInvalid: null,
    isTooLong: false,
    emails: expectedEmails.map((email) => expect.stringMatching(new RegExp(`^${email}$`, 'i'))),
  });
});

it('names the first invalid address, with its position', () => {
  expect(readEmails('a@b.de, ana@, auch nicht')).toMatchObject({
    count: 4,
    firstInvalid: { text: 'ana@', position: 2 },
  });
});

it('is too short for an import below five addresses', () =>
  expect(
    ['', 'a@b.de', 'a@b.de b@b.de c@b.de d@b.de A@b.de', 'a@b.de b@b.de c@b.de d@b.de e@b.de'].map(
      (typed) => readEmails(typed).isTooShort,
    ),
  ).toEqual([true, true, true, false]));

it('refuses too many addresses', () => {
  const emails = Array.from({ length: IMPORT_MAX_EMAILS }, (_, index) => `p${index}@b.de`);
  expect(readEmails(emails.join('\n')).isTooLong).toBe(false);
  expect(readEmails([...emails, 'zuviel@b.de'].join('\n')).isTooLong).toBe(true);
});
