import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withTransitions } from '@mahlzeit/contract/fixtures';
import { CARD_STATES, cardTransitions } from '../../../mf-ordering/src/features/cards/card-transitions';
import { PAYMENT_STATES, paymentTransitions } from '../../../mf-ordering/src/features/checkout/payment-transitions';
import type { MachineNames, Transition } from '../../../mf-ordering/src/state-machine';
import { repositoryRoot } from '../../world/product';

/** Returns table rows with the columns in the order of `docs/states.md`. */
const rowsOf = <Names extends MachineNames>(transitions: readonly Transition<Names>[], stateCount: number) =>
  transitions.map(({ event, from, guard, to, effects, shows, awaits }) => ({
    event,
    from: from.length === stateCount ? 'every state' : from,
    guard,
    to,
    effects,
    shows,
    awaits,
  }));

it.each([
  ['paying-in-the-browser', rowsOf(paymentTransitions, PAYMENT_STATES.length)],
  ['registering-a-card', rowsOf(cardTransitions, CARD_STATES.length)],
])('docs/states.md shows the table of %s', (name, rows) => {
  const file = join(repositoryRoot, 'docs/states.md');
  const documentText = readFileSync(file, 'utf8');
  const printedPage = withTransitions(documentText, name, rows);
  if (process.env['UPDATE_DOCS'] === undefined) expect(documentText).toBe(printedPage);
  else writeFileSync(file, printedPage);
});
