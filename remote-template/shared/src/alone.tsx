import { defineScenarios } from '@mahlzeit/shared-ui/testing';

export const scenarios = defineScenarios([
  {
    name: 'Beispielname',
    screen: 'examplekey',
    session: 'anonymous',
    answers: [],
  },
  {
    name: 'Beispielname für Anna',
    screen: 'examplekey',
    params: ['Anna'],
    session: 'anonymous',
    answers: [],
  },
  {
    name: 'Begrüßung',
    slot: 'examplekey/greeting',
    props: { personName: 'Anna' },
    session: 'anonymous',
    answers: [],
  },
]);
