import { saveFile } from './save-file';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

it('downloads a file under its name, and releases its content only after a while', () => {
  const revokeUrlMock = jest.fn();
  Object.assign(URL, { createObjectURL: () => 'blob:order', revokeObjectURL: revokeUrlMock });
  const clickedDownloads: string[] = [];
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    clickedDownloads.push(`${this.download} ${this.href}`);
  });
  saveFile('beleg.pdf', new Blob(['x']));
  expect(clickedDownloads).toEqual(['beleg.pdf blob:order']);
  expect(revokeUrlMock).not.toHaveBeenCalled();
  jest.advanceTimersByTime(60_000);
  expect(revokeUrlMock).toHaveBeenCalledWith('blob:order');
});
