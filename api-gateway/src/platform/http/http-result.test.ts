import { successResult, withETag } from './http-result';

const canteenResult = successResult({ name: 'Elbkantine' });
const canteenETag = withETag(canteenResult, undefined).headers['ETag'] ?? '';

describe('withETag', () => {
  it('tags an answer by its content, private to its client', () => {
    expect(withETag(canteenResult, undefined)).toEqual({
      ...canteenResult,
      headers: { ETag: expect.stringMatching(/^W\/"[\w-]{27}"$/), 'Cache-Control': 'private, no-cache' },
    });
    expect(withETag(successResult({ name: 'Elbkantine' }), undefined).headers['ETag']).toBe(canteenETag);
    expect(withETag(successResult({ name: 'Alsterkantine' }), undefined).headers['ETag']).not.toBe(canteenETag);
  });

  it.each([[canteenETag], [canteenETag.replace('W/', '')], [`"other", ${canteenETag}`], ['*']])(
    'answers nothing again to who holds %s',
    (ifNoneMatch) => {
      expect(withETag(canteenResult, ifNoneMatch)).toEqual({
        status: 304,
        headers: { ETag: canteenETag, 'Cache-Control': 'private, no-cache' },
        body: '',
      });
    },
  );

  it.each([[undefined], ['"other"'], [''], [canteenETag.replaceAll('"', '')]])(
    'answers in full to a client with %s',
    (etags) => {
      expect(withETag(canteenResult, etags)).toMatchObject({ status: 200, body: canteenResult.body });
    },
  );
});
