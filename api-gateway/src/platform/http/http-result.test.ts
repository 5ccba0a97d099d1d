import { successResult, withETag } from './http-result';

const answer = successResult({ name: 'Elbkantine' });
const tag = withETag(answer, undefined).headers['ETag'] ?? '';

describe('withETag', () => {
  it('tags an answer by its content, private to its client', () => {
    expect(withETag(answer, undefined)).toEqual({
      ...answer,
      headers: { ETag: expect.stringMatching(/^W\/"[\w-]{27}"$/), 'Cache-Control': 'private, no-cache' },
    });
    expect(withETag(successResult({ name: 'Elbkantine' }), undefined).headers['ETag']).toBe(tag);
    expect(withETag(successResult({ name: 'Alsterkantine' }), undefined).headers['ETag']).not.toBe(tag);
  });

  it.each([[tag], [tag.replace('W/', '')], [`"other", ${tag}`], ['*']])(
    'answers nothing again to who holds %s',
    (etags) => {
      expect(withETag(answer, etags)).toEqual({
        status: 304,
        headers: { ETag: tag, 'Cache-Control': 'private, no-cache' },
        body: '',
      });
    },
  );

  it.each([[undefined], ['"other"'], [''], [tag.replaceAll('"', '')]])(
    'answers in full to a client with %s',
    (etags) => {
      expect(withETag(answer, etags)).toMatchObject({ status: 200, body: answer.body });
    },
  );
});
