import { defineRoute, err, FileAnswer, LookupKey, ok } from '@mahlzeit/contract';
import * as z from 'zod/mini';
import { route, type GatewayModule } from '../../platform';
import { outcomesForVerified } from './access-row';
import type { AccessRows } from './access-row';

/** Contract of a test's route whose response is a file that belongs to one user, like a receipt. */
export const getTestPaperRoute = defineRoute({
  name: 'getTestPaper',
  method: 'GET',
  path: '/api/test/papers/:uid',
  access: 'verified',
  params: z.object({ uid: LookupKey }),
  answersFile: 'application/pdf',
  answer: FileAnswer,
  errors: ['notFound'],
});
const PDF_TEXT = '%PDF-1.7';

/** Module with the route of the test's file; it exists in tests only. */
export const testPaperModule: GatewayModule = {
  routes: [
    route(getTestPaperRoute, async ({ params, session }) =>
      params.uid === 'mine' || params.uid === session.uid
        ? ok({ bytes: new TextEncoder().encode(PDF_TEXT), name: 'paper.pdf' })
        : err('notFound'),
    ),
  ],
  personalData: { storesNothingBecause: 'its paper is the same for everybody', impersonalTables: [] },
};

/** Expected outcomes of the route `getTestPaper`, which exists only in tests. */
export const testPaperRows: AccessRows = {
  getTestPaper: {
    cells: outcomesForVerified(),
    ask: () => ({ params: { uid: 'mine' } }),
    withAnnasData: (anna) => [{ params: { uid: anna.account.uid } }, 'notFound'],
  },
};
