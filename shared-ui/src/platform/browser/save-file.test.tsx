import { saveFile } from './save-file';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

it('downloads a file under its name, and releases its content only after a while', () => {
  const revokedUrl = jest.fn();
  Object.assign(URL, { createObjectURL: () => 'blob:order', revokeObjectURL: revokedUrl });
  const clicked: string[] = [];
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    clicked.push(`${this.download} ${this.href}`);
  });
  saveFile('beleg.pdf', new Blob(['x']));
  expect(clicked).toEqual(['beleg.pdf blob:order']);
  expect(revokedUrl).not.toHaveBeenCalled();
  jest.advanceTimersByTime(60_000);
  expect(revokedUrl).toHaveBeenCalledWith('blob:order');
});
