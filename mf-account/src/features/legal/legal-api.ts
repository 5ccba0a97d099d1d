import { getLegalDocument } from '@mahlzeit/contract';
import type { LegalDocument, LegalKind } from '@mahlzeit/contract';
import { api, apiQuery } from '@mahlzeit/shared-ui/platform';

const legalApi = api.injectEndpoints({
  endpoints: (build) => ({
    legalDocument: build.query<LegalDocument, LegalKind>(apiQuery(getLegalDocument, (kind: LegalKind) => ({ params: { kind }, query: { language: 'de' } }))),
  }),
});

/** A legal document in German. */
export const { useLegalDocumentQuery } = legalApi;
