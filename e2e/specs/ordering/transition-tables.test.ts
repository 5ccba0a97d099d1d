import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withTransitions } from '@mahlzeit/contract/fixtures';
import { CARD_STATES, cardTransitions } from '../../../mf-ordering/src/features/cards/card-transitions';
import { PAYMENT_STATES, paymentTransitions } from '../../../mf-ordering/src/features/checkout/payment-transitions';
import type { MachineNames, Transition } from '../../../mf-ordering/src/state-machine';
import { repositoryRoot } from '../../world/product';

/** Returns the transitions of a state machine as table rows, with the columns in the order of `docs/states.md`. */
const tableRowsOfTransitions = <Names extends MachineNames>(
  transitions: readonly Transition<Names>[],
  stateCount: number,
) =>
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
  ['paying-in-the-browser', tableRowsOfTransitions(paymentTransitions, PAYMENT_STATES.length)],
  ['registering-a-card', tableRowsOfTransitions(cardTransitions, CARD_STATES.length)],
])('docs/states.md shows the table of %s', (machineName, transitionRows) => {
  const statesDocumentFile = join(repositoryRoot, 'docs/states.md');
  const documentText = readFileSync(statesDocumentFile, 'utf8');
  const documentWithTable = withTransitions(documentText, machineName, transitionRows);
  if (process.env['UPDATE_DOCS'] === undefined) expect(documentText).toBe(documentWithTable);
  else writeFileSync(statesDocumentFile, documentWithTable);
});
