import { LoadError } from './load-error';
import { createPageFacts } from './page-facts';
import type { PageFact } from './page-facts';

const release = { remote: 'mf-social', version: '1' };
const arrival: PageFact = { kind: 'arrived', release, at: 5 };
const failure: PageFact = { kind: 'failed', release, error: new LoadError('entry', 'broken', { message: 'x' }) };

it('keeps facts until somebody listens', () => {
  const facts = createPageFacts();
  const heard: PageFact[] = [];
  facts.record(arrival);
  facts.listen((fact) => heard.push(fact));
  facts.record(failure);
  expect(heard).toEqual([arrival, failure]);
});

it('runs what waits for the first failure, once', () => {
  const facts = createPageFacts();
  const run = jest.fn();
  facts.onFirstFailure(run);
  facts.record(arrival);
  expect(run).not.toHaveBeenCalled();
  facts.record(failure);
  facts.record(failure);
  expect(run).toHaveBeenCalledTimes(1);
  facts.onFirstFailure(run)();
  facts.record(failure);
  expect(run).toHaveBeenCalledTimes(1);
});
