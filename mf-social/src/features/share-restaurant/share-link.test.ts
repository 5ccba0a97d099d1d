import { restaurantAddress, shareLink } from './share-link';

const link = { title: 'Elbkantine', text: 'Mittag im Lokal Elbkantine?', url: 'https://mahlzeit.test/restaurants/elbkantine' };

const clipboardThat = (outcome: () => Promise<void>) => {
  const written: string[] = [];
  const clipboard = Object.assign(new EventTarget(), {
    read: () => Promise.resolve([]),
    readText: () => Promise.resolve(''),
    write: () => Promise.resolve(),
    writeText: (text: string) => {
      written.push(text);
      return outcome();
    },
  });
  return { clipboard, written };
};
const takes = () => Promise.resolve();
const refuses = () => Promise.reject(new DOMException('no', 'NotAllowedError'));

it('uses the share sheet where there is one', async () => {
  const share = jest.fn(takes);
  const { clipboard, written } = clipboardThat(takes);
  expect(await shareLink(link, { share, clipboard })).toBe('shared');
  expect(share).toHaveBeenCalledWith(link);
  expect(written).toEqual([]);
});

it('says nothing of a share sheet that was closed again', async () => {
  const { clipboard, written } = clipboardThat(takes);
  expect(await shareLink(link, { share: () => Promise.reject(new DOMException('closed', 'AbortError')), clipboard })).toBe('cancelled');
  expect(written).toEqual([]);
});

it('copies the address where there is no share sheet, or it is forbidden', async () => {
  const { clipboard, written } = clipboardThat(takes);
  expect(await shareLink(link, { clipboard })).toBe('copied');
  expect(await shareLink(link, { share: refuses, clipboard })).toBe('copied');
  expect(written).toEqual([link.url, link.url]);
});

it('admits that it could do neither', async () => {
  expect(await shareLink(link, clipboardThat(refuses))).toBe('failed');
  expect(await shareLink(link, {})).toBe('failed');
});

it('makes an address that survives strange names', () => {
  expect(restaurantAddress('https://mahlzeit.test', 'café/süd')).toBe('https://mahlzeit.test/restaurants/caf%C3%A9%2Fs%C3%BCd');
});
