import { LoadError } from './load-error';
import { createPageFacts } from './page-facts';
import type { PageFact } from './page-facts';

const release = { remote: 'mf-social', version: '1' };
const arrival: PageFact = { kind: 'arrived', release, at: 5 };
const failure: PageFact = { kind: 'failed', release, error: new LoadError('entry', 'broken', { message: 'x' }) };

it('keeps facts until somebody listens', () => {
  const pageFacts = createPageFacts();
  const receivedFacts: PageFact[] = [];
  pageFacts.record(arrival);
  pageFacts.listen((fact) => receivedFacts.push(fact));
  pageFacts.record(failure);
  expect(receivedFacts).toEqual([arrival, failure]);
});

it('runs what waits for the first failure, once', () => {
  const pageFacts = createPageFacts();
  const run = jest.fn();
  pageFacts.onFirstFailure(run);
  pageFacts.record(arrival);
  expect(run).not.toHaveBeenCalled();
  pageFacts.record(failure);
  pageFacts.record(failure);
  expect(run).toHaveBeenCalledTimes(1);
  pageFacts.onFirstFailure(run)();
  pageFacts.record(failure);
  expect(run).toHaveBeenCalledTimes(1);
});
